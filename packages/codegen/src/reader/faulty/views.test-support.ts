/**
 * Faulty views. A mark stands where each diagnostic must point.
 */
import { type Fault, mark } from './fault.test-support.js';

const imports = `import { Namespace, Resource, Tool, View } from '@sigil/core';\n`;
const page = { 'views/board.html': '<!doctype html><title>Board</title>' };
const roll = `@Tool({ view: 'ui://dice/board' })\n  roll(): string { return ''; }\n`;

/** Returns a plugin whose view is this script. */
function script(text: string, file = 'views/board.ts'): Readonly<Record<string, string>> {
  const { 'views/board.html': _page, ...sources } = plugin(board);
  return { ...sources, [file]: text };
}

/** Returns a plugin of one class whose tool names `ui://dice/board`, with these decorators on the class. */
function plugin(decorators: string, members = roll, after = ''): Readonly<Record<string, string>> {
  return { ...page, 'src/plugin.ts': `${imports}${decorators}\nexport class Dice {\n  ${members}}\n${after}` };
}

const address = (uri: string): Readonly<Record<string, string>> =>
  plugin(`@View(${mark}'${uri}')`, `@Tool()\n  roll(): string { return ''; }\n`);

const board = `@View('ui://dice/board')`;

export const viewsFaults: readonly Fault[] = [
  ['SIGIL130', 'another scheme', address('http://dice/board')],
  ['SIGIL130', 'no scheme', address('board')],
  ['SIGIL130', 'an empty part', address('ui://dice//board')],
  ['SIGIL130', 'nothing after the scheme', address('ui://')],
  ['SIGIL130', 'a slash at the end', address('ui://dice/')],
  ['SIGIL130', 'a variable', address('ui://dice/{name}')],
  ['SIGIL130', 'a query', address('ui://dice/board?x=1')],
  ['SIGIL017', 'an address that is known at run time', plugin(`@View(${mark}process.env.HOME ?? '')`)],
  [
    'SIGIL025',
    'a host without a scheme',
    plugin(`@View('ui://dice/board', { csp: { connectDomains: [${mark}'api.example.com'] } })`),
  ],
  [
    'SIGIL025',
    'an address with a path',
    plugin(`@View('ui://dice/board', { csp: { frameDomains: ['https://a.example', ${mark}'https://b.example/x'] } })`),
  ],
  ['SIGIL025', 'every host', plugin(`@View('ui://dice/board', { csp: { resourceDomains: [${mark}'*'] } })`)],
  [
    'SIGIL025',
    'a host that ends the policy',
    plugin(`@View('ui://dice/board', { csp: { baseUriDomains: [${mark}"https://a.example; script-src *"] } })`),
  ],
  ['SIGIL025', 'a scope with a space', plugin(`@View('ui://dice/board', { scopes: [${mark}'dice read'] })`)],
  [
    'SIGIL025',
    'a tool that nobody may call',
    plugin(board, `@Tool({ view: 'ui://dice/board', ${mark}visibility: [] })\n  roll(): string { return ''; }\n`),
  ],
  [
    'SIGIL025',
    'metadata that says the same',
    plugin(
      board,
      `@Tool({ view: 'ui://dice/board', meta: { ${mark}ui: { resourceUri: 'ui://x' } } })\n  roll(): string { return ''; }\n`,
    ),
  ],
  [
    'SIGIL001',
    'a caller that does not exist',
    plugin(board, `@Tool({ view: 'ui://dice/board', visibility: [${mark}'user'] })\n  roll(): string { return ''; }\n`),
  ],
  [
    'SIGIL131',
    'no file of that name',
    plugin(`${mark}@View('ui://dice/table')`, `@Tool({ view: 'ui://dice/table' })\n  roll(): string { return ''; }\n`),
  ],
  ['SIGIL131', 'a file that is not there', plugin(`${mark}@View('ui://dice/board', { file: 'views/other.html' })`)],
  ['SIGIL131', 'a file outside of the plugin', plugin(`${mark}@View('ui://dice/board', { file: '../board.html' })`)],
  [
    'SIGIL131',
    'a file of another kind',
    { ...plugin(`${mark}@View('ui://dice/board', { file: 'views/board.md' })`), 'views/board.md': '# Board' },
  ],
  ['SIGIL132', 'one address twice', plugin(`${board}\n${mark}@View('ui://dice/board', { file: 'views/board.html' })`)],
  [
    'SIGIL132',
    'one address in two classes',
    plugin(board, roll, `${mark}@View('UI://dice/board')\nexport class Other {}\n`),
  ],
  [
    'SIGIL132',
    'the address of a resource',
    plugin(board, `${roll}  @Resource('ui://dice/board')\n  ${mark}board(): string { return ''; }\n`),
  ],
  [
    'SIGIL132',
    'a view of a base class that would need two sets of scopes',
    plugin(
      `${mark}${board}`,
      `hello(): string { return ''; }\n`,
      [
        `@Namespace('one', { scopes: ['one'] })\nexport class One extends Dice { ${roll}}\n`,
        `@Namespace('two', { scopes: ['two'] })\nexport class Two extends Dice { ${roll}}\n`,
      ].join(''),
    ),
  ],
  [
    'SIGIL133',
    'a misspelt view',
    plugin(board, `@Tool({ view: ${mark}'ui://dice/bord' })\n  roll(): string { return ''; }\n`),
  ],
  [
    'SIGIL133',
    'a view of nobody',
    plugin('', `@Tool({ view: ${mark}'ui://dice/board' })\n  roll(): string { return ''; }\n`),
  ],
  [
    'SIGIL140',
    'a host that the view does not declare',
    script(`await fetch(${mark}'https://api.example.com/rolls');\n`),
  ],
  [
    'SIGIL141',
    'a page of more than two megabytes',
    {
      ...plugin(`${mark}${board}`),
      'views/board.html': `<!doctype html><title>Board</title><p>${'dice '.repeat(450_000)}</p>`,
    },
  ],
  [
    'SIGIL142',
    'a module of Node',
    script(`import { readFileSync } from ${mark}'node:fs';\ndocument.title = String(readFileSync);\n`),
  ],
  ['SIGIL144', 'a module that is not there', script(`import ${mark}'./missing.js';\n`, 'views/board.js')],
];

/** Warnings. */
export const viewsNotes: readonly Fault[] = [
  ['SIGIL145', 'an address of a server that the view does not have', script(`await fetch(${mark}'/api/rolls');\n`)],
  ['SIGIL134', 'a view that no tool names', plugin(`${mark}${board}`, `@Tool()\n  roll(): string { return ''; }\n`)],
  [
    'SIGIL134',
    'a view of a class that publishes nothing',
    plugin('', `@Tool()\n  roll(): string { return ''; }\n`, `${mark}${board}\nclass Pages {}\nexport { Pages };\n`),
  ],
];
