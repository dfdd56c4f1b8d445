import { expect, test } from 'vitest';
import { buildView, makeViewFolder, roll } from './view-folder.test-support.js';

/** A picture of one pixel. */
const pixel = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

/** Returns the attributes and addresses of a page that a browser would load from somewhere. */
const loaded = (html: string): string[] =>
  html.match(/\b(?:src|href)="(?!data:)[^"]*"|url\((?!["']?data:)[^)]*\)/g) ?? [];

test('a page has its script and its styles in it, and needs no other file', async () => {
  const { html, problems } = await buildView({
    'views/board.tsx': `
      import './board.css';
      import logo from './logo.svg';
      import { render } from 'preact';
      render(<img src={logo} alt="Dice" />, document.body);`,
    'views/board.css': 'body { background: url(./logo.svg) } @font-face { font-family: D; src: url("./d.woff2") }',
    'views/logo.svg': pixel,
    'views/d.woff2': 'a font',
  });

  expect(problems).toEqual([]);
  expect(html).toMatch(/^<!doctype html>/);
  expect(html.match(/data:font\/woff2/g)).toHaveLength(1);
  expect(html.match(/data:image\/svg\+xml/g)).toHaveLength(2);
  expect(loaded(html)).toEqual([]);
});

test('a style sheet with a font is applied by a script, which loads the font, and one without is not', async () => {
  const written = await Promise.all(
    ['@font-face { font-family: D; src: url("./d.woff2") }', 'p { color: red }'].map((rules) =>
      buildView({
        'views/board.html': '<link rel="stylesheet" href="a.css">',
        'views/a.css': rules,
        'views/d.woff2': 'a font',
      }),
    ),
  );

  expect(written.map(({ problems }) => problems)).toEqual([[], []]);
  expect(written.map(({ html }) => /<\/style><script>.*FontFace/s.test(html))).toEqual([true, false]);
});

test.each([
  ['preact', "import { render } from 'preact'; render(<b>dice</b>, document.body);"],
  ['react', "import { createRoot } from 'react-dom/client'; createRoot(document.body).render(<b>dice</b>);"],
])('JSX is compiled for %s if that is imported', async (framework, source) => {
  const { html, files, problems } = await buildView({ 'views/board.tsx': source });

  expect(problems).toEqual([]);
  expect(html.includes('dice')).toBe(true);
  expect(files.filter((file) => file.includes(`/node_modules/${framework}/`))).not.toEqual([]);
});

test.each([
  ['preact', 'react', "import { render } from 'preact'; render(<b>dice</b>, document.body);"],
  ['react', 'preact', "import { createRoot } from 'react-dom/client'; createRoot(document.body).render(<b>dice</b>);"],
])('JSX is compiled for %s also if the configuration of the views names %s', async (_framework, other, source) => {
  const config = { compilerOptions: { jsxImportSource: other, paths: { 'logo/*': ['./pictures/*'] } } };
  const { files, problems } = await buildView({
    'views/board.tsx': `import logo from 'logo/logo.svg'; document.title = logo; ${source}`,
    'views/tsconfig.json': JSON.stringify(config),
    'views/pictures/logo.svg': pixel,
  });

  expect(problems).toEqual([]);
  expect(files.filter((file) => file.includes(`/node_modules/${other}/`))).toEqual([]);
});

test('JSX is compiled for the framework that a file of the view imports', async () => {
  const { files, problems } = await buildView({
    'views/board.jsx': "import { show } from './show.js'; show(<b>dice</b>);",
    'views/show.js':
      "import { createRoot } from 'react-dom/client'; export const show = (it) => createRoot(document.body).render(it);",
  });

  expect(problems).toEqual([]);
  expect(files.filter((file) => file.includes('/node_modules/preact/'))).toEqual([]);
});

test('texts that would end a script or a style stay texts', async () => {
  const texts = [
    '"</script><script>alert(1)</script>"',
    '"<!-- <script>"',
    String.raw`/<\/script/.source`,
    '`</SCRIPT>`',
  ];
  const hostile = `export const all = [${texts.join()}];`;
  const { html, problems } = await buildView({
    'views/board.ts': `import './board.css'; ${hostile} document.title = all.join();`,
    'views/board.css': 'b::before { content: "</style><b>" }',
  });

  expect(problems).toEqual([]);
  expect(html.match(/<\/script/gi)).toHaveLength(1);
  expect(html.match(/<!--/g)).toBeNull();
  // One for the host's fonts and colours.
  expect(html.match(/<\/style/gi)).toHaveLength(2);
});

test('a comment of HTML in a template keeps its text', async () => {
  const { html } = await buildView({
    'views/board.ts': 'document.title = String.raw`<!-- dice -->`;',
  });

  expect(html).toContain('String.raw`<!-- dice -->`');
});

test('a module that is loaded later is part of the page', async () => {
  const { html, problems } = await buildView({
    'views/board.ts': "document.onclick = async () => { document.title = (await import('./later.js')).words; };",
    'views/later.ts': "export const words = 'loaded later';",
  });

  expect(problems).toEqual([]);
  expect(html.includes('loaded later')).toBe(true);
  expect(html).not.toMatch(/import\(/);
});

test('a page has the same bytes wherever its folder is', async () => {
  const view = await makeViewFolder({
    'views/board.tsx': "import { mount } from '@sigil/view/preact'; import x from './x.cjs'; mount(<b>{x.a}</b>);",
    'views/x.cjs': 'exports.a = require("./y.cjs");',
    'views/y.cjs': 'module.exports = "dice";',
  });
  const other = await makeViewFolder({
    'views/board.tsx': await view.folder.read('views/board.tsx'),
    'views/x.cjs': await view.folder.read('views/x.cjs'),
    'views/y.cjs': await view.folder.read('views/y.cjs'),
  });

  const [first, second] = [await view.build(), await other.build()];

  expect(first.html).toBe(second.html);
  expect(first.html).not.toContain(view.folder.path);
  expect(first.html).not.toContain('.cjs');
});

test('the title of a page is that of the view, or the last part of its address', async () => {
  const titled = await makeViewFolder({ 'views/board.js': '' }, {}, 'Dice & </title><b>');

  expect((await titled.build()).html).toContain('<title>Dice &amp; &lt;/title>&lt;b></title>');
  expect((await buildView({ 'views/board.js': '' })).html).toContain('<title>board</title>');
});

test('a module of Node is refused with the place of its import', async () => {
  const { problems } = await buildView({
    'views/board.ts': "import { readFileSync } from 'node:fs';\ndocument.title = String(readFileSync);",
    'views/other.ts': '',
  });

  expect(problems).toEqual([
    'SIGIL142 views/board.ts:1:30 "node:fs" is a module of Node, and a view runs in a browser',
  ]);
});

test('a package that replaces a module of Node for browsers may be used', async () => {
  const { problems, html } = await buildView({
    'views/board.ts': "import found from 'has-fields'; document.title = String(found);",
    'node_modules/has-fields/package.json': JSON.stringify({
      name: 'has-fields',
      version: '1.0.0',
      browser: { fs: false, './a.js': './b.js' },
      main: 'a.js',
    }),
    'node_modules/has-fields/a.js': 'module.exports = require("fs");',
    'node_modules/has-fields/b.js': 'module.exports = require("fs") && "for browsers";',
    'node_modules/has-fields/index.d.ts': 'declare const found: string; export default found;',
  });

  expect(problems.filter((it) => it.startsWith('SIGIL14'))).toEqual([]);
  expect(html).toContain('for browsers');
});

test('a package shares the framework of the view, also if another copy of it is installed for the package', async () => {
  const react = (copy: string, folder = ''): Record<string, string> => ({
    [`${folder}node_modules/react/package.json`]: JSON.stringify({
      name: 'react',
      main: 'index.js',
      types: 'index.d.ts',
    }),
    [`${folder}node_modules/react/index.js`]: `exports.useState = () => '${copy}';`,
    [`${folder}node_modules/react/index.d.ts`]: 'export declare function useState(): string;',
  });

  const { html, problems } = await buildView({
    'views/board.ts': `
      import { chart } from 'charts';
      import { useState } from 'react';
      document.title = chart() + useState();`,
    'node_modules/charts/package.json': JSON.stringify({ name: 'charts', main: 'index.js', types: 'index.d.ts' }),
    'node_modules/charts/index.js': "const { useState } = require('react'); exports.chart = () => useState();",
    'node_modules/charts/index.d.ts': 'export declare function chart(): string;',
    ...react('of the view'),
    ...react('of the charts', 'node_modules/charts/'),
  });

  expect(problems).toEqual([]);
  expect(html).toContain('of the view');
  expect(html).not.toContain('of the charts');
});

test('an import that leads nowhere is refused with its place', async () => {
  const { problems } = await buildView({ 'views/board.js': "import './missing.js';" });

  expect(problems).toEqual(['SIGIL144 views/board.js:1:8 Could not resolve "./missing.js"']);
});

test('the build begins again when a missing file appears', async () => {
  const view = await makeViewFolder({ 'views/board.js': "import { a } from './late.js'; document.title = a;" });
  await view.build();

  await view.folder.write({ 'views/late.js': "export const a = 'late';" });

  expect((await view.build()).problems).toEqual([]);
});

test('a page that is too large says what is large', async () => {
  const { problems } = await buildView({
    'views/board.ts': "import { text } from './large.js'; document.title = text;",
    'views/large.ts': `export const text = ${JSON.stringify('dice '.repeat(450_000))};`,
  });

  expect(problems).toEqual([
    expect.stringMatching(
      /^SIGIL141 src\/dice\.ts:3:1 the page of "ui:\/\/dice\/board" has \d+ bytes, of at most 2097152; the largest parts are views\/large\.ts \(\d+\)/,
    ),
  ]);
});

test('a path of the machine is refused with its place', async () => {
  const view = await makeViewFolder({ 'views/board.ts': '' });
  await view.folder.write({ 'views/board.ts': `document.title = '${view.folder.path}/data.csv';` });
  view.builder.refresh([`${view.folder.path}/views/board.ts`]);

  expect((await view.build([roll])).problems).toEqual([
    'SIGIL143 views/board.ts:1:19 the page of "ui://dice/board" contains a path of this machine',
  ]);
});
