import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildInputs, documentOf, type ImportFolder, importedFrom } from '../import.test-support.js';

const get = (operationId: string, tag: string, parameter: string): object => ({
  get: {
    operationId,
    tags: [tag],
    summary: 'Lists them.',
    parameters: [{ name: parameter, in: 'query', schema: { type: 'string' } }],
    responses: { 204: { description: 'ok' } },
  },
});

const orders = (parameter: string): object => documentOf({ '/orders': get('listOrders', 'orders', parameter) });
const both = documentOf({ '/orders': get('listOrders', 'orders', 'a'), '/items': get('listItems', 'items', 'a') });

function edit(folder: ImportFolder, file: string, change: (text: string) => string): void {
  const path = join(folder.path, 'out', file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

test.each([
  ['edited', (text: string) => text.replace('Lists them.', 'Lists mine.')],
  ['renamed', (text: string) => text.replace('async listOrders(', 'async orders(')],
])(
  'the description of an operation stays as the %s method needs it, and the difference is shown',
  async (_, change) => {
    const folder = await importedFrom(orders('status'));
    edit(folder, 'src/orders.ts', change);
    folder.write('api.json', JSON.stringify(orders('state')));

    const { conflicts, gone } = await folder.import({ writesConflicts: true });

    expect(folder.read('src/orders.ts')).toContain("{ in: 'query', name: 'status' }");
    expect(folder.read('src/orders.ts')).toContain('query: { status }');
    expect(conflicts).toContainEqual(expect.objectContaining({ part: 'const listOrdersOperation', kind: 'changed' }));
    expect(folder.read('src/orders.ts.incoming')).toContain("{ in: 'query', name: 'state' }");
    expect(gone).toMatchObject([{ component: 'tool "listOrders"', path: 'input.status' }]);
    expect(await folder.import()).toMatchObject({ conflicts: [] });
  },
);

test('the description of an operation is renewed with a method that nobody edited', async () => {
  const folder = await importedFrom(orders('status'));
  folder.write('api.json', JSON.stringify(orders('state')));

  expect(await folder.import()).toMatchObject({ conflicts: [] });
  expect(folder.read('src/orders.ts')).toContain("{ in: 'query', name: 'state' }");
});

test('the file of a tag that is gone goes', async () => {
  const folder = await importedFrom(both);
  folder.write('api.json', JSON.stringify(orders('a')));

  await folder.import();

  expect(folder.files()).not.toContain('src/items.ts');
  expect((await buildInputs(folder)).errors).toEqual([]);
});

test('the class of a tag that is gone stays around a method of the author', async () => {
  const folder = await importedFrom(both);
  edit(folder, 'src/items.ts', (text) =>
    text.replace(/\}\n$/, '\n  /** Counts. */\n  @Tool()\n  count(): number {\n    return 1;\n  }\n}\n'),
  );
  folder.write('api.json', JSON.stringify(orders('a')));

  await folder.import();

  expect(folder.read('src/items.ts')).toContain(
    'export class Items {\n  constructor(private readonly api: ShopApi) {}',
  );
  expect(Object.keys((await buildInputs(folder)).inputs)).toEqual(['count', 'listOrders']);
});
