/** Lists that an upstream need not send again, by virtual time: those whose time has not ended, and those that are unchanged. */
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '@sigil/core';
import { buildCatalog, type Catalog } from '@sigil/core/catalog';
import { createEngine, type EngineOptions } from '@sigil/core/engine';
import { listen } from '@sigil/test-support/upstream-servers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';

const names = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];

/** The answers to one method. */
interface Traffic {
  calls: number;
  bytes: number;
}

function catalogOf(count: number, prompts: readonly string[] = []): Catalog {
  return buildCatalog({
    tools: Array.from({ length: count }, (_, index) => ({
      definition: {
        name: `tool_${index}`,
        description: 'Does what its name says, and nothing else.',
        inputSchema: { type: 'object' as const },
      },
      run: async () => ({ kind: 'result' as const, content: [], isError: false }),
    })),
    resources: [],
    resourceTemplates: [],
    prompts: prompts.map((name) => ({ definition: { name }, get: async () => ({ kind: 'result', messages: [] }) })),
  });
}

/** Serves a server of this project, and counts the answers to requests for lists. */
async function openSigil(first: Catalog, options: Partial<EngineOptions> = {}) {
  let catalog = first;
  const listeners = new Set<(changed: ReadonlySet<'tools' | 'prompts'>) => void>();
  const source: EngineOptions['source'] = {
    current: () => catalog,
    hold: () => ({ release: () => undefined }),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onResourceUpdated: () => () => undefined,
  };
  const engine = createEngine({ info: { name: 'up', version: '1' }, source, listHint: { ttlMs: 30_000 }, ...options });
  onTestFinished(() => engine.close());
  const traffic = new Map(names.map((name): [string, Traffic] => [name, { calls: 0, bytes: 0 }]));
  let requests = 0;
  let unanswered = 0;
  const { url } = await listen((_request, response, body) => {
    requests++;
    const incoming = engine.read(body);
    if (incoming.kind !== 'modern') return void response.writeHead(400).end();
    const { method } = JSON.parse(body) as { method: string };
    const isSubscription = method === 'subscriptions/listen';
    if (!isSubscription) unanswered++;
    response.writeHead(200, { 'content-type': isSubscription ? 'text/event-stream' : 'application/json' });
    const { done } = engine.serve(incoming, {
      send({ json }) {
        response.write(isSubscription ? `data: ${json}\n\n` : json);
        const counted = traffic.get(method);
        if (counted) traffic.set(method, { calls: counted.calls + 1, bytes: counted.bytes + json.length });
      },
    });
    void done.then(() => response.end(isSubscription ? undefined : () => unanswered--));
  });
  return {
    url,
    traffic: (name: string) => traffic.get(name)!,
    requests: () => requests,
    unanswered: () => unanswered,
    replace(next: Catalog, changed: readonly ('tools' | 'prompts')[]) {
      catalog = next;
      for (const listener of listeners) listener(new Set(changed));
    },
  };
}

type Upstream = Awaited<ReturnType<typeof openSigil>>;

async function open(upstream: Upstream): Promise<RemoteServer> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const remote = openRemote({ url: upstream.url }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  await untilQuiet(upstream);
  return remote;
}

/** Waits in real time, since a request is on its way for a moment. */
async function untilQuiet(upstream: Upstream): Promise<void> {
  for (let quiet = 0, seen = -1; quiet < 8; quiet++) {
    await wait(1);
    if (seen !== upstream.requests() || upstream.unanswered() > 0) quiet = 0;
    seen = upstream.requests();
  }
}

async function pass(upstream: Upstream, seconds: number): Promise<void> {
  for (let passedMs = 0; passedMs < seconds * 1_000; passedMs += 500) {
    vi.advanceTimersByTime(500);
    await untilQuiet(upstream);
  }
}

test('a list that is unchanged when its time ends is not sent again', async () => {
  const upstream = await openSigil(catalogOf(300));
  const remote = await open(upstream);
  const once = { ...upstream.traffic('tools/list') };

  await pass(upstream, 95);

  const all = upstream.traffic('tools/list');
  expect(once.calls).toBe(1);
  expect(once.bytes).toBeGreaterThan(30_000);
  expect(all.calls).toBe(4);
  expect((all.bytes - once.bytes) / 3).toBeLessThan(500);
  expect(remote.source.current().tools).toHaveLength(300);
});

test('a list that changes is sent again, also without a notification', async () => {
  const upstream = await openSigil(catalogOf(3));
  const remote = await open(upstream);

  upstream.replace(catalogOf(4), []);
  await pass(upstream, 33);

  await expect.poll(() => remote.source.current().tools).toHaveLength(4);
});

test('a list of several pages is read again as a whole if it changes', async () => {
  const upstream = await openSigil(catalogOf(5), { limits: { pageSize: 2 } });
  const remote = await open(upstream);
  expect(upstream.traffic('tools/list').calls).toBe(3);

  await pass(upstream, 33);
  expect(upstream.traffic('tools/list').calls).toBe(4);
  expect(remote.source.current().tools).toHaveLength(5);

  upstream.replace(catalogOf(6), []);
  await pass(upstream, 33);
  expect(upstream.traffic('tools/list').calls).toBe(7);
  await expect.poll(() => remote.source.current().tools).toHaveLength(6);
});

test('an announced change of one list leaves the others, whose times have not ended', async () => {
  const upstream = await openSigil(catalogOf(3, ['one']));
  const remote = await open(upstream);

  upstream.replace(catalogOf(3, ['one', 'two']), ['prompts']);
  await untilQuiet(upstream);
  await pass(upstream, 2);

  expect(names.map((name) => upstream.traffic(name).calls)).toEqual([1, 2, 1, 1]);
  await expect.poll(() => remote.source.current().prompts).toHaveLength(2);
});

test('an upstream that answers "unchanged" about a list that was never sent is not believed', async () => {
  const { url } = await listen((_request, response, body) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const extensions = { 'dev.sigil/not-modified': {} };
    const _meta = { 'dev.sigil/notModified': true, 'dev.sigil/validator': 'x' };
    const hints = { ttlMs: 30_000, cacheScope: 'public' };
    const results: Readonly<Record<string, JsonObject>> = {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {}, extensions }, ...hints },
      'tools/list': { tools: [{ name: 'one', inputSchema: { type: 'object' } }], _meta, ...hints },
    };
    const result = { resultType: 'complete', ...results[method] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  const remote = openRemote({ url }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;

  expect(remote.source.current().tools).toHaveLength(1);
});
