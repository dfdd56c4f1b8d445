/**
 * Texts that would become code if an importer copied them into sources, and a document that has one of them in every text field.
 *
 * `injected` is the name that the written sources must never call.
 */

/** @typedef {import('../documents/document.mjs').Json} Json */

/** @type {Record<string, string>} */
export const hostileTexts = {
  'the end of a comment': '*/ injected(); /*',
  'the end of a comment and a template': '*/`${injected()}`/*',
  'code of a template': '${injected()}',
  'a backtick': '`; injected(); `',
  'an apostrophe': "'; injected(); '",
  'a quotation mark': '"; injected(); "',
  'a backslash at the end': 'text\\',
  'a backslash and an apostrophe': "\\'; injected(); //",
  'a line break': 'text\n injected();',
  'a carriage return': 'text\r injected();',
  'a line separator': 'text\u2028 injected();',
  'a paragraph separator': 'text\u2029 injected();',
  'a null character': 'text\0 injected();',
  'half of a surrogate pair': 'text\uD800 injected',
  'text from right to left': 'text\u202E;()detcejni',
  'a pattern of replacements': "$& $' $` $1 injected",
  'a tag that is a decorator': '@Tool() injected() {}',
  'a tag of documentation': '@default injected()\n@minimum injected\n@pattern injected(',
  'a link of documentation': '{@link injected} {@inheritDoc',
  'a closing brace': '} } injected(); {',
  'a path to elsewhere': '../../../injected',
  'a path of Windows': '..\\..\\injected',
  'a script': '</script><script>injected()</script>',
  'a map of a source': '//# sourceMappingURL=data:application/json,injected',
  ['__proto__']: '__proto__',
  constructor: 'constructor',
  toString: 'toString',
  'a keyword': 'default',
  arguments: 'arguments',
  'an empty text': '',
  spaces: '   ',
  'a very long text': `injected ${'x'.repeat(20_000)}`,
};

/** A document with the text in every field that an author writes. @param {string} text @returns {Json} */
export function documentWithText(text) {
  const schema = {
    type: 'object',
    title: text,
    description: text,
    properties: {
      [text]: { type: 'string', description: text, enum: [text, 'other'], default: text, example: text },
      plain: { type: 'string', description: text, title: text, const: text },
      list: { type: 'array', items: { type: 'string', description: text, format: text, contentMediaType: text } },
    },
    required: [text],
    $comment: text,
  };
  return {
    openapi: '3.1.0',
    info: {
      title: text,
      version: text,
      summary: text,
      description: text,
      contact: { name: text },
      license: { name: text },
    },
    servers: [
      { url: 'https://api.example/{v}', description: text, variables: { v: { default: 'v1', description: text } } },
    ],
    tags: [{ name: text, description: text }],
    security: [{ [text]: [] }],
    externalDocs: { url: 'https://docs.example', description: text },
    paths: {
      '/things/{id}': {
        summary: text,
        description: text,
        get: {
          operationId: text,
          tags: [text],
          summary: text,
          description: text,
          deprecated: true,
          parameters: [
            {
              name: 'id',
              in: 'path',
              required: true,
              description: text,
              schema: { type: 'string', default: text, description: text },
            },
            {
              name: text,
              in: 'query',
              description: text,
              schema: { type: 'string', enum: [text, 'b'] },
              example: text,
            },
            {
              name: 'filter',
              in: 'query',
              style: 'deepObject',
              schema,
              examples: { [text]: { summary: text, value: { plain: text } } },
            },
          ],
          responses: {
            200: {
              description: text,
              headers: { 'X-Next': { description: text } },
              content: { 'application/json': { schema, example: { plain: text } } },
            },
            default: { description: text },
          },
        },
        post: {
          tags: [text],
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          requestBody: {
            description: text,
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${pointerOf(text)}` },
                example: { [text]: text },
              },
            },
          },
          responses: { 204: { description: text } },
        },
      },
      [`/${text}`]: {
        get: { operationId: `second ${text}`, tags: [`${text}2`], responses: { 200: { description: 'Done' } } },
      },
    },
    components: {
      schemas: { [text]: schema, Plain: { type: 'string', description: text, pattern: '^a' } },
      securitySchemes: { [text]: { type: 'apiKey', in: 'header', name: 'X-Key', description: text } },
    },
  };
}

/** A document with all texts, each in operations and schemas of its own. @returns {Json} */
export function documentWithAllTexts() {
  const documents = Object.values(hostileTexts)
    .filter((text) => text !== '__proto__')
    .map(documentWithText);
  const [first = {}] = documents;
  const paths = documents.map((document, index) => [`/t${index}/{id}`, document['paths']['/things/{id}']]);
  const schemas = documents.flatMap((document) => Object.entries(document['components'].schemas));
  const schemes = documents.flatMap((document) => Object.entries(document['components'].securitySchemes));
  return {
    ...first,
    tags: documents.flatMap((document) => document['tags']),
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas), securitySchemes: Object.fromEntries(schemes) },
  };
}

/** @param {string} text */
function pointerOf(text) {
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}
