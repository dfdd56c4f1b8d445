import { McpError, ToolError, type ContentBlock } from '@sigil/core';
import type { ToolDefinition } from '@sigil/core/building';
import { buildCatalog, fixedSource, type Components, type PublishedTool, type ToolResult } from '@sigil/core/catalog';
import { createEngine, revisions, type Engine } from '@sigil/core/engine';
import { findRevision } from '@sigil/core/internal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectInMemory } from '../clients/connect-in-memory.js';
import type { McpClient } from '../clients/mcp-client.js';

const icons = [{ src: 'https://example.com/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' as const }];
const annotations = { audience: ['user' as const], priority: 0.5, lastModified: '2025-01-01T00:00:00Z' };
const _meta = { 'example.com/key': { deep: [1.5, null] } };
const described = { title: 'Title', description: 'Description', icons, _meta };

/** One block of every kind, with every optional member. */
const blocks: ContentBlock[] = [
  { type: 'text', text: 'text', annotations, _meta },
  { type: 'image', data: 'AA==', mimeType: 'image/png', annotations, _meta },
  { type: 'audio', data: 'AA==', mimeType: 'audio/wav', annotations, _meta },
  { type: 'resource_link', uri: 'x://a', name: 'a', title: 'A', size: 1, mimeType: 'text/plain', annotations, _meta },
  { type: 'resource', resource: { uri: 'x://a', mimeType: 'text/plain', text: 'a', _meta }, annotations, _meta },
  { type: 'resource', resource: { uri: 'x://b', blob: 'AA==' } },
];

/** Output schemas of every JSON root type, each with a value. */
const roots: [string, ToolDefinition['outputSchema'], unknown][] = [
  ['object', { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }, { a: 1 }],
  ['array', { type: 'array', items: { $ref: '#/$defs/Item' }, $defs: { Item: { type: 'string' } } }, ['a']],
  ['string', { type: 'string' }, ''],
  ['number', { type: 'number' }, 0],
  ['boolean', { type: 'boolean' }, false],
  ['null', { type: 'null' }, null],
  ['union', { anyOf: [{ type: 'object' }, { type: 'null' }] }, null],
];

const answer = (content: readonly ContentBlock[]): ToolResult => ({ kind: 'result', content, isError: false });

function tool(name: string, run: PublishedTool['run'], more: Partial<ToolDefinition> = {}): PublishedTool {
  return { definition: { name, inputSchema: { type: 'object' }, ...more }, run };
}

const tools: PublishedTool[] = [
  tool('blocks', async () => answer(blocks), {
    ...described,
    annotations: { title: 'T', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { any: true, none: false, text: { type: 'string' } },
      additionalProperties: false,
    },
  }),
  ...roots.map(([name, outputSchema, value]) =>
    tool(
      name,
      async () => ({
        ...answer([{ type: 'text', text: JSON.stringify(value) }]),
        structuredJson: JSON.stringify(value),
      }),
      { outputSchema: outputSchema! },
    ),
  ),
  tool('nothing', async () => answer([])),
  tool('fails', async () => {
    throw new ToolError('no', { suggestions: ['yes'] });
  }),
  tool('breaks', async () => {
    throw new TypeError('inside');
  }),
  tool('refuses', async () => {
    throw new McpError('invalid-params', 'not like this', { why: 'so' });
  }),
  tool('wants', async () => ({
    kind: 'bad-arguments',
    problems: [{ path: 'a', expected: 'text', received: 'nothing' }],
  })),
];

const components: Components = {
  tools,
  resources: [
    {
      definition: { uri: 'x://a', name: 'a', mimeType: 'text/plain', size: 1, annotations, ...described },
      read: async (uri) => ({
        kind: 'result',
        contents: [
          { uri, text: 'a', _meta },
          { uri, blob: 'AA==' },
        ],
      }),
    },
  ],
  resourceTemplates: [
    {
      definition: { uriTemplate: 'y://{id}', name: 'y', mimeType: 'text/plain', annotations, ...described },
      read: async (uri, { id }) => ({ kind: 'result', contents: [{ uri, text: String(id) }] }),
    },
  ],
  prompts: [
    {
      definition: {
        name: 'packing',
        arguments: [{ name: 'city', title: 'City', description: 'where to', required: true }],
        ...described,
      },
      get: async () => ({
        kind: 'result',
        description: 'What to pack',
        messages: blocks.map((content) => ({ role: 'assistant', content })),
      }),
    },
  ],
};

describe.each(revisions)('the published schema of $date', ({ date }) => {
  let engine: Engine;
  let client: McpClient;

  beforeEach(async () => {
    const info = {
      name: 'sky',
      version: '1.0.0',
      title: 'Sky',
      description: 'd',
      websiteUrl: 'https://example.com',
      icons,
    };
    engine = createEngine({ info, instructions: 'Look up.', source: fixedSource(buildCatalog(components)) });
    client = await connectInMemory(engine, { revision: date });
  });

  // `close` throws on any schema violation, including one in a message that nothing awaited.
  afterEach(() => client.close());

  test('accepts the server information', () => {
    expect(client.server).toMatchObject({ instructions: 'Look up.', capabilities: { tools: { listChanged: true } } });
  });

  test('accepts lists', async () => {
    expect(await client.listTools()).toHaveLength(tools.length);
    expect(await client.listResources()).toMatchObject([{ uri: 'x://a' }]);
    expect(await client.listResourceTemplates()).toMatchObject([{ uriTemplate: 'y://{id}' }]);
    expect(await client.listPrompts()).toMatchObject([{ name: 'packing' }]);
  });

  test('accepts tool results with every kind of block', async () => {
    expect((await client.callTool('blocks')).content).toHaveLength(blocks.length);
    expect((await client.callTool('nothing')).content).toEqual([]);
  });

  test.each(roots)('accepts structured results: %s', async (name, _schema, value) => {
    const { content, structuredContent } = await client.callTool(name);

    expect(content).toEqual([{ type: 'text', text: JSON.stringify(value) }]);
    const { structuredContent: known } = findRevision(date)!;
    const wrapped = name === 'object' ? value : { result: value };
    expect(structuredContent).toEqual({ none: undefined, objects: wrapped, 'any-json': value }[known]);
  });

  test('accepts tool failures', async () => {
    expect(await client.callTool('fails')).toMatchObject({ isError: true });
    expect(await client.callTool('breaks')).toMatchObject({ isError: true });
  });

  test('accepts resource reads and prompts', async () => {
    expect(await client.readResource('x://a')).toHaveLength(2);
    expect(await client.readResource('y://7')).toMatchObject([{ text: '7' }]);
    expect(await client.getPrompt('packing', { city: 'Rome' })).toHaveLength(blocks.length);
  });

  test('accepts errors', async () => {
    await expect(client.callTool('refuses')).rejects.toMatchObject({ code: -32602, data: { why: 'so' } });
    await expect(client.callTool('unknown')).rejects.toMatchObject({ code: -32602 });
    await expect(client.request('no/such')).rejects.toMatchObject({ code: -32601 });
    await expect(client.readResource('z://')).rejects.toMatchObject({ data: { uri: 'z://' } });
    await expect(client.request('tools/list', { cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
    await client.callTool('wants').then(
      ({ isError }) => expect(isError).toBe(true),
      ({ code }) => expect(code).toBe(-32602),
    );
  });

  test('accepts the shutdown of the server, which only cancels subscriptions', async () => {
    const { length } = await client.listTools();

    engine.close();
    await new Promise((resolve) => setImmediate(resolve));

    expect(length).toBe(tools.length);
    const told = client.notifications.map(({ method }) => method);
    expect(told).toEqual(findRevision(date)!.era === 'modern' ? ['notifications/cancelled'] : []);
  });
});

describe.each(revisions)('list changes in $date', ({ date }) => {
  test('reach the client', async () => {
    const listeners = new Set<(changed: ReadonlySet<'tools'>) => void>();
    const catalog = buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] });
    const source = {
      current: () => catalog,
      hold: () => ({ release: () => undefined }),
      onChange: (listener: (changed: ReadonlySet<'tools'>) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      onResourceUpdated: () => () => undefined,
    };
    const client = await connectInMemory(createEngine({ info: { name: 's', version: '1' }, source }), {
      revision: date,
    });

    for (const listener of listeners) listener(new Set(['tools']));

    await expect(client.nextNotification('notifications/tools/list_changed')).resolves.toBeDefined();
    await client.close();
  });
});
