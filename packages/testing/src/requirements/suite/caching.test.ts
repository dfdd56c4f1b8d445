import type { JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import { questionsIn, stateIn } from './questions.test-support.js';
import { resourceOf, serverOf, toolOf } from './server.test-support.js';

const cacheable: readonly [string, JsonObject?][] = [
  ['server/discover'],
  ['tools/list'],
  ['prompts/list'],
  ['resources/list'],
  ['resources/templates/list'],
  ['resources/read', { uri: 'x://a' }],
];
const hinted = (cache: { ttlMs: number; scope: 'public' | 'private' }) => {
  const resource = resourceOf('x://a');
  return { ...resource, definition: { ...resource.definition, cache } };
};

describe.each(underRule(150))('$date', (revision) => {
  // Rules: 150, 151
  test.each(cacheable)('the result of %s has a TTL and a cache scope', async (method, params) => {
    const peer = await openPeer(serverOf({ resources: [resourceOf('x://a')] }).engine, revision);

    const { ttlMs, cacheScope } = await peer.result(method, params);

    expect(Number.isInteger(ttlMs) && Number(ttlMs) >= 0).toBe(true);
    expect(['public', 'private']).toContain(cacheScope);
  });

  // Rules: 150, 151
  test('a resource read returns the TTL and cache scope that its author set', async () => {
    const resources = [hinted({ ttlMs: 60_000, scope: 'public' })];
    const peer = await openPeer(serverOf({ resources }).engine, revision);

    expect(await peer.result('resources/read', { uri: 'x://a' })).toMatchObject({
      ttlMs: 60_000,
      cacheScope: 'public',
    });
  });

  // Rules: 150
  test('a read that asked the client returns a TTL of 0 and the private cache scope', async () => {
    const resource = {
      ...hinted({ ttlMs: 60_000, scope: 'public' }),
      read: async (uri: string, context: { listRoots(): Promise<{ action: string }> }) => ({
        kind: 'result' as const,
        contents: [{ uri, text: (await context.listRoots()).action }],
      }),
    };
    const peer = await openPeer(serverOf({ resources: [resource] }).engine, revision, { capabilities: { roots: {} } });
    const first = await peer.request('resources/read', { uri: 'x://a' });
    const [key] = questionsIn(first)!.keys();

    const second = await peer.result('resources/read', {
      uri: 'x://a',
      requestState: stateIn(first),
      inputResponses: { [key!]: { roots: [] } },
    });

    expect(first['result']).not.toHaveProperty('ttlMs');
    expect(second).toMatchObject({ ttlMs: 0, cacheScope: 'private', contents: [{ text: 'accept' }] });
  });

  // Rules: 152
  test('all pages of a list have the same cache scope', async () => {
    const tools = Array.from({ length: 5 }, (_, index) => toolOf(`tool-${index}`));
    const peer = await openPeer(serverOf({ tools }, { limits: { pageSize: 2 } }).engine, revision);

    const pages: JsonObject[] = [];
    for (let cursor: JsonObject = {}; ; cursor = { cursor: pages.at(-1)!['nextCursor']! }) {
      pages.push(await peer.result('tools/list', cursor));
      if (pages.at(-1)!['nextCursor'] === undefined) break;
    }

    expect(pages).toHaveLength(3);
    expect(new Set(pages.map(({ cacheScope }) => cacheScope)).size).toBe(1);
  });
});
