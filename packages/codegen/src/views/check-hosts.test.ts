import { expect, test } from 'vitest';
import { buildView } from './view-folder.test-support.js';

const api = 'https://api.example.com';

/** Returns the hosts that the script of a view reaches without declaring them, as `code list severity`. */
async function hostsOf(source: string, others: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { diagnostics } = await buildView({ 'views/board.jsx': source, ...others });
  return diagnostics.map(({ code, message, fix, severity = 'error' }) => {
    const [, host = ''] = /"((?:https?|wss?):[^"]*|[./][^"]*)"/.exec(message.replace(/"ui:[^"]*"/, '')) ?? [];
    const [, list = ''] = /csp\.(\w+)/.exec(fix) ?? [];
    return [code, severity, host, ...(code === 'SIGIL140' ? [list] : [])].join(' ');
  });
}

const refused = (list: string, host = api): string => `SIGIL140 error ${host} ${list}`;

test('an address without a scheme is one of HTTPS', async () => {
  expect(await hostsOf(`fetch('//api.example.com/v1')`)).toEqual([refused('connectDomains')]);
});

test('a socket has a scheme of its own', async () => {
  expect(await hostsOf(`new WebSocket('wss://api.example.com/live')`)).toEqual([
    refused('connectDomains', 'wss://api.example.com'),
  ]);
});

test('a constant of another file is followed', async () => {
  const source = "import { base } from './settings.js'; fetch(`${base}/v1`);";

  expect(await hostsOf(source, { 'views/settings.js': `export const base = '${api}';` })).toEqual([
    refused('connectDomains'),
  ]);
});

test.each([
  ['a module that is imported as a whole', "import * as urls from './settings.js'; fetch(urls.base);"],
  ['a default export', "import base from './settings.js'; fetch(base);"],
  ['a constant that another file exports again', "import { base } from './again.js'; fetch(base);"],
  ['a member of JSON', "import urls from './urls.json'; fetch(urls.api.base);"],
  ['a function of another file', "import { url } from './settings.js'; fetch(url('v1'));"],
])('%s is followed', async (_name, source) => {
  const settings = `export const base = '${api}'; export default base; export const url = (path) => \`\${base}/\${path}\`;`;

  const files = {
    'views/settings.js': settings,
    'views/again.js': "export { base } from './settings.js';",
    'views/urls.json': JSON.stringify({ api: { base: api } }),
  };

  expect(await hostsOf(source, files)).toEqual([refused('connectDomains')]);
});

test('a style sheet reaches hosts, except in its comments', async () => {
  const rules = `@import "${api}/fonts.css"; /* url(https://other.example.com) */ p { background: url(${api}/a.png) }`;
  const { problems } = await buildView({ 'views/board.js': "import './board.css';", 'views/board.css': rules });

  expect(problems).toEqual([
    expect.stringMatching(/^SIGIL140 views\/board\.css:1:10 .*"https:\/\/api\.example\.com"/),
    expect.stringMatching(/^SIGIL140 views\/board\.css:1:\d{3} /),
  ]);
});

test.each([
  ['a comment', `// fetch('${api}')\ndocument.title = 'dice';`],
  ['a text', `document.title = 'see ${api}';`],
  ['a link to follow', `document.body.append(<a href="${api}">more</a>);`],
  ['a namespace', "document.createElementNS('http://www.w3.org/2000/svg', 'svg');"],
  ['data', "document.body.append(<img src='data:image/png;base64,AA==' />);"],
])('%s reaches nothing', async (_name, source) => {
  expect((await hostsOf(source)).filter((it) => it.includes('error'))).toEqual([]);
});

test('an address that is handed on to something unknown is a note', async () => {
  expect(
    await hostsOf(`import axios from './axios.js'; axios.get('${api}/v1');`, {
      'views/axios.js': 'export default { get() {} };',
    }),
  ).toEqual([`SIGIL140 note ${api} connectDomains`]);
});

test.each([
  ['a variable', `let base = '${api}'; fetch(base);`],
  ['a default of a parameter', `const load = (base = '${api}') => fetch(base); load();`],
  ['a default of a member', `const load = ({ base = '${api}' }) => fetch(base); load({});`],
  ['a field', `class Api { base = '${api}'; load() { return fetch(this.base); } } new Api().load();`],
])('an address that %s begins with is a note', async (_name, source) => {
  expect(await hostsOf(source)).toEqual([`SIGIL140 note ${api} connectDomains`]);
});

test('what a package reaches is a note, and what it says in comments and texts is nothing', async () => {
  const found = await hostsOf("import 'chatty';", {
    'node_modules/chatty/package.json': JSON.stringify({ name: 'chatty', version: '1.0.0', main: 'index.js' }),
    'node_modules/chatty/index.js': `
      // See https://a.example.com, https://b.example.com/c and fetch('https://d.example.com').
      /*! https://e.example.com */
      console.warn('https://f.example.com/why', { url: 'https://g.example.com' });
      fetch('https://h.example.com/measure');`,
  });

  expect(found).toEqual(['SIGIL140 note https://h.example.com connectDomains']);
});

test('a socket is not declared by the origin of pages', async () => {
  const source = `new WebSocket('wss://api.example.com/live')`;
  const csp = (connectDomains: string[]): object => ({ csp: { connectDomains } });

  expect((await buildView({ 'views/board.js': source }, csp([api]))).problems).toHaveLength(1);
  expect((await buildView({ 'views/board.js': source }, csp(['wss://api.example.com']))).problems).toEqual([]);
});

test('a host of another list is not declared', async () => {
  const csp = { resourceDomains: [api] };

  expect((await buildView({ 'views/board.js': `fetch('${api}/v1')` }, { csp })).problems).toHaveLength(1);
});

test('a path leads nowhere, since a view has no server', async () => {
  const source = `
    fetch('/api/rolls');
    document.body.append(<img src='./logo.png' />);
    new Worker(new URL('./worker.js', import.meta.url));`;

  expect(await hostsOf(source)).toEqual([
    'SIGIL145 warning /api/rolls',
    'SIGIL145 warning ./logo.png',
    'SIGIL145 warning ./worker.js',
  ]);
});
