import { expect, test } from 'vitest';
import { openFolder } from '../import.test-support.js';

test('a body without a type whose members become arguments is noted', async () => {
  const folder = openFolder();
  folder.write('api.json', documentOf({ properties: { version: { type: 'string' } } }));

  await folder.import();

  expect(folder.record().operations[0]?.body).toEqual({
    mediaType: 'application/json',
    members: { version: 'version' },
  });
  expect(folder.record().notices).toContainEqual(
    expect.objectContaining({
      code: 'assumed-type',
      pointer: '#/paths/~1things/post/requestBody/content/application~1json/schema',
    }),
  );
});

test('credentials of one name in a header and a query are two, and come with those that the document requires', async () => {
  const folder = openFolder();
  const token = (place: string) => ({ name: 'token', in: place, required: true, schema: { type: 'string' } });
  const text = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://shop.example' }],
    security: [{ auth: [] }],
    paths: {
      '/a': { get: { operationId: 'inHeader', parameters: [token('header')], responses: {} } },
      '/b': { get: { operationId: 'inQuery', parameters: [token('query')], responses: {} } },
      '/c': { get: { operationId: 'without', parameters: [{ name: '', in: 'header', schema: {} }], responses: {} } },
    },
    components: { securitySchemes: { auth: { type: 'oauth2', flows: {} } } },
  });
  folder.write('api.json', text);

  await folder.import();

  const sources = folder
    .files()
    .filter((path) => path.endsWith('.ts'))
    .map((path) => folder.read(path))
    .join('\n');
  expect(sources).toContain("token: { type: 'apiKey', in: 'header', name: 'token' }");
  expect(sources).toContain("tokenInQuery: { type: 'apiKey', in: 'query', name: 'token' }");
  expect(sources).toContain('security: [{ auth: [], token: [] }, { token: [] }]');
  expect(folder.record().notices).toContainEqual(
    expect.objectContaining({ code: 'parameter-left-out', pointer: '#/paths/~1c/get/parameters/0' }),
  );
});

function documentOf(schema: object): string {
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://shop.example' }],
    paths: {
      '/things': {
        post: {
          operationId: 'addThing',
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { 200: { description: 'Done' } },
        },
      },
    },
  });
}
