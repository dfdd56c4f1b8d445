import { McpError, ToolError, type ContentBlock, type JsonObject } from '@sigil/core';
import type { ToolDefinition } from '@sigil/core/building';
import { buildCatalog, fixedSource, type Components, type PublishedTool, type ToolResult } from '@sigil/core/catalog';
import { createEngine, revisions } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';
import type { McpClient } from './clients/mcp-client.js';
import { outcomeOf, runEveryEra } from './run-every-era.js';

const icons = [{ src: 'https://example.com/i.png', mimeType: 'image/png' }];
const annotations = { audience: ['user' as const], priority: 0.5, lastModified: '2025-01-01T00:00:00Z' };
const described = { title: 'Title', description: 'Description', icons, _meta: { 'example.com/a': 1 } };
const blocks: ContentBlock[] = [
  { type: 'text', text: 'text', annotations },
  { type: 'image', data: 'AA==', mimeType: 'image/png' },
  { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'x://a', name: 'a' },
  { type: 'resource', resource: { uri: 'x://a', mimeType: 'text/plain', text: 'a' } },
];
const answer = (content: readonly ContentBlock[]): ToolResult => ({ kind: 'result', content, isError: false });
const say = (text: string) => answer([{ type: 'text', text }]);
const structured = (value: unknown): ToolResult => ({
  ...say(JSON.stringify(value)),
  structuredJson: JSON.stringify(value),
});

function tool(name: string, run: PublishedTool['run'], more: Partial<ToolDefinition> = {}): PublishedTool {
  return { definition: { name, inputSchema: { type: 'object' }, ...more }, run };
}

const tools: PublishedTool[] = [
  tool('blocks', async () => answer(blocks), { ...described, annotations: { readOnlyHint: true } }),
  tool('object', async () => structured({ a: 1 }), { outputSchema: { type: 'object' } }),
  tool('list', async () => structured(['a']), { outputSchema: { type: 'array', items: { type: 'string' } } }),
  tool('null', async () => structured(null), { outputSchema: { type: 'null' } }),
  tool('fails', async () => {
    throw new ToolError('it never works', { suggestions: ['try another'] });
  }),
  tool('refuses', async () => {
    throw new McpError('invalid-params', 'not like this');
  }),
  tool('wants', async () => ({
    kind: 'bad-arguments',
    problems: [{ path: 'a', expected: 'a text', received: 'nothing' }],
  })),
  tool('counts', async (_input, context) => {
    for (let at = 1; at <= 3; at++) await context.reportProgress(at, 3);
    await context.log('warning', { counted: 3 }, 'counts');
    return say('counted');
  }),
  tool('asks', async (_input, context) => {
    const receipt = await context.step('charge', () => 7);
    const [roots, said] = await Promise.all([
      context.listRoots(),
      context.sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 }),
    ]);
    return say(JSON.stringify({ receipt, roots, said }));
  }),
];

const components: Components = {
  tools,
  resources: [
    {
      definition: { uri: 'x://a', name: 'a', mimeType: 'text/plain', size: 1, annotations, ...described },
      read: async (uri) => ({
        kind: 'result',
        contents: [
          { uri, text: 'a' },
          { uri, blob: 'AA==' },
        ],
      }),
    },
  ],
  resourceTemplates: [
    {
      definition: { uriTemplate: 'y://{id}', name: 'y', annotations, ...described },
      list: async () => ['1', '2'].map((name) => ({ uri: `y://${name}`, name, title: `Number ${name}` })),
      read: async (uri, { id }) => ({ kind: 'result', contents: [{ uri, text: String(id) }] }),
    },
  ],
  prompts: [
    {
      definition: { name: 'packing', arguments: [{ name: 'city', title: 'City', required: true }], ...described },
      get: async () => ({
        kind: 'result',
        messages: blocks.map((content) => ({ role: 'assistant', content })),
      }),
      complete: async ({ value }) => [`${value}me`, `${value}uen`],
    },
  ],
};

const engineOf = (more: Partial<Components> = {}) => {
  const source = fixedSource(buildCatalog({ ...components, ...more }));
  // Pages of two items, so that lists span several pages.
  return createEngine({
    info: { name: 'sky', version: '1.0.0', title: 'Sky', icons },
    source,
    limits: { pageSize: 2 },
  });
};

const answers = {
  roots: () => [{ uri: 'file:///a', name: 'a' }],
  sample: () => ({ role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm-1' }),
};

/** Calls everything that a client can do with the catalog. */
async function everything(client: McpClient): Promise<unknown> {
  await client.setLogLevel('debug');
  const progress: unknown[] = [];
  const calls: Record<string, unknown> = {};
  for (const { definition } of tools) {
    const options = { onProgress: (it: unknown) => void progress.push(it) };
    calls[definition.name] = await outcomeOf(client.callTool(definition.name, {}, options));
  }
  return {
    lists: [
      await client.listTools(),
      await client.listResources(),
      await client.listResourceTemplates(),
      await client.listPrompts(),
    ],
    calls,
    progress,
    log: await client.nextNotification('notifications/message'),
    reads: [await client.readResource('x://a'), await client.readResource('y://7')],
    rendered: await client.getPrompt('packing', { city: 'Rome' }),
    completed: await client.complete({ prompt: 'packing' }, { name: 'city', value: 'Ro' }),
    refusals: [
      await outcomeOf(client.callTool('unknown')),
      await outcomeOf(client.readResource('z://')),
      await outcomeOf(client.getPrompt('unknown')),
      await outcomeOf(client.request('no/such')),
    ],
  };
}

test('a rich catalog gives equal results in every era, apart from what an era cannot express', async () => {
  const { outcomes, differences } = await runEveryEra(engineOf, everything, { answers });

  expect(differences).toEqual([]);
  expect([...outcomes.keys()]).toEqual(revisions.map(({ date }) => date));
  const newest = outcomes.get(revisions.at(-1)!.date) as JsonObject;
  expect(newest).toMatchObject({
    calls: {
      list: { ok: { structuredContent: ['a'] } },
      fails: { failed: 'it never works\n- try another' },
      wants: { failed: expect.stringContaining('a text') },
      asks: { ok: { content: [{ text: expect.stringContaining('"receipt":7') }] } },
    },
    progress: [{ progress: 1 }, { progress: 2 }, { progress: 3 }],
    completed: { values: ['Rome', 'Rouen'] },
  });
});

describe('differences', () => {
  /** Creates a tool that answers the oldest revision differently from the others. */
  const unlike = async (run: (isOld: boolean) => Promise<ToolResult>) => {
    let round = 0;
    const open = () => {
      const isOld = round++ === 0;
      return engineOf({ tools: [tool('odd', () => run(isOld))] });
    };
    return runEveryEra(open, async (client) => outcomeOf(client.callTool('odd')));
  };

  test('are found in a text', async () => {
    const { differences } = await unlike(async (isOld) => say(isOld ? 'old' : 'new'));

    expect(differences).toEqual(['2024-11-05: /ok/content/0/text is "old" instead of "new"']);
  });

  test('are found in the number of blocks', async () => {
    const { differences } = await unlike(async (isOld) => answer(isOld ? [] : [blocks[0]!]));

    expect(differences).toEqual(['2024-11-05: /ok/content has 0 items instead of 1']);
  });

  test('are found between success and failure', async () => {
    const { differences } = await unlike(async (isOld) => {
      if (isOld) throw new ToolError('no');
      return say('yes');
    });

    expect(differences).toEqual([
      expect.stringContaining('2024-11-05: /ok is missing'),
      '2024-11-05: /failed is "no" instead of missing',
    ]);
  });

  test('are found in the return value of the script', async () => {
    const { differences } = await runEveryEra(engineOf, async (_client, { era }) => ({ era }));

    expect(differences).toHaveLength(revisions.length - 1);
    expect(differences[0]).toBe('2024-11-05: /era is "legacy" instead of "modern"');
  });
});

test('results are compared with the newest of the requested revisions', async () => {
  const options = { revisions: revisions.filter(({ era }) => era === 'legacy') };

  const { outcomes, differences } = await runEveryEra(engineOf, async (_client, { era }) => era, options);

  expect(outcomes.size).toBe(4);
  expect(differences).toEqual([]);
});
