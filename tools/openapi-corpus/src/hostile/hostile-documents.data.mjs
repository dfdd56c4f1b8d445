/**
 * Documents that lead elsewhere, never end, or are too large: each is refused with its place, or imported without what it wants.
 */

/** @typedef {import('../documents/document.mjs').Json} Json */

/**
 * @typedef {object} HostileDocument
 * @property {string} name
 * @property {(host: string) => string} text of `openapi.json`, or of `openapi.yaml` if it is no JSON; `host` must get no request
 */

/** The content of a file beside the document's folder, which no import may read. */
export const secretContent = 'CONTENT-OF-A-FILE-OUTSIDE';

/** @type {readonly HostileDocument[]} */
export const hostileDocuments = [
  schemaCase('a reference to nowhere', { $ref: '#/components/schemas/Missing' }),
  schemaCase('a reference to a part that is no schema', { $ref: '#/info/title' }),
  schemaCase('a reference that is no text', { $ref: 7 }),
  schemaCase('a reference to the prototype', { $ref: '#/__proto__/toString' }),
  schemaCase('a reference to the constructor', { $ref: '#/constructor/prototype' }),
  schemaCase('a reference to a file of the system', { $ref: '/etc/passwd' }),
  schemaCase('a reference to a file by its URL', { $ref: 'file:///etc/passwd' }),
  schemaCase('a reference to a file above the folder', { $ref: '../outside.json#/secret' }),
  schemaCase('an encoded reference to a file above the folder', { $ref: '%2e%2e/outside.json#/secret' }),
  schemaCase('a reference through a link to a file outside', { $ref: './link.json#/secret' }),
  schemaCase('a reference to the process', { $ref: '/proc/self/environ' }),
  schemaCase('a reference to a device', { $ref: '/dev/zero' }),
  { name: 'a reference to a host', text: (host) => document({ $ref: `${host}/schema.json` }) },
  {
    name: 'a reference to a host without a protocol',
    text: (host) => document({ $ref: `${host.replace('http:', '')}/schema.json` }),
  },
  {
    name: 'a path at a host',
    text: (host) => JSON.stringify({ ...base(), paths: { '/a': { $ref: `${host}/path.json` } } }),
  },
  {
    name: 'an example at a host',
    text: (host) =>
      JSON.stringify({
        ...base(),
        paths: {
          '/a': {
            get: {
              responses: {
                200: {
                  description: 'Done',
                  content: {
                    'application/json': { schema: {}, examples: { a: { externalValue: `${host}/value.json` } } },
                  },
                },
              },
            },
          },
        },
      }),
  },
  {
    name: 'a mapping to a host',
    text: (host) =>
      document({
        oneOf: [{ type: 'object', properties: { k: { type: 'string' } } }],
        discriminator: { propertyName: 'k', mapping: { a: `${host}/schema.json` } },
      }),
  },
  {
    name: 'a schema whose dialect is at a host',
    text: (host) =>
      JSON.stringify({
        ...JSON.parse(document({ $schema: `${host}/dialect`, type: 'string' })),
        jsonSchemaDialect: `${host}/dialect`,
      }),
  },
  schemaCase('a schema that is itself', { $ref: '#/components/schemas/A' }, { A: { $ref: '#/components/schemas/A' } }),
  schemaCase(
    'two schemas that are each other',
    { $ref: '#/components/schemas/A' },
    { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
  ),
  schemaCase(
    'a schema that consists of itself',
    { $ref: '#/components/schemas/A' },
    { A: { allOf: [{ $ref: '#/components/schemas/A' }] } },
  ),
  schemaCase(
    'a schema that is one of itself',
    { $ref: '#/components/schemas/A' },
    { A: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/A' }] } },
  ),
  schemaCase(
    'a list of itself',
    { $ref: '#/components/schemas/A' },
    { A: { type: 'array', items: { $ref: '#/components/schemas/A' } } },
  ),
  schemaCase(
    'an object that needs itself',
    { $ref: '#/components/schemas/A' },
    { A: { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/A' } } } },
  ),
  schemaCase('a reference to the whole document', { $ref: '#' }),
  schemaCase('a schema of every combination', { $ref: '#/components/schemas/S0' }, doubled(40)),
  schemaCase('a schema with thousands of alternatives', {
    oneOf: Array.from({ length: 5000 }, (_, index) => ({
      type: 'object',
      properties: { [`p${index}`]: { type: 'string' } },
    })),
  }),
  {
    name: 'a document of many levels',
    text: () =>
      document({ type: 'string' }).replace(
        '"type":"string"',
        `"allOf":${'[{"allOf":'.repeat(5000)}[]${'}]'.repeat(5000)}`,
      ),
  },
  {
    name: 'a path that is itself',
    text: () => JSON.stringify({ ...base(), paths: { '/a': { $ref: '#/paths/~1a' } } }),
  },
  {
    name: 'a parameter that is itself',
    text: () =>
      JSON.stringify({
        ...base(),
        paths: { '/a': { get: { parameters: [{ $ref: '#/components/parameters/P' }], responses: {} } } },
        components: { parameters: { P: { $ref: '#/components/parameters/P' } } },
      }),
  },
  {
    name: 'a bomb of YAML',
    text: () =>
      `openapi: 3.0.0\ninfo: {title: Bomb, version: '1'}\npaths: {}\nx0: &x0 [a, a, a, a, a, a, a, a, a]\n${Array.from({ length: 12 }, (_, index) => `x${index + 1}: &x${index + 1} [${Array.from({ length: 9 }, () => `*x${index}`).join(', ')}]`).join('\n')}\n`,
  },
  {
    name: 'a YAML alias of itself',
    text: () => "openapi: 3.0.0\ninfo: &i {title: Loop, version: '1', x-self: *i}\npaths: {}\n",
  },
  {
    name: 'a YAML tag of code',
    text: () =>
      "openapi: 3.0.0\ninfo: {title: !!js/function 'function () { injected() }', version: '1'}\npaths: {/a: {get: {responses: {}}}}\n",
  },
  {
    name: 'YAML that merges a prototype',
    text: () =>
      "openapi: 3.0.0\ninfo: {title: Merge, version: '1', __proto__: {polluted: true}}\n__proto__: {polluted: true}\npaths: {/a: {get: {responses: {'200': {description: Done}}}}}\n",
  },
  {
    name: 'JSON that sets a prototype',
    text: () =>
      '{"openapi":"3.0.0","__proto__":{"polluted":true},"info":{"title":"P","version":"1","constructor":{"prototype":{"polluted":true}}},"paths":{"/a":{"get":{"responses":{"200":{"description":"Done"}}}},"__proto__":{"get":{"responses":{}}}}}',
  },
  { name: 'an empty file', text: () => '' },
  { name: 'a list', text: () => '[]' },
  { name: 'a text', text: () => '"openapi"' },
  { name: 'another kind of document', text: () => '{"swagger": 7, "paths": []}' },
  { name: 'JSON that breaks off', text: () => '{"openapi":"3.0.0",' },
  { name: 'paths that are a list', text: () => JSON.stringify({ ...base(), paths: [1, 2] }) },
  {
    name: 'operations that are texts',
    text: () => JSON.stringify({ ...base(), paths: { '/a': { get: 'x', post: null, put: 7 }, '/b': null } }),
  },
  {
    name: 'parameters that are no objects',
    text: () =>
      JSON.stringify({ ...base(), paths: { '/a': { get: { parameters: [null, 7, 'x', {}], responses: null } } } }),
  },
  schemaCase('keywords of the wrong kind', {
    type: 7,
    properties: [],
    required: 'a',
    enum: {},
    items: 7,
    allOf: {},
    minimum: 'x',
    pattern: 3,
    description: {},
    default: { a: 1 },
  }),
  schemaCase('a pattern that takes for ever', { type: 'string', pattern: '^(a+)+$' }),
  schemaCase('a pattern that is none', { type: 'string', pattern: '(((' }),
  {
    name: 'numbers without end',
    text: () =>
      document({ type: 'number', minimum: 'huge', maximum: 'huge', multipleOf: 0 }).replaceAll('"huge"', '1e999'),
  },
];

/** @param {string} name @param {Json} schema @param {Json} [schemas] @returns {HostileDocument} */
function schemaCase(name, schema, schemas) {
  return { name, text: () => document(schema, schemas) };
}

/** @param {Json} schema @param {Json} [schemas] */
function document(schema, schemas = {}) {
  return JSON.stringify({
    ...base(),
    paths: {
      '/a': {
        post: {
          operationId: 'send',
          parameters: [{ name: 'q', in: 'query', schema }],
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 200: { description: 'Done', content: { 'application/json': { schema } } } },
        },
      },
    },
    components: { schemas },
  });
}

function base() {
  return { openapi: '3.0.3', info: { title: 'Hostile', version: '1' }, servers: [{ url: 'https://api.example' }] };
}

/** Each schema has the next one twice: 2^count parts if they are copied. @param {number} count @returns {Json} */
function doubled(count) {
  const names = Array.from({ length: count }, (_, index) => index);
  return {
    ...Object.fromEntries(
      names.map((index) => [
        `S${index}`,
        { allOf: [{ $ref: `#/components/schemas/S${index + 1}` }, { $ref: `#/components/schemas/S${index + 1}` }] },
      ]),
    ),
    [`S${count}`]: { type: 'object', properties: { end: { type: 'string' } } },
  };
}
