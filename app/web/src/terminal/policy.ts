// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// xterm.js writes styles as text, which the page's policy forbids (style-src 'self'). Elements that it makes are given what the policy
// allows in its place: sheets that a script has made, and styles that are set by one.
function styleElement(real: Document): HTMLElement {
    const element = Document.prototype.createElement.call(real, 'span');
    const sheet = new CSSStyleSheet();
    element.hidden = true;
    Object.defineProperty(element, 'textContent', { set: (text: string) => {
        sheet.replaceSync(text);
        if (!real.adoptedStyleSheets.includes(sheet)) {
            real.adoptedStyleSheets.push(sheet);
        }
    } });
    element.remove = () => {
        real.adoptedStyleSheets = real.adoptedStyleSheets.filter((one) => one !== sheet);
        Element.prototype.remove.call(element);
    };
    return element;
}

function create(real: Document, name: string): HTMLElement {
    if (name === 'style') {
        return styleElement(real);
    }
    const element = Document.prototype.createElement.call(real, name);
    if (name === 'span') {
        element.setAttribute = (attribute, value) => {
            if (attribute === 'style') {
                element.style.cssText = value;
            } else {
                Element.prototype.setAttribute.call(element, attribute, value);
            }
        };
    }
    return element;
}

let open = 0;

// From now on, until what it returns is called. Other elements are made as before.
export function permitStyles(real: Document): () => void {
    open += 1;
    real.createElement = ((name: string) => create(real, name)) as typeof real.createElement;
    return () => {
        open -= 1;
        if (open === 0) {
            delete (real as Partial<Document>).createElement; // the prototype's is there again
        }
    };
}
