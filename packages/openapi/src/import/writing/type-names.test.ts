import { expect, test } from 'vitest';
import { buildInputs, documentWith, importedFrom } from '../import.test-support.js';

const object = { type: 'object', properties: { id: { type: 'string' } } };

test.each(['Error', 'Date', 'URL', 'Map', 'Buffer', 'Partial', 'Context', 'ToolError'])(
  'a schema named %s does not take the name from the author of the module',
  async (name) => {
    const ref = { $ref: `#/components/schemas/${name}` };

    const folder = await importedFrom(documentWith(ref, { [name]: object }));

    expect(folder.read('src/shop.ts')).toContain(`value?: ${name}Schema`);
    expect((await buildInputs(folder)).errors).toEqual([]);
  },
);

test('a file has the digits of its name beside the word that they belong to', async () => {
  const folder = await importedFrom(documentWith({ $ref: '#/components/schemas/V2Page' }, { V2Page: object }), {
    name: 'shop-v2',
  });

  expect(folder.files()).toContain('src/shop-v2.ts');
  expect(folder.files()).toContain('src/types/v2-page.ts');
});
