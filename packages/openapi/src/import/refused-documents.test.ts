import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentOf, documentWith, importedFrom, openFolder } from './import.test-support.js';
import { ImportError } from './source/import-error.js';

const get = { get: { operationId: 'list', responses: { 200: { description: 'ok' } } } };

/** Returns the message with which a text is refused, and checks that nothing was written. */
async function refusalOf(text: string, file = 'api.json'): Promise<string> {
  const folder = openFolder();
  folder.write(file, text);
  const error: unknown = await folder.import({ source: file }).catch((cause: unknown) => cause);

  expect(error).toBeInstanceOf(ImportError);
  expect(folder.files()).toEqual([]);
  return error instanceof ImportError ? error.message : '';
}

const deep = (levels: number): unknown => (levels === 0 ? {} : { x: deep(levels - 1) });

test.each([
  ['JSON that breaks off', '{\n  "openapi": "3.1.0",\n  "info": {"\n', 'api.json:', 'not valid JSON'],
  ['a value of another kind', '[]', 'api.json:1', 'must be an object'],
  [
    'another version',
    '{\n "openapi": "4.0.0"\n}',
    'api.json:2',
    'must be OpenAPI 2.0, 3.0 or 3.1; it is of version "4.0.0"',
  ],
  ['no version', '{"a": 1}', 'api.json:1', 'neither "openapi" nor "swagger"'],
  ['no operation', JSON.stringify(documentOf({})), '#/paths', 'has no operations'],
  ['paths of another kind', JSON.stringify(documentOf([])), 'api.json:1', '"paths" must be an object'],
  ['the name of a prototype', '{"openapi":"3.1.0","paths":{},"x":{"__proto__":{"a":1}}}', 'api.json#/x', '"__proto__"'],
  ['very many levels', JSON.stringify(documentOf({ '/a': get }, { 'x-deep': deep(400) })), 'api.json#', 'levels'],
])('a document with %s is refused, with its place, and leaves nothing behind', async (_what, text, place, says) => {
  const message = await refusalOf(text);

  expect(message.startsWith(place)).toBe(true);
  expect(message).toContain(says);
});

test('YAML that cannot be parsed is refused with its line', async () => {
  expect(await refusalOf('openapi: 3.1.0\ninfo:\n  title: a\n bad: [1\n', 'api.yaml')).toMatch(
    /^api\.yaml:\d+: the document is not valid YAML/,
  );
});

test('aliases that multiply a document are refused', async () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level++)
    lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`);

  expect(await refusalOf(lines.join('\n'), 'api.yaml')).toContain('aliases');
});

test.each([
  ['a file above the folder', '../secret.json'],
  ['a file of the system', '/etc/passwd'],
  ['a file by its address', 'file:///etc/passwd'],
  ['another host', 'http://169.254.169.254/latest#/x'],
  ['another host, without a scheme', '//host.example/a.json'],
  ['a path that is escaped', '%2e%2e/secret.json'],
  ['a file that is not there', 'other.json#/x'],
])('a reference to %s is refused, and nothing is read', async (_what, reference) => {
  const message = await refusalOf(JSON.stringify(documentWith({ $ref: reference })));

  expect(message).toMatch(/^api\.json:1: /);
  expect(message).toMatch(/leaves the document's folder|leads to another host|no readable file/);
});

test('a link in the folder that leads out of it is not followed', async () => {
  const folder = openFolder();
  mkdirSync(join(folder.path, 'inside'));
  writeFileSync(join(folder.path, 'secret.json'), '{"type":"string"}');
  symlinkSync(join(folder.path, 'secret.json'), join(folder.path, 'inside', 'link.json'));
  folder.write('inside/api.json', JSON.stringify(documentWith({ $ref: 'link.json' })));

  await expect(folder.import({ source: 'inside/api.json' })).rejects.toThrow("leaves the document's folder");
});

test('files beside the document are read, and files that these name', async () => {
  const folder = openFolder();
  folder.write('api.json', JSON.stringify(documentWith({ $ref: 'parts/item.yaml#/Item' })));
  folder.write('parts/item.yaml', "Item:\n  type: object\n  properties:\n    size:\n      $ref: './sizes.yaml'\n");
  folder.write('parts/sizes.yaml', 'type: string\nenum: [small, large]\n');

  await folder.import();

  expect(folder.read('src/types/item.ts')).toContain('size?: Sizes;');
  expect(folder.read('src/types/sizes.ts')).toContain("export type Sizes = 'small' | 'large';");
});

test('a file in the way that no import wrote is refused before anything is written', async () => {
  const folder = openFolder();
  folder.write('api.json', JSON.stringify(documentOf({ '/a': get })));
  folder.write('out/src/api.ts', 'export const mine = 1;\n');

  await expect(folder.import()).rejects.toThrow('src/api.ts: no import wrote this file');
  expect(folder.files()).toEqual(['src/api.ts']);
});

test('a folder that is a link is not written through', async () => {
  const folder = openFolder();
  folder.write('api.json', JSON.stringify(documentOf({ '/a': get })));
  mkdirSync(join(folder.path, 'elsewhere'));
  mkdirSync(join(folder.path, 'out'));
  symlinkSync(join(folder.path, 'elsewhere'), join(folder.path, 'out', 'src'));

  await expect(folder.import()).rejects.toThrow('src: it is a link');
});

test('a dry run writes nothing', async () => {
  const folder = openFolder();
  folder.write('api.json', JSON.stringify(documentOf({ '/a': get })));

  const report = await folder.import({ isDryRun: true });

  expect(report.tools).toEqual(['list']);
  expect(folder.files()).toEqual([]);
});

test('the same document gives the same bytes in another folder', async () => {
  const document = documentWith({ type: 'object', properties: { a: { type: 'string', maxLength: 3 } } });
  const [one, other] = [await importedFrom(document), await importedFrom(document)];

  expect(one.files()).toEqual(other.files());
  expect(one.files().map(one.read)).toEqual(other.files().map(other.read));
  expect(one.read('import.json')).not.toContain(one.path);
});
