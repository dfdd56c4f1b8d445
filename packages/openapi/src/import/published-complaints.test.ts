/** The published complaints about other importers, each by its number. */
import { expect, test } from 'vitest';
import {
  buildInputs,
  codesOf,
  documentOf,
  documentWith,
  type ImportFolder,
  importedFrom,
  openFolder,
} from './import.test-support.js';

const text = { type: 'string' };

/** A document with one operation that has these members. */
function operationOf(members: object, path = '/a', others: object = {}): object {
  return documentOf(
    { [path]: { post: { operationId: 'send', responses: { 204: { description: 'ok' } }, ...members } } },
    others,
  );
}

async function inputOf(
  folder: ImportFolder,
): Promise<{ readonly properties: Record<string, unknown>; readonly $defs?: object }> {
  const { errors, inputs } = await buildInputs(folder);
  expect(errors).toEqual([]);
  return inputs.send as { properties: Record<string, unknown>; $defs?: object };
}

test('FastMCP 926: references of nested schemas lead to definitions of the tool', async () => {
  const schemas = {
    Order: {
      type: 'object',
      properties: {
        lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
        first: { $ref: '#/components/schemas/Line' },
      },
    },
    Line: {
      type: 'object',
      properties: { sku: text, parts: { type: 'array', items: { $ref: '#/components/schemas/Line' } } },
    },
  };

  const written = JSON.stringify(
    await inputOf(await importedFrom(documentWith({ $ref: '#/components/schemas/Order' }, schemas))),
  );

  const named = [...written.matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name]) => name);
  expect(named).toContain('Line');
  expect(named.every((name) => written.includes(`"${name}":{`))).toBe(true);
  expect(written).not.toContain('#/components');
});

test('FastMCP 2293 and fastmcp (TypeScript) 42: references to other files are read', async () => {
  const folder = openFolder();
  folder.write('api.json', JSON.stringify(documentOf({ '/a': { $ref: 'paths.yaml#/a' } })));
  folder.write(
    'paths.yaml',
    'a:\n  post:\n    operationId: send\n    requestBody:\n      required: true\n      content:\n        application/json:\n          schema: { $ref: "schemas/order.json" }\n    responses: { "204": { description: ok } }\n',
  );
  folder.write(
    'schemas/order.json',
    JSON.stringify({ type: 'object', required: ['sku'], properties: { sku: { $ref: '../common.json#/Sku' } } }),
  );
  folder.write('common.json', JSON.stringify({ Sku: { type: 'string', maxLength: 8 } }));

  await folder.import();

  expect((await inputOf(folder)).properties).toEqual({ sku: { type: 'string', maxLength: 8 } });
});

test('FastMCP 1004 and 1543: a list that is not exploded is described as one', async () => {
  const parameters = [{ name: 'ids', in: 'query', explode: false, schema: { type: 'array', items: text } }];

  expect((await importedFrom(operationOf({ parameters }))).read('src/shop.ts')).toContain(
    "{ in: 'query', name: 'ids', explode: false }",
  );
});

test('FastMCP 2472 and 1271: an answer is typed, and no schema refuses it', async () => {
  const responses = {
    200: {
      description: 'ok',
      content: { 'application/json': { schema: { type: 'object', required: ['id'], properties: { id: text } } } },
    },
  };
  const folder = await importedFrom(operationOf({ responses }));

  expect(folder.read('src/shop.ts')).toContain('Promise<unknown>');
  expect(folder.read('src/shop.ts')).toContain('this.api.call<SendAnswer>');
});

test('FastMCP 5112: a member of the body and a parameter of its name are two arguments', async () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const requestBody = {
    required: true,
    content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } },
  };
  const folder = await importedFrom(operationOf({ parameters, requestBody }, '/a/{id}'));

  expect((await inputOf(folder)).properties).toEqual({ idInPath: text, idInBody: { type: 'integer' } });
  expect(folder.read('src/shop.ts')).toContain('{ path: { id: idInPath }, body: { id: idInBody } }');
});

test('FastMCP 267: several parameters of one path are all arguments', async () => {
  const parameters = ['owner', 'repo'].map((name) => ({ name, in: 'path', required: true, schema: text }));

  expect(
    Object.keys(
      (await inputOf(await importedFrom(operationOf({ parameters }, '/{owner}/{repo}/{number}')))).properties,
    ),
  ).toEqual(['owner', 'repo', 'number']);
});

test('FastMCP 2153: nullable, exclusive bounds and lists of types are converted', async () => {
  const old = documentWith({ type: 'integer', nullable: true, minimum: 1, exclusiveMinimum: true }, {}, '3.0.0');
  const current = documentWith({ type: ['integer', 'null'], exclusiveMinimum: 1 });

  const inputs = await Promise.all([old, current].map(async (document) => inputOf(await importedFrom(document))));

  expect(inputs[0]).toEqual(inputs[1]);
  expect(inputs[0]?.properties.value).toEqual({ type: ['integer', 'null'], exclusiveMinimum: 1 });
});

test('FastMCP 2.8: a GET operation is a tool that only reads', async () => {
  const folder = await importedFrom(
    documentOf({ '/a': { get: { operationId: 'list', responses: { 204: { description: 'ok' } } } } }),
  );

  expect(folder.read('src/shop.ts')).toContain('@Tool({ readOnly: true })\n  async list(');
});

test('fastmcp (TypeScript) 349: a relative server keeps the address of the document', async () => {
  const folder = await importedFrom({ ...operationOf({}), servers: [{ url: '/v2' }] });

  expect(folder.read('src/api.ts')).toContain("servers: [{ url: '/v2' }]");
});

test('mcp-use 1885: the limit of 64 characters holds with a suffix', async () => {
  const get = { get: { operationId: 'x'.repeat(80), responses: { 204: { description: 'ok' } } } };
  const folder = await importedFrom(documentOf({ '/1': get, '/2': get, '/3': get }));

  expect(folder.record().operations.every(({ tool }) => tool.length <= 64)).toBe(true);
});

test('openapi-mcp-generator: importing again overwrites nothing that was edited', async () => {
  const folder = await importedFrom(operationOf({ summary: 'Sends.' }));
  folder.write('out/src/shop.ts', folder.read('src/shop.ts').replace('Sends.', 'Sends it.'));
  folder.write('api.json', JSON.stringify(operationOf({ summary: 'Sends a thing.' })));

  await folder.import();

  expect(folder.read('src/shop.ts')).toContain('Sends it.');
});

test('openapi-typescript: constraints are kept, and a discriminator to files that are not there stops nothing', async () => {
  const discriminator = { propertyName: 'kind', mapping: { a: 'missing.yaml', b: '#/nowhere' } };
  const schema = {
    discriminator,
    oneOf: [
      { type: 'object', properties: { kind: text } },
      { type: 'integer', minimum: 3 },
    ],
  };
  const folder = await importedFrom(documentWith(schema));

  expect(codesOf(folder)).toContain('discriminator-left-out');
  expect(JSON.stringify(await inputOf(folder))).toContain('"minimum":3');
});
