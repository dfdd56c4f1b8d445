import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importLimits } from './import-limits.js';
import { codesOf, documentOf, documentWith, importedFrom, openFolder } from '../import.test-support.js';

const text = { type: 'string' };

function numbered(count: number, valueOf: (index: number) => unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, valueOf(index)]));
}

test('the documentation lists every limit with its default', async () => {
  const rows = await readFile(new URL('../../../../../docs/reference/limits.md', import.meta.url), 'utf8');
  const section = /## Imports of APIs\n[\s\S]*?(?=\n## |$)/.exec(rows)?.[0];

  for (const [name, value] of Object.entries(importLimits)) {
    expect(section).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')}[ |]`));
  }
});

test('a document of too many bytes is refused, and so is a file that it refers to', async () => {
  const folder = openFolder();
  folder.write('api.json', JSON.stringify(documentWith({ $ref: 'other.json' })));
  folder.write('other.json', '{}');
  await truncate(join(folder.path, 'other.json'), importLimits.maxDocumentBytes + 1);

  await expect(folder.import()).rejects.toThrow('api.json:1: the file "other.json" is larger than 67108864 bytes');
  await expect(folder.import({ source: 'other.json' })).rejects.toThrow('larger than 67108864 bytes');
});

test('a document of too many files is refused', async () => {
  const folder = openFolder();
  const properties = numbered(importLimits.maxFiles + 1, (index) => ({ $ref: `parts/${index}.json` }));
  for (const index of Object.keys(properties).keys()) folder.write(`parts/${index}.json`, '{"type":"string"}');
  folder.write('api.json', JSON.stringify(documentWith({ type: 'object', properties })));

  await expect(folder.import()).rejects.toThrow('the document has more than 500 files');
});

test('levels are counted: as many as the limit are read, one more is refused', async () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'end' : { x: nested(levels - 1) });
  const read = documentOf({ '/a': { get: { responses: {} } } }, { 'x-deep': nested(importLimits.maxLevels - 2) });
  const refused = documentOf({ '/a': { get: { responses: {} } } }, { 'x-deep': nested(importLimits.maxLevels + 1) });

  expect((await importedFrom(read)).files()).toContain('src/shop.ts');
  await expect(importedFrom(refused)).rejects.toThrow('more than 200 levels');
});

test('a body of many members is one argument', async () => {
  const bodyOf = async (count: number) => {
    const schema = { type: 'object', properties: numbered(count, () => text) };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const folder = await importedFrom(
      documentOf({ '/a': { post: { operationId: 'send', requestBody, responses: {} } } }),
    );
    return folder.record().operations[0]?.body;
  };

  expect(await bodyOf(importLimits.maxSpreadMembers)).toHaveProperty('members');
  expect(await bodyOf(importLimits.maxSpreadMembers + 1)).toEqual({ mediaType: 'application/json', argument: 'body' });
});

test('a tuple of many places is a list of anything, with a notice', async () => {
  const prefixItems = Array.from({ length: importLimits.maxTuplePlaces + 1 }, () => text);
  const folder = await importedFrom(documentWith({ type: 'array', prefixItems }));

  expect(codesOf(folder)).toEqual(['unsupported-keyword']);
  expect(folder.read('src/shop.ts')).toContain('value?: unknown[]');
});

test('alternatives that multiply are left out, with a notice', async () => {
  const alternatives = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ type: 'object', properties: { [`${prefix}${index}`]: text } }));
  const allOf = [{ anyOf: alternatives('a', 6) }, { anyOf: alternatives('b', 6) }];
  const folder = await importedFrom(documentWith({ allOf }));

  expect(folder.record().notices).toContainEqual(
    expect.objectContaining({ message: 'alternatives are combined in 36 ways, which no type lists' }),
  );
});
