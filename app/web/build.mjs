// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds dist/: index.html and assets/<name>-<hash>.{js,css,svg}, each with its .gz beside it. `--watch`
// builds again at each change, `--tests` bundles the unit tests into build/tests/ instead,
// `--sources` stops after generated/.
// What other parts of the repository own is turned into files of generated/ first: icons, translations, declarations.
import { build, context } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const dist = join(here, 'dist');
const generated = join(here, 'generated');
const declarations = join(generated, 'declarations.ts');
const { config } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

function files(folder, pattern) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? files(path, pattern) : pattern.test(entry.name) ? [path] : [];
    });
}

// As lists of shapes with their attributes, so that the page makes elements of them and parses no text.
function writeIcons() {
    const icons = {};
    for (const path of files(join(root, 'resources/icons'), /\.svg$/)) {
        const text = readFileSync(path, 'utf8').replace(/<!--.*?-->/gs, '');
        const shapes = [...text.matchAll(/<(path|rect|circle)\s([^>]*?)\/>/g)].map(([, tag, attributes]) => [
            tag, Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))]);
        icons[basename(path, '.svg')] = shapes;
    }
    delete icons.muster; // it is a file of its own
    writeFileSync(join(generated, 'icons.json'), JSON.stringify(icons));
}

// MUSTER_WEB_GENERATED: the folder where the C++ build makes them. Without it the ones of the last build stay.
function takeDeclarations() {
    if (process.env.MUSTER_WEB_GENERATED) {
        const made = readFileSync(join(process.env.MUSTER_WEB_GENERATED, 'declarations.ts'));
        writeFileSync(declarations, made);
    } else if (!existsSync(declarations)) {
        console.error(`${declarations} is missing: build the target muster-web-generated and set MUSTER_WEB_GENERATED to generated/web of that build`);
        process.exit(1);
    }
}

// Of what C++ declares that which the page reads: the columns that people see, without what only the command line needs.
async function writeDeclared() {
    writeFileSync(join(generated, 'declared_types.ts'), `export type * from './declarations';\nexport type Declarations = typeof import('./declarations');\n`);
    const { outputFiles } = await build({ entryPoints: [declarations], bundle: true, format: 'esm', write: false });
    const all = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
    const without = (row, ...names) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
    const mapped = (rows, change) => Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, change(row, name)]));
    const unused = ['alertObjectKind', 'auditRowKind', 'taskReason', 'taskSource'];
    const declared = {
        ...without(all, 'default', 'subprotocol'),
        columns: mapped(all.columns, (rows, kind) => rows.filter(({ key }) => all.orders[kind].includes(key)).map((row) => without(row, 'head', 'listed', 'share', 'metric'))),
        words: mapped(without(all.words, ...unused), (states) => mapped(states, (state) => without(state))),
        marks: mapped(all.marks, (mark) => without(mark, 'light', 'dark')),
        commands: all.commands.map((command) => without(command, 'name', 'id', 'subject', 'summary')),
        metrics: all.metrics.map((metric) => without(metric, 'rollUp', 'slow', 'decimals', 'unit')),
    };
    writeFileSync(join(generated, 'declared.json'), JSON.stringify(declared));
}

const entities = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const unescaped = (text) => text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name) => name[0] === '#'
    ? String.fromCodePoint(name[1] === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1))) : entities[name] ?? whole);

// The console's translations of those English texts that the page has, too. A shortcut's mark (&) is left out.
// Further ones, of texts that the page alone has, are in src/words/only_here.json.
function writeLanguages() {
    const folder = join(generated, 'languages');
    mkdirSync(folder, { recursive: true });
    const sources = files(join(here, 'src'), /\.tsx?$/).concat(declarations).map((path) => readFileSync(path, 'utf8'));
    const texts = new Set(sources.flatMap((source) => [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)]
        .flatMap(([, single, double]) => {
            return [(single ?? double).replace(/\\(['"])/g, '$1').replace(/\\n/g, '\n')];
        })));
    const collect = (value) => (typeof value === 'string' ? texts.add(value) : Object.values(value ?? {}).forEach((one) => typeof one === 'object' || typeof one === 'string' ? collect(one) : undefined));
    collect(JSON.parse(readFileSync(join(generated, 'declared.json'), 'utf8')));
    const onlyHere = JSON.parse(readFileSync(join(here, 'src/words/only_here.json'), 'utf8'));
    for (const language of ['it', 'zh_CN']) {
        const xml = readFileSync(join(root, `translations/muster_${language}.ts`), 'utf8');
        const out = Object.fromEntries(Object.entries(onlyHere[language]).filter(([english]) => texts.has(english)));
        for (const [, source, translation] of xml.matchAll(
            /<source>([^<]*)<\/source>(?:\s*<(?:comment|extracomment|translatorcomment)>[^<]*<\/\w+>)*\s*<translation>([^<]*)<\/translation>/g)) {
            const english = unescaped(source).replace(/&(?=\S)/g, '');
            if (texts.has(english) && !Object.hasOwn(out, english) && translation !== '') {
                out[english] = unescaped(translation).replace(/\(&\w\)/g, '').replace(/&(?=\S)/g, '');
            }
        }
        writeFileSync(join(folder, `${language}.json`), JSON.stringify(out));
    }
}

const shared = {
    bundle: true,
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    absWorkingDir: here,
    tsconfigRaw: {}, // its paths are for tsc: here they would make a second copy of the signals
    logLevel: 'warning',
};

function pageOptions(minify) {
    return {
        ...shared,
        entryPoints: { app: 'src/main.tsx', wall_style: 'src/wall/wall.css', terminal_style: 'src/terminal/terminal.css' },
        outdir: 'dist/assets',
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        assetNames: '[name]-[hash]',
        format: 'esm',
        splitting: true,
        minify,
        metafile: true,
        write: true,
        loader: { '.svg': 'file' },
    };
}

function hashed(path, name) {
    const bytes = readFileSync(path);
    const to = `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}${extname(path)}`;
    writeFileSync(join(dist, 'assets', to), bytes);
    return `assets/${to}`;
}

// index.html names the entry's files; they in turn name the others.
function writeIndex(metafile) {
    const entry = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === 'src/main.tsx');
    const styleOf = (source) => `assets/${basename(Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === source)[0])}`;
    const first = entry[1].imports.filter((one) => one.kind === 'import-statement').map((one) => basename(one.path));
    const html = readFileSync(join(here, 'src/index.html'), 'utf8')
        .replace('%SCRIPT%', `assets/${basename(entry[0])}`)
        .replace('%PRELOAD%', first.map((name) => `<link rel="modulepreload" href="assets/${name}">`).join('\n'))
        .replace('%STYLE%', `assets/${basename(entry[1].cssBundle)}`)
        .replace('%WALL_STYLE%', styleOf('src/wall/wall.css'))
        .replace('%TERMINAL_STYLE%', styleOf('src/terminal/terminal.css'))
        .replace('%ICON%', hashed(join(root, 'resources/icons/muster.svg'), 'muster'));
    writeFileSync(join(dist, 'index.html'), html);
    return new Set([basename(entry[0]), basename(entry[1].cssBundle), ...first, 'index.html']);
}

// A wall loads neither lists nor others, and the other pages nothing of the wall; a terminal, services and schedules are loaded by who opens them: each has its own budget.
function compress(first) {
    let all = 0;
    let atFirst = 0;
    let ofWall = 0;
    let ofTerminal = 0;
    let ofServices = 0;
    const rows = [];
    for (const path of files(dist, /\.(html|js|css|svg)$/).sort()) {
        const zipped = gzipSync(readFileSync(path), { level: 9 });
        writeFileSync(`${path}.gz`, zipped);
        const language = /(^|\/)(it|zh_CN)-[^/]*$/.test(path); // one of them at most is ever loaded
        const wall = /(^|\/)wall[^/]*$/.test(path);
        const terminal = /(^|\/)(terminal|screen)[^/]*$/.test(path);
        const services = /(^|\/)services[^/]*$/.test(path);
        const now = first.has(basename(path));
        all += language || wall || terminal || services ? 0 : zipped.length;
        atFirst += now ? zipped.length : 0;
        ofWall += wall ? zipped.length : 0;
        ofTerminal += terminal ? zipped.length : 0;
        ofServices += services ? zipped.length : 0;
        rows.push([basename(path), statSync(path).size, zipped.length, now ? 'at first' : language ? 'language' : wall ? 'wall' : terminal ? 'terminal' : services ? 'services' : 'on demand']);
    }
    for (const [name, size, zipped, when] of rows) {
        console.log(`${name.padEnd(34)} ${String(size).padStart(8)} ${String(zipped).padStart(7)} gzip  ${when}`);
    }
    console.log(`at first ${atFirst} of ${config.budget_first_bytes}, all ${all} of ${config.budget_bytes}, the wall ${ofWall} of ${config.budget_wall_bytes}, a terminal ${ofTerminal} of ${config.budget_terminal_bytes}, services ${ofServices} of ${config.budget_services_bytes} bytes with gzip`);
    if (all > config.budget_bytes || ofWall > config.budget_wall_bytes || ofTerminal > config.budget_terminal_bytes || ofServices > config.budget_services_bytes || atFirst > config.budget_first_bytes) {
        console.error('The page is larger than its budget in package.json');
        process.exit(1);
    }
}

async function buildTests() {
    const tests = join(root, 'tests/app/web');
    const out = join(here, 'build/tests');
    rmSync(out, { recursive: true, force: true });
    await build({
        ...shared,
        entryPoints: readdirSync(tests).filter((name) => /\.test\.tsx?$/.test(name)).map((name) => join(tests, name)),
        outdir: out,
        platform: 'node',
        format: 'esm',
        outExtension: { '.js': '.mjs' },
        nodePaths: [join(here, 'node_modules')],
        sourcemap: 'inline',
    });
}

mkdirSync(generated, { recursive: true });
writeIcons();
takeDeclarations();
await writeDeclared();
writeLanguages();
if (process.argv.includes('--sources')) {
    // only what tsc needs
} else if (process.argv.includes('--tests')) {
    await buildTests();
} else if (process.argv.includes('--watch')) {
    const watched = await context({
        ...pageOptions(false),
        plugins: [],
        sourcemap: true,
    });
    await watched.watch();
    writeIndex((await watched.rebuild()).metafile);
    console.log('watching; restart after a change of names of files');
} else {
    rmSync(dist, { recursive: true, force: true });
    mkdirSync(join(dist, 'assets'), { recursive: true });
    const { metafile } = await build(pageOptions(true));
    compress(writeIndex(metafile));
}
