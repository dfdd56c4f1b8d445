import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildInputs, documentOf, type ImportFolder, openFolder } from '../import.test-support.js';

interface Offer {
  readonly description?: string;
  readonly country?: object;
  readonly hasTrains?: boolean;
  readonly hasPrices?: boolean;
}

/** Stations, whose description and parameter change, and trains and prices, which come and go. */
function networkOf({
  description = 'Find stations.',
  country = { type: 'string' },
  hasTrains = true,
  hasPrices = false,
}: Offer = {}): string {
  const answer = (name: string): object => ({
    200: { description: 'ok', content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
  });
  const operation = (operationId: string, text: string, schema: string, parameters: object[] = []): object => ({
    get: { operationId, tags: ['stations'], description: text, parameters, responses: answer(schema) },
  });
  const named = (member: string): object => ({ type: 'object', properties: { [member]: { type: 'string' } } });
  const paths = {
    '/stations': operation('getStations', description, 'Station', [{ name: 'country', in: 'query', schema: country }]),
    ...(hasTrains && { '/trains': operation('getTrains', 'Find trains.', 'Train') }),
    ...(hasPrices && { '/prices': operation('getPrices', 'Find prices.', 'Price') }),
  };
  const schemas = { Station: named('name'), Train: named('number'), Price: named('amount') };
  return JSON.stringify(documentOf(paths, { components: { schemas } }));
}

async function imported(): Promise<ImportFolder> {
  const folder = openFolder();
  folder.write('api.json', networkOf());
  await folder.import();
  return folder;
}

function edit(folder: ImportFolder, file: string, change: (text: string) => string): void {
  const path = join(folder.path, 'out', file);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

function bytesOf(folder: ImportFolder): Record<string, string> {
  return Object.fromEntries(folder.files().map((file) => [file, folder.read(file)]));
}

const own = `
  /** Says where the head office is. */
  @Tool()
  office(): string {
    return plural('Bern');
  }
}`;

describe('a second import', () => {
  test('of the same document changes no byte', async () => {
    const folder = await imported();
    const before = bytesOf(folder);

    const { changes, conflicts } = await folder.import();

    expect(bytesOf(folder)).toEqual(before);
    expect(changes.every(({ change }) => change === 'same')).toBe(true);
    expect(conflicts).toEqual([]);
  });

  test('renews what nobody touched, adds what is new, and removes what is gone', async () => {
    const folder = await imported();
    folder.write('api.json', networkOf({ description: 'Find a station.', hasTrains: false, hasPrices: true }));

    const { gone, conflicts } = await folder.import();

    const source = folder.read('src/stations.ts');
    expect(source).toContain('Find a station.');
    expect(source).toContain('async getPrices(');
    expect(source).toContain("import type { Price } from './types/price.js';");
    expect(source).not.toMatch(/getTrains|Train\b/);
    expect(folder.files()).toContain('src/types/price.ts');
    expect(folder.files()).not.toContain('src/types/train.ts');
    expect(gone).toMatchObject([{ level: 'breaking', component: 'tool "getTrains"' }]);
    expect(conflicts).toEqual([]);
    expect((await buildInputs(folder)).errors).toEqual([]);
  });

  test('gives the file that a first import of the newer document would give', async () => {
    const newer = networkOf({ description: 'Find a station.', hasTrains: false, hasPrices: true });
    const folder = await imported();
    folder.write('api.json', newer);
    await folder.import();
    const fresh = openFolder();
    fresh.write('api.json', newer);
    await fresh.import();

    expect(bytesOf(folder)).toEqual(bytesOf(fresh));
  });

  test('keeps an edited method, and shows the difference to the document once', async () => {
    const folder = await imported();
    edit(folder, 'src/stations.ts', (text) => text.replace('Find stations.', 'Stations, by country.'));
    folder.write('api.json', networkOf({ description: 'Find a station.' }));

    const { conflicts } = await folder.import();
    const again = await folder.import();

    expect(folder.read('src/stations.ts')).toContain('Stations, by country.');
    expect(conflicts).toMatchObject([
      {
        path: 'src/stations.ts',
        part: 'class Stations.getStations',
        kind: 'changed',
        incoming: expect.stringContaining('Find a station.'),
      },
    ]);
    expect(again.conflicts).toEqual([]);
    expect(again.changes.every(({ change }) => change === 'same')).toBe(true);
  });

  test('shows nothing where only the author changed something', async () => {
    const folder = await imported();
    edit(folder, 'src/stations.ts', (text) => text.replace('Find stations.', 'Stations, by country.'));

    expect((await folder.import()).conflicts).toEqual([]);
  });

  test('keeps methods, functions, imports, files and scripts of the author, and the whole builds', async () => {
    const folder = await imported();
    edit(folder, 'src/stations.ts', (text) =>
      `${text.replace(/\n\}\n$/, `\n${own}\n`)}\nconst unused = basename('a/b');\n`.replace(
        'import type {',
        "import { basename } from 'node:path';\nimport { plural } from './plural.js';\nimport type {",
      ),
    );
    folder.write('out/src/plural.ts', 'export const plural = (word: string): string => `${word}s`;\n');
    edit(folder, 'package.json', (text) => text.replace('"private": true', '"private": true,\n  "author": "me"'));
    folder.write('api.json', networkOf({ description: 'Find a station.', hasPrices: true }));

    const { conflicts } = await folder.import();

    const source = folder.read('src/stations.ts');
    expect(source).toContain("return plural('Bern');");
    expect(source).toContain("import { basename } from 'node:path';");
    expect(source).toContain("const unused = basename('a/b');");
    expect(source).toContain('Find a station.');
    expect(folder.read('package.json')).toContain('"author": "me"');
    expect(conflicts).toEqual([]);
    const { errors, inputs } = await buildInputs(folder);
    expect(errors).toEqual([]);
    expect(Object.keys(inputs).toSorted()).toEqual(['getPrices', 'getStations', 'getTrains', 'office']);
  });

  test('does not take another formatting for an edit', async () => {
    const folder = await imported();
    const reformat = (text: string): string =>
      text.replaceAll("'", '"').replaceAll('  ', '    ').replaceAll(';\n', '\n');
    edit(folder, 'src/stations.ts', reformat);
    folder.write('api.json', networkOf({ description: 'Find a station.' }));

    const { conflicts } = await folder.import();

    expect(conflicts).toEqual([]);
    expect(folder.read('src/stations.ts')).toContain('Find a station.');
  });

  test('brings back neither a method nor a file that the author deleted', async () => {
    const folder = await imported();
    edit(folder, 'src/stations.ts', (text) => {
      const start = text.indexOf('\n\n  /** Find trains.');
      return `${text.slice(0, start)}\n}\n`;
    });
    rmSync(join(folder.path, 'out', 'README.md'));
    folder.write('api.json', networkOf({ description: 'Find a station.' }));

    await folder.import();

    expect(folder.read('src/stations.ts')).not.toContain('async getTrains');
    expect(folder.files()).not.toContain('README.md');
    expect((await buildInputs(folder)).errors).toEqual([]);
  });

  test('keeps an edited method that is gone from the document, with all that it needs', async () => {
    const folder = await imported();
    edit(folder, 'src/stations.ts', (text) => text.replace('Find trains.', 'All trains.'));
    folder.write('api.json', networkOf({ hasTrains: false }));

    const { conflicts } = await folder.import();

    expect(conflicts).toMatchObject([{ part: 'class Stations.getTrains', kind: 'gone' }]);
    expect(folder.read('src/stations.ts')).toContain('getTrainsOperation: OperationDescription');
    expect(folder.files()).toContain('src/types/train.ts');
    expect((await buildInputs(folder)).errors).toEqual([]);
  });

  test('writes differences beside the file when it is asked to', async () => {
    const folder = await imported();
    edit(folder, 'src/stations.ts', (text) => text.replace('Find stations.', 'Stations, by country.'));
    folder.write('api.json', networkOf({ description: 'Find a station.' }));

    await folder.import({ writesConflicts: true });

    expect(folder.read('src/stations.ts.incoming')).toContain('Find a station.');
    expect(folder.read('src/stations.ts')).not.toContain('Find a station.');
  });

  test('keeps the names of tools when a newer document has one that they collide with', async () => {
    const folder = openFolder();
    const get = (tag: string): object => ({
      get: { operationId: 'list', tags: [tag], responses: { 204: { description: 'ok' } } },
    });
    folder.write('api.json', JSON.stringify(documentOf({ '/users': get('users') })));
    await folder.import();
    folder.write('api.json', JSON.stringify(documentOf({ '/orders': get('orders'), '/users': get('users') })));

    await folder.import();

    expect(folder.record().operations).toMatchObject([
      { path: '/orders', tool: 'ordersList' },
      { path: '/users', tool: 'list' },
    ]);
  });

  test('refuses a record that no import wrote', async () => {
    const folder = await imported();
    folder.write('out/import.json', '{"importVersion":1,"files":{"../x":{}},"operations":[]}');

    await expect(folder.import()).rejects.toThrow('"../x" is no path of the project');
    expect(existsSync(join(folder.path, 'x'))).toBe(false);
  });
});
