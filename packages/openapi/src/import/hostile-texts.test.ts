import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { buildInputs, documentOf, importedFrom } from './import.test-support.js';

/** Texts that would run `INJECTED` if any of them left its comment or its literal. */
const texts = [
  '*/ INJECTED(); /*',
  '`${INJECTED()}`',
  "'; INJECTED(); '",
  '"; INJECTED(); "',
  'line\u2028INJECTED();\u2029INJECTED();',
  'line\r\n*/INJECTED();\n/**',
  '\\',
  '@minimum 5\n@INJECTED\n@Tool()\n@param x {@inheritDoc} {@link INJECTED}',
  '```ts\n*/INJECTED()\n```',
  '\u0000\u0007\u001b[31mINJECTED',
  '</script><!-- INJECTED -->',
];

/** A document that has the text in every place of a text. */
function documentFull(text: string): object {
  const described = { description: text, title: text };
  const schema = {
    ...described,
    type: 'object',
    properties: {
      [text]: { type: 'string', ...described, default: text, example: text, enum: [text, 'b'] },
      pattern: { type: 'string', pattern: text, format: text },
    },
  };
  const operation = {
    operationId: text,
    summary: text,
    description: text,
    tags: [text],
    parameters: [
      { name: text, in: 'query', description: text, schema: { type: 'string', default: text, example: text } },
      { name: `${text} 2`, in: 'header', required: true, schema: { type: 'string', enum: [text] } },
    ],
    requestBody: { description: text, content: { 'application/json': { schema } } },
    responses: {
      200: {
        description: text,
        headers: { [`Next ${text}`]: { schema: { type: 'string' } } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/X' }, example: { [text]: text } } },
      },
    },
    servers: [{ url: text, variables: { [text]: { default: text, enum: [text] } } }],
    security: [{ [text]: [text] }],
  };
  const schemes = { [text]: { type: 'apiKey', in: 'header', name: text, description: text } };
  return documentOf(
    { [`/a/${text}`]: { post: operation } },
    {
      info: { title: text, version: text, description: text },
      tags: [{ name: text, description: text }],
      servers: [{ url: text, description: text, variables: { [text]: { default: text } } }],
      components: { schemas: { X: schema, [text]: schema }, securitySchemes: schemes },
    },
  );
}

/** Returns the identifiers of a source, without comments and literals. */
function identifiersOf(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.ts', source, ts.ScriptTarget.ESNext, true));
  return found;
}

test.each(texts)('%j stays text in every place of a document, and the sources build', async (text) => {
  const folder = await importedFrom(documentFull(text));

  for (const file of folder.files().filter((name) => name.endsWith('.ts'))) {
    const source = folder.read(file);
    expect(identifiersOf(source).filter((name) => name === 'INJECTED' || name === 'script')).toEqual([]);
    expect([...source].filter((one) => one === '\u2028' || one === '\u2029' || one < '\t')).toEqual([]);
  }
  const { errors, inputs } = await buildInputs(folder);
  expect(errors).toEqual([]);
  expect(Object.keys(inputs)).toHaveLength(1);
});
