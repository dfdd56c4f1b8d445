/**
 * A document with every row of OpenAPI's style table, once for each kind of value, and with every form of a body.
 */

/** @typedef {import('./document.mjs').Json} Json */

const scalar = { type: 'string' };
const list = { type: 'array', items: { type: 'string' } };
const object = {
  type: 'object',
  properties: { R: { type: 'integer' }, 'g h': { type: 'string' } },
  additionalProperties: { type: 'string' },
};
const kinds = { scalar, list, object };
const deep = {
  type: 'object',
  properties: {
    gte: { type: 'integer' },
    tags: list,
    nested: { type: 'object', properties: { a: { type: 'boolean' } } },
  },
};

/** The styles of each place, with the kinds of values that they are defined for. @type {[place: string, style: string, explode: boolean, kinds: string[]][]} */
const rows = [
  ...['simple', 'label', 'matrix'].flatMap((style) =>
    [false, true].map((explode) => /** @type {any} */ (['path', style, explode, Object.keys(kinds)])),
  ),
  ['query', 'form', false, Object.keys(kinds)],
  ['query', 'form', true, Object.keys(kinds)],
  ['query', 'spaceDelimited', false, ['list', 'object']],
  ['query', 'pipeDelimited', false, ['list', 'object']],
  ['query', 'deepObject', true, ['object', 'deep']],
  ['header', 'simple', false, Object.keys(kinds)],
  ['header', 'simple', true, Object.keys(kinds)],
  ['cookie', 'form', false, Object.keys(kinds)],
  ['cookie', 'form', true, Object.keys(kinds)],
];

/** @returns {Json} */
export function styleTableDocument() {
  /** @type {Json} */
  const paths = {};
  for (const [place, style, explode, kindNames] of rows) {
    for (const kind of kindNames) {
      const schema = kind === 'deep' ? deep : /** @type {Json} */ (kinds)[kind];
      const flags = place === 'query' && style !== 'deepObject' ? [false, true] : [false];
      for (const allowReserved of flags) {
        const id = [place, style, explode ? 'exploded' : 'joined', kind, ...(allowReserved ? ['reserved'] : [])].join(
          '_',
        );
        const parameter = {
          name: 'color',
          in: place,
          required: true,
          style,
          explode,
          schema,
          ...(allowReserved && { allowReserved }),
        };
        add(id, place === 'path' ? `/${id}/{color}` : `/${id}`, [parameter]);
      }
    }
  }
  for (const place of ['path', 'query', 'header', 'cookie']) {
    for (const [kind, schema] of Object.entries(kinds)) {
      const content = { 'application/json': { schema } };
      const id = `${place}_content_${kind}`;
      add(id, place === 'path' ? `/${id}/{color}` : `/${id}`, [{ name: 'color', in: place, required: true, content }]);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Style table', version: '1' },
    servers: [{ url: 'https://styles.example/v1' }],
    paths,
  };

  /** @param {string} operationId @param {string} path @param {Json[]} parameters */
  function add(operationId, path, parameters) {
    const responses = { 200: { description: 'Done', content: { 'application/json': { schema: {} } } } };
    paths[path] = { get: { operationId, parameters, responses } };
  }
}

/** Values of each kind, with characters that mean something in a URL, a header or a cookie. */
export const styleValues = {
  path: {
    scalar: ['blue', 'a/b?c#d&e=f+g h%41', 'é😀', ';x.y,z', '...', '%2e%2e', '0'],
    list: [
      ['blue', 'black', 'brown'],
      ['a,b', 'c.d', 'e;f=g'],
      ['%2C', 'é', ' '],
    ],
    object: [
      { R: 100, 'g h': 'x' },
      { R: 1, 'g h': 'a,b=c.d;e', more: '/%' },
    ],
  },
  query: {
    scalar: ['blue', '', 'a/b?c#d&e=f+g h%2541', 'é😀', "[]!'()*,;:@$", '\u2028'],
    list: [
      ['blue', 'black', 'brown'],
      ['a/b', 'c&d=e', 'f+g#'],
    ],
    object: [
      { R: 100, 'g h': 'x' },
      { R: 1, 'g h': 'a&b=c/d', 'm[o]re': '+#' },
    ],
    deep: [{ gte: 5 }, { tags: ['a', 'b&c'], nested: { a: true } }],
  },
  header: {
    scalar: ['blue', 'a/b?c#d&e=f+g h%41', '"quoted"', 'W/"x", y'],
    list: [
      ['blue', 'black', 'brown'],
      ['a/b', 'c;d'],
    ],
    object: [{ R: 100, 'g h': 'x y' }],
  },
  cookie: {
    scalar: ['blue', '', 'a;b=c, d"e', 'é😀'],
    list: [
      ['blue', 'black', 'brown'],
      ['a;b', 'c,d'],
    ],
    object: [{ R: 100, 'g h': 'x;y' }],
  },
};
