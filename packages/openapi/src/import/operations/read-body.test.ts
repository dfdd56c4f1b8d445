import { expect, test } from 'vitest';
import { buildInputs, codesOf, documentOf, type ImportFolder, importedFrom } from '../import.test-support.js';

const object = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const nothing = { 204: { description: 'ok' } };

function sending(content: object): Promise<ImportFolder> {
  const requestBody = { required: true, content };
  return importedFrom(documentOf({ '/a': { post: { operationId: 'send', requestBody, responses: nothing } } }));
}

function answering(content: object): Promise<ImportFolder> {
  const responses = { 200: { description: 'ok', content } };
  return importedFrom(documentOf({ '/a': { get: { operationId: 'read', responses } } }));
}

test('a body of XML is one text, since no data becomes XML', async () => {
  const folder = await sending({ 'application/xml': { schema: object } });

  expect(codesOf(folder)).toEqual(['body-as-text']);
  expect((await buildInputs(folder)).inputs.send).toMatchObject({ properties: { body: { type: 'string' } } });
});

test.each(['application/yaml', 'application/x-ndjson', 'application/vnd.api+json; charset=utf-8'])(
  'a body of %s is sent from data',
  async (mediaType) => {
    const folder = await sending({ [mediaType]: { schema: object } });

    expect(codesOf(folder)).toEqual([]);
    expect((await buildInputs(folder)).inputs.send).toMatchObject({ properties: { name: { type: 'string' } } });
  },
);

test('a number in a body of text stays a number', async () => {
  const folder = await sending({ 'text/plain': { schema: { type: 'integer' } } });

  expect(codesOf(folder)).toEqual([]);
  expect((await buildInputs(folder)).inputs.send).toMatchObject({ properties: { body: { type: 'integer' } } });
});

test('a body of text whose alternatives name themselves is one text', async () => {
  const reference = { $ref: '#/components/schemas/Loop' };
  const Loop = { oneOf: [{ type: 'string' }, { description: 'again', allOf: [reference] }] };
  const requestBody = { required: true, content: { 'text/plain': { schema: reference } } };
  const operation = { operationId: 'send', requestBody, responses: nothing };
  const folder = await importedFrom(documentOf({ '/a': { post: operation } }, { components: { schemas: { Loop } } }));

  expect(folder.read('src/shop.ts')).toContain('body: string');
});

test('a body of any image is sent as bytes', async () => {
  const folder = await sending({ 'image/*': {} });

  expect(folder.record().operations[0]?.body).toEqual({ mediaType: 'application/octet-stream', argument: 'body' });
  expect(folder.read('src/shop.ts')).toContain('body: Uint8Array');
});

test('a body without a media type is noted', async () => {
  const folder = await sending({});

  expect(folder.record().notices).toContainEqual(
    expect.objectContaining({ code: 'body-left-out', pointer: '#/paths/~1a/post/requestBody' }),
  );
});

test.each([
  ['application/sql', 'string'],
  ['application/x-ndjson', 'string'],
  ['image/*', 'Uint8Array'],
  ['application/pdf', 'Uint8Array'],
  ['*/*', 'unknown'],
])('an answer of %s is %s, as the run-time returns it', async (mediaType, type) => {
  const folder = await answering({ [mediaType]: {} });

  expect(folder.read('src/shop.ts')).toContain(`Promise<${type}>`);
});

test('a HEAD operation returns nothing, whatever its answer should contain', async () => {
  const responses = { 200: { description: 'ok', content: { 'application/json': { schema: object } } } };
  const folder = await importedFrom(documentOf({ '/a': { head: { operationId: 'probe', responses } } }));

  expect(folder.read('src/shop.ts')).toContain('Promise<void>');
});
