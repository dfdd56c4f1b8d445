import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makePluginFolder } from './plugin-folder.test-support.js';
import { openPluginDocuments, type PluginDocuments } from './open-plugin-documents.js';

const inn = `import { Tool } from '@sigil/core';
import { roomName } from './rooms.js';

export class Inn {
  /** Books a room. */
  @Tool()
  book(nights: number): string {
    return roomName(nights);
  }
}
`;
const rooms = 'export function roomName(number: number): string {\n  return `room ${number}`;\n}\n';

async function openInn(files: Readonly<Record<string, string>> = {}): Promise<PluginDocuments> {
  const folder = await makePluginFolder({ 'src/inn.ts': inn, 'src/rooms.ts': rooms, ...files });
  const documents = await openPluginDocuments(folder.path);
  onTestFinished(() => documents.close());
  return documents;
}

test('a text that is not saved is read in place of its file, until it is taken back', async () => {
  const documents = await openInn();
  const path = join(documents.folder, 'src/inn.ts');
  documents.setText(path, inn.replace('nights: number', 'nights: number, city: string'));
  const edited = await documents.read();
  documents.setText(path, undefined);
  const saved = await documents.read();

  expect(Object.keys(edited.manifest?.tools[0]?.inputSchema.properties ?? {})).toEqual(['nights', 'city']);
  expect(Object.keys(saved.manifest?.tools[0]?.inputSchema.properties ?? {})).toEqual(['nights']);
});

test('an error in a text that is not saved has the place of a build', async () => {
  const documents = await openInn();
  await documents.read();
  documents.setText(join(documents.folder, 'src/rooms.ts'), rooms.replace('`room ${number}`', 'number'));
  const { diagnostics } = await documents.read();

  expect(diagnostics).toMatchObject([{ code: 'SIGIL001', file: 'src/rooms.ts', line: 2, column: 3 }]);
});

test('the code is bundled from texts that are not saved', async () => {
  const documents = await openInn();
  const saved = await documents.read();
  documents.setText(join(documents.folder, 'src/rooms.ts'), rooms.replace('room $', 'suite $'));
  const edited = await documents.read();
  documents.setText(join(documents.folder, 'src/rooms.ts'), rooms);
  const same = await documents.read();

  expect(edited.manifest?.code.cid).toMatch(/^b/);
  expect(edited.manifest?.code.cid).not.toBe(saved.manifest?.code.cid);
  expect(same.manifest?.code.cid).toBe(saved.manifest?.code.cid);
});

test('package.json and tsconfig.json count as they stand in the editor', async () => {
  const documents = await openInn();
  documents.setText(join(documents.folder, 'package.json'), '{ "name": "inn", "sigil": { "strct": true } }');
  const { diagnostics } = await documents.read();

  expect(diagnostics).toMatchObject([
    { code: 'SIGIL092', correction: { line: 1, column: 29, length: 7, text: '"strict"' } },
  ]);
});

test('components have the names and places of their methods', async () => {
  const documents = await openInn();
  const components = await documents.readComponents();

  expect(components?.methods).toEqual([
    {
      ...{ kind: 'tool', name: 'book', className: 'Inn', method: 'book' },
      at: { file: 'src/inn.ts', line: 7, column: 3, length: 4 },
      inputs: new Map([['nights', expect.objectContaining({ file: 'src/inn.ts', line: 7, column: 8 })]]),
    },
  ]);
});

test('components are those of a build, and of the latest texts', async () => {
  const documents = await openInn();
  const path = join(documents.folder, 'src/inn.ts');
  documents.setText(path, inn.replace('nights: number', 'nights: number, city: string'));
  const first = await documents.readComponents();
  const { manifest } = await documents.read();
  documents.setText(path, inn.replace('nights: number', 'nights: numb'));
  const faulty = await documents.readComponents();
  documents.setText(path, inn);
  const mended = await documents.readComponents();

  expect(first?.tools).toEqual(manifest?.tools);
  expect(first?.plugin).toEqual(manifest?.plugin);
  expect(faulty).toBeUndefined();
  expect(Object.keys(mended?.tools[0]?.inputSchema.properties ?? {})).toEqual(['nights']);
});

test('one method alone is read as it is among all, with the places of its inputs', async () => {
  const second =
    '  /** Lists rooms. */\n  @Tool()\n  rooms(floor: 1 | 2 = 1): string[] {\n    return [`${floor}`];\n  }\n}\n';
  const documents = await openInn();
  const path = join(documents.folder, 'src/inn.ts');
  await documents.readComponents();
  documents.setText(path, inn.replace(/\}\n$/, second));
  const alone = documents.readMethod(path, 'rooms');
  const whole = await documents.readComponents();

  expect(alone?.tools).toEqual(whole?.tools.filter(({ name }) => name === 'rooms'));
  expect(alone?.methods).toEqual(whole?.methods.filter(({ name }) => name === 'rooms'));
  expect(alone?.plugin).toEqual(whole?.plugin);
});

test.each([
  ['a parameter that is no schema', inn.replace('nights: number', 'nights: any')],
  ['a text that cannot be parsed', inn.replace('{ Tool }', '{ Tool')],
  ['a tag that does not apply', inn.replace('Books a room.', 'Books. @param nights How many @minLength 1')],
  ['a base class, which others publish', inn.replace('export class', 'export abstract class')],
])('one method alone is not read with %s', async (_what, text) => {
  const documents = await openInn({
    'src/hotel.ts': "import { Inn } from './inn.js';\nexport class Hotel extends Inn {}\n",
    'src/inn.ts': inn.replace('export class', 'export abstract class'),
  });
  const path = join(documents.folder, 'src/inn.ts');
  await documents.readComponents();
  documents.setText(path, text);

  expect(documents.readMethod(path, 'book')).toBeUndefined();
});

test('components are read while a build is running, which then is of neither text', async () => {
  const documents = await openInn();
  const path = join(documents.folder, 'src/inn.ts');
  const building = documents.read();
  documents.setText(path, inn.replace('book(', 'reserve('));
  const during = await documents.readComponents();
  await building;
  const after = await documents.read();

  expect(during?.tools.map(({ name }) => name)).toEqual(['reserve']);
  expect(after.manifest?.tools).toEqual(during?.tools);
});

test.each([
  ['beside the others', 'src/hall.ts'],
  ['in a folder that is not there yet', 'src/halls/hall.ts'],
])('a text without a file, %s, is a source like the others until it is taken back', async (_where, name) => {
  const documents = await openInn();
  const path = join(documents.folder, name);
  documents.setText(
    path,
    "import { Tool } from '@sigil/core';\nexport class Hall {\n  @Tool()\n  enter(): void {}\n}\n",
  );
  const opened = await documents.read();
  documents.setText(path, undefined);
  const closed = await documents.read();

  expect([opened.diagnostics, closed.diagnostics]).toEqual([[], []]);
  expect([opened, closed].map(({ manifest }) => manifest?.tools.map((tool) => tool.name).sort())).toEqual([
    ['book', 'enter'],
    ['book'],
  ]);
});

test.each(['./dishes.js', './dishes'])('a text without a file is imported as %s', async (specifier) => {
  const config = { compilerOptions: { strict: true, target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler' } };
  const documents = await openInn({ 'tsconfig.json': JSON.stringify(config) });
  const importing = inn.replace('export class', `import { dish } from '${specifier}';\nexport class`);
  documents.setText(
    join(documents.folder, 'src/inn.ts'),
    importing.replace('roomName(nights)', 'roomName(nights) + dish'),
  );
  const missing = await documents.read();
  documents.setText(join(documents.folder, 'src/dishes.ts'), "export const dish = 'soup';\n");
  const found = await documents.read();

  expect(missing.diagnostics).toMatchObject([{ code: 'SIGIL001', file: 'src/inn.ts' }]);
  expect(found.diagnostics).toEqual([]);
});

test('a name that a text passes on is looked for in texts that are not saved', async () => {
  const documents = await openInn({
    'src/dishes.ts': 'export const soup = 1;\n',
    'src/rooms.ts': `${rooms}export { stew } from './dishes.js';\n`,
  });
  const pathOf = (name: string): string => join(documents.folder, 'src', name);
  documents.setText(pathOf('dishes.ts'), 'export const stew = 1;\n');
  documents.setText(pathOf('inn.ts'), inn.replace('{ roomName }', '{ roomName, stew }').replace('nights)', 'stew)'));
  const { diagnostics } = await documents.read();

  expect(diagnostics).toEqual([]);
});

test('a text outside of what the configuration includes is no source', async () => {
  const documents = await openInn();
  documents.setText(join(documents.folder, 'node_modules/hall/hall.ts'), inn);
  documents.setText(join(documents.folder, 'src/hall.txt'), inn);

  expect((await documents.readComponents())?.tools.map(({ name }) => name)).toEqual(['book']);
});

test('a renaming is found in all files, tests and texts that are not saved included', async () => {
  const documents = await openInn({
    'src/inn.test.ts': "import { Inn } from './inn.js';\nconst { book } = new Inn();\nbook(1);\n",
  });
  const path = join(documents.folder, 'src/inn.ts');
  documents.setText(
    path,
    inn.replace('  /** Books', '  again(): string {\n    return this.book(2);\n  }\n\n  /** Books'),
  );
  await documents.read();
  const text = inn.replace('  /** Books', '  again(): string {\n    return this.book(2);\n  }\n\n  /** Books');
  const found = documents.findRenameLocations(path, text.indexOf('book(nights'));

  expect(found.map(({ path: file, before }) => [file.slice(documents.folder.length + 1), before])).toEqual([
    ['src/inn.ts', ''],
    ['src/inn.ts', ''],
    ['src/inn.test.ts', ''],
  ]);

  documents.setText(path, inn);
  await documents.read();
  expect(documents.findRenameLocations(path, inn.indexOf('book(nights')).map(({ start }) => start)).toEqual([
    inn.indexOf('book(nights'),
    expect.any(Number),
  ]);
});

test('a renaming leaves files whose paths have capital letters as they are', async () => {
  const hall = inn.replaceAll('Inn', 'Hall').replaceAll('book', 'reserve');
  const documents = await openInn({ 'src/Hall.ts': hall });
  const path = join(documents.folder, 'src/Hall.ts');
  await documents.readComponents();

  const found = documents.findRenameLocations(path, hall.indexOf('reserve(nights'));
  documents.setText(path, hall);

  expect(found.map((one) => one.path)).toEqual([path]);
  expect((await documents.readComponents())?.tools.map(({ name }) => name).sort()).toEqual(['book', 'reserve']);
});

test('a view is checked and bundled as it stands in the editor, with the tools as they stand there', async () => {
  const viewed = inn
    .replace('{ Tool }', '{ Tool, View }')
    .replace('export class', "@View('ui://inn/board')\nexport class")
    .replace('@Tool()', "@Tool({ view: 'ui://inn/board' })")
    .replace('string {\n    return roomName(nights)', '{ room: string } {\n    return { room: roomName(nights) }');
  const view = (field: string): string =>
    `import { connect } from '@sigil/view';\nimport { book } from './tools.generated.js';\nconst view = await connect();\n` +
    `view.onResult(book, (result) => void (document.title = result.${field}));\n`;
  const documents = await openInn({ 'src/inn.ts': viewed, 'views/board.ts': view('room') });
  const board = join(documents.folder, 'views/board.ts');
  const saved = await documents.read();

  documents.setText(board, view('rum'));
  const misspelt = await documents.read();
  documents.setText(board, `${view('room')}document.body.append('more');\n`);
  const edited = await documents.read();
  documents.setText(join(documents.folder, 'src/inn.ts'), viewed.replaceAll('room:', 'number:'));
  const renamed = await documents.read();

  expect([saved.diagnostics, edited.diagnostics]).toEqual([[], []]);
  expect(misspelt.diagnostics).toMatchObject([{ code: 'SIGIL001', file: 'views/board.ts', line: 4 }]);
  expect(edited.manifest?.views?.cid).not.toBe(saved.manifest?.views?.cid);
  expect(edited.manifest?.code).toEqual(saved.manifest?.code);
  expect(renamed.diagnostics).toMatchObject([{ code: 'SIGIL001', file: 'views/board.ts', line: 4 }]);
});
