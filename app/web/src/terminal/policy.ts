// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// xterm.js writes styles as text, which the page's policy forbids (style-src 'self'). Elements that it makes are given what the policy
// allows in its place: sheets that a script has made, and styles that are set one by one.
function styleElement(real: Document): HTMLElement {
    const element = Document.prototype.createElement.call(real, 'span') as HTMLElement;
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
    const element = Document.prototype.createElement.call(real, name) as HTMLElement;
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

// For ITerminalOptions.documentOverride.
export const permittedDocument = (real: Document): Document => new Proxy(real, {
    get: (_, key) => {
        if (key === 'createElement') {
            return (name: string) => create(real, name);
        }
        const value: unknown = Reflect.get(real, key, real);
        return typeof value === 'function' ? value.bind(real) as unknown : value;
    },
    set: (_, key, value) => Reflect.set(real, key, value, real),
});

// While xterm.js opens it asks the real document, too.
export function withPermittedStyles(real: Document, open: () => void): void {
    real.createElement = ((name: string) => create(real, name)) as typeof real.createElement;
    try {
        open();
    } finally {
        delete (real as Partial<Document>).createElement;
    }
}
