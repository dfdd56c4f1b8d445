/** An upstream whose definitions have members of a wrong kind: strict clients refuse a whole list for one of them. */
import type { JsonObject } from '@sigil/core';
import { createEngine, revisions } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../open-remote.js';
import type { RemoteServer } from '../remote-server.js';
import { listen } from '@sigil/test-support/upstream-servers';

const objectSchema = { type: 'object' };

const tools: readonly JsonObject[] = [
  { name: 'sound', inputSchema: { ...objectSchema, properties: { a: true }, required: ['a'] }, outputSchema: {} },
  { name: 'text', inputSchema: objectSchema, description: 5, title: {} },
  { name: 'hints', inputSchema: objectSchema, annotations: { title: 5, readOnlyHint: true, openWorldHint: 'no' } },
  { name: 'no-hints', inputSchema: objectSchema, annotations: 'x', _meta: 5, icons: 5 },
  { name: 'icons', inputSchema: objectSchema, icons: [{ src: 'https://a.example/i.png', sizes: '48x48' }] },
  { name: 'null', inputSchema: objectSchema, outputSchema: null, title: null },
  { name: 'null-keywords', inputSchema: { ...objectSchema, $schema: null, properties: null, required: null } },
  { name: 'no-type', inputSchema: {} },
  { name: 'output', inputSchema: objectSchema, outputSchema: 5 },
  { name: 'output-properties', inputSchema: objectSchema, outputSchema: { ...objectSchema, properties: [] } },
  { name: 'properties', inputSchema: { ...objectSchema, properties: 5 } },
  { name: 'property', inputSchema: { ...objectSchema, properties: { a: null } } },
  { name: 'required', inputSchema: { ...objectSchema, required: 5 } },
  { name: 'required-item', inputSchema: { ...objectSchema, required: ['a', 5] } },
  { name: 'dialect', inputSchema: { ...objectSchema, $schema: 5 } },
  { name: 'null-schema', inputSchema: null },
  { name: 'no-schema' },
  { name: 'null-type', inputSchema: { type: null } },
];
const prompts: readonly JsonObject[] = [
  { name: 'sound', arguments: [{ name: 'a', required: true }] },
  { name: 'argument', arguments: [{ name: 'a', description: 5, required: 'yes' }] },
  { name: 'null', arguments: null, title: 5 },
  { name: 'object', arguments: {} },
  { name: 'text', arguments: 'x' },
  { name: 'items', arguments: [5] },
  { name: 'nameless', arguments: [{ name: 'a' }, { name: 5 }] },
];
const resources: readonly JsonObject[] = [
  { uri: 'demo://sound', name: 'sound', size: 5, annotations: { audience: ['user'], priority: 0.5 } },
  { uri: 'demo://a', name: 'a', mimeType: 5, size: 'x' },
  { uri: 'demo://b', name: 5, size: 1.5, annotations: { audience: 5, priority: 2, lastModified: 5 } },
];
const resourceTemplates: readonly JsonObject[] = [{ uriTemplate: 'demo://{x}', name: 'x', annotations: [], title: [] }];

const results: Readonly<Record<string, JsonObject>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serverInfo: { name: 'lax', version: '1' },
  },
  'tools/list': { tools },
  'prompts/list': { prompts },
  'resources/list': { resources },
  'resources/templates/list': { resourceTemplates },
};

let remote: RemoteServer;

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  const { url } = await listen(
    (request, response, body) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) return response.writeHead(202).end();
      const text = JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} });
      return response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    },
    (close) => ends.push(close),
  );
  remote = openRemote({ url, protocol: 'legacy' }, { name: 'up', client: { name: 'sigil', version: '0' } });
  await remote.ready;
  return async () => {
    await remote.close();
    for (const end of ends) await end();
  };
});

async function connect(revision: string): Promise<McpClient> {
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision });
  // Closing fails where anything that the client was sent is against the revision's schema.
  onTestFinished(() => client.close());
  return client;
}

describe.each(revisions)('$date', ({ date }) => {
  test('tools with an invalid schema are not listed; others lose their invalid members', async () => {
    const client = await connect(date);

    const listed = await client.listTools();

    const invalidMembers = ['text', 'hints', 'no-hints', 'icons', 'null', 'null-keywords', 'no-type'];
    expect(listed.map(({ name }) => name)).toEqual(['sound', ...invalidMembers]);
    for (const tool of listed.slice(1)) {
      const { name: _name, inputSchema, ...others } = tool;
      expect(inputSchema).toEqual(objectSchema);
      expect(Object.keys(others).filter((it) => it !== 'annotations')).toEqual([]);
    }
  });

  test('prompts with invalid arguments are not listed, and the others are', async () => {
    const client = await connect(date);

    const listed = await client.listPrompts();

    expect(listed).toEqual([prompts[0], { name: 'argument', arguments: [{ name: 'a' }] }, { name: 'null' }]);
  });

  test('resources are listed without their invalid members', async () => {
    const client = await connect(date);

    const listed = [await client.listResources(), await client.listResourceTemplates()];

    expect(listed).toMatchObject([
      [{ size: 5 }, { uri: 'demo://a', name: 'a' }, { uri: 'demo://b', name: 'demo://b' }],
      [{ uriTemplate: 'demo://{x}' }],
    ]);
    expect(JSON.stringify(listed)).not.toMatch(/mimeType|title|lastModified|"size":(?!5)|"priority":2/);
  });
});

test('valid hints stay beside an invalid one', () => {
  const { tools: offered } = remote.source.current();

  const { annotations } = offered.find(({ definition }) => definition.name === 'hints')!.definition;

  expect(annotations).toEqual({ readOnlyHint: true });
});

test('the log names each definition, its member, and the expected and actual types', () => {
  expect(remote.leftOut).toEqual([
    'the tool "text" is offered without "title" (must be a string, got an object), "description" (must be a string, got a number)',
    'the tool "hints" is offered without "annotations.title" (must be a string, got a number), "annotations.openWorldHint" (must be a boolean, got a string)',
    'the tool "no-hints" is offered without "icons" (must be an array, got a number), "_meta" (must be an object, got a number), "annotations" (must be an object, got a string)',
    'the tool "icons" is offered without "icons" ("icons[0].sizes" must be an array, got a string)',
    'the tool "null" is offered without "title" (must be a string, got null), "outputSchema" (must be an object, got null)',
    'the tool "null-keywords" is offered without "inputSchema.$schema" (must be a string, got null), "inputSchema.properties" (must be an object, got null), "inputSchema.required" (must be an array, got null)',
    'the tool "output" is left out: "outputSchema" must be an object, got a number',
    'the tool "output-properties" is left out: "outputSchema.properties" must be an object, got an array',
    'the tool "properties" is left out: "inputSchema.properties" must be an object, got a number',
    'the tool "property" is left out: "inputSchema.properties.a" must be an object or a boolean, got null',
    'the tool "required" is left out: "inputSchema.required" must be an array, got a number',
    'the tool "required-item" is left out: "inputSchema.required[1]" must be a string, got a number',
    'the tool "dialect" is left out: "inputSchema.$schema" must be a string, got a number',
    'the tool "null-schema" has no "inputSchema" of an object',
    'the tool "no-schema" has no "inputSchema" of an object',
    'the tool "null-type" has no "inputSchema" of an object',
    'the resource "demo://a" is offered without "mimeType" (must be a string, got a number), "size" (must be an integer, got a string)',
    'the resource "demo://b" is offered without "size" (must be an integer, got a number), "annotations.audience" (must be an array, got a number), "annotations.priority" (must be a number from 0 to 1, got a number), "annotations.lastModified" (must be a string, got a number)',
    'the resource template "demo://{x}" is offered without "title" (must be a string, got an array), "annotations" (must be an object, got an array)',
    'the prompt "argument" is offered without "arguments[0].description" (must be a string, got a number), "arguments[0].required" (must be a boolean, got a string)',
    'the prompt "null" is offered without "title" (must be a string, got a number), "arguments" (must be an array, got null)',
    'the prompt "object" is left out: "arguments" must be an array, got an object',
    'the prompt "text" is left out: "arguments" must be an array, got a string',
    'the prompt "items" is left out: "arguments[0]" must be an object, got a number',
    'the prompt "nameless" is left out: "arguments[1].name" must be a string, got a number',
  ]);
});
