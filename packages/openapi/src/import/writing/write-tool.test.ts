import { expect, test } from 'vitest';
import { buildInputs, documentOf, importedFrom } from '../import.test-support.js';

function get(parameters: readonly object[]): object {
  return documentOf({
    '/a': { get: { operationId: 'list', summary: 'Lists.', parameters, responses: { 204: { description: 'ok' } } } },
  });
}

test('a large enum stands in a type of its own, with its constraints and its text at the argument', async () => {
  const codes = Array.from({ length: 30 }, (_, index) => `code-${index}`);
  const schema = { type: 'array', minItems: 1, items: { type: 'string', enum: codes } };
  const folder = await importedFrom(get([{ name: 'codes', in: 'query', description: 'Codes of products.', schema }]));

  const source = folder.read('src/shop.ts');
  expect(source).toContain('/** @minItems 1 */\nexport type ListCodes = (');
  expect(source).toContain('async list(codes?: ListCodes, signal?: AbortSignal)');
  expect(source).toContain('@param codes Codes of products.');
  expect(JSON.stringify((await buildInputs(folder)).inputs.list)).toContain('"code-29"');
});

test('an argument without a text and without constraints has no line in the comment', async () => {
  const parameters = ['a', 'b'].map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
  const bounded = { name: 'c', in: 'query', schema: { type: 'string', maxLength: 3 } };

  expect((await importedFrom(get(parameters))).read('src/shop.ts')).toContain('  /** Lists. */\n');
  expect((await importedFrom(get([...parameters, bounded]))).read('src/shop.ts')).toContain(
    '   * Lists.\n   * @param c\n   * @maxLength 3\n   */',
  );
});
