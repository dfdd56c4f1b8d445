/** An upstream that is deployed anew behind its address: of another era, or with other capabilities. */
import { setTimeout as wait } from 'node:timers/promises';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';
import { answerByFetch, listen, openLegacyHttp, openModernHttp } from '@sigil/test-support/upstream-servers';

const upstreams = { legacy: openLegacyHttp, modern: openModernHttp } as const;
const changes = [
  ['modern', 'legacy'],
  ['legacy', 'modern'],
] as const;

interface Opened {
  readonly remote: RemoteServer;
  readonly client: McpClient;
}

async function open(url: string, healthMs: number): Promise<Opened> {
  const remote = openRemote({ url, healthMs }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => client.close());
  return { remote, client };
}

/** An address that leads to one upstream, and from the switch on to another. */
async function openSwitched(first: string): Promise<{ readonly url: string; switchTo(next: string): void }> {
  let target = first;
  const { url } = await listen((request, response, body) =>
    answerByFetch((asked) => fetch(new Request(target, asked)), request, response, body),
  );
  return { url, switchTo: (next) => (target = next) };
}

test.each(changes)('a call to a %s upstream redeployed as a %s one is answered', async (before, after) => {
  const [old, next] = [await upstreams[before](), await upstreams[after]()];
  const { url, switchTo } = await openSwitched(old.url);
  const { remote, client } = await open(url, 60_000);
  const first = await client.callTool('echo', { text: 'a' });

  switchTo(next.url);
  await old.close();
  const second = await client.callTool('echo', { text: 'b' });

  expect([first, second]).toMatchObject([{ content: [{ text: 'echo a' }] }, { content: [{ text: 'echo b' }] }]);
  expect(next.state.calls).toEqual({ echo: 1 });
  await expect.poll(() => remote.status).toMatchObject({ state: 'serving', era: after });
});

test.each(changes)('a %s upstream redeployed as a %s one is detected without a call', async (before, after) => {
  const [old, next] = [await upstreams[before](), await upstreams[after]()];
  next.state.tools = [{ name: 'added', inputSchema: { type: 'object' } }];
  const { url, switchTo } = await openSwitched(old.url);
  const { remote, client } = await open(url, 200);

  switchTo(next.url);
  await old.close();

  await expect.poll(() => remote.status).toMatchObject({ state: 'serving', era: after });
  expect((await client.listTools()).map(({ name }) => name)).toContain('added');
});

test('new capabilities of a modern upstream are detected', async () => {
  const upstream = await openModernHttp();
  let capabilities: object = { tools: {} };
  const { url } = await listen(async (request, response, body) => {
    const { id, method } = JSON.parse(body) as { id?: unknown; method?: string };
    if (method !== 'server/discover') {
      const passOn = (asked: Request): Promise<Response> => fetch(new Request(upstream.url, asked));
      return answerByFetch(passOn, request, response, body);
    }
    const result = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities };
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  const { client } = await open(url, 200);
  const before = await client.listPrompts();

  capabilities = { tools: {}, prompts: {} };

  await expect.poll(async () => (await client.listPrompts()).length).toBeGreaterThan(0);
  expect(before).toEqual([]);
});

test('a modern upstream is read again after its notification stream broke off', async () => {
  const upstream = await openModernHttp();
  const { url, server } = await listen((request, response, body) =>
    answerByFetch((asked) => fetch(new Request(upstream.url, asked)), request, response, body),
  );
  const { client } = await open(url, 60_000);
  await expect.poll(() => upstream.requests.map(({ method }) => method)).toContain('subscriptions/listen');

  upstream.state.tools = [{ name: 'added', inputSchema: { type: 'object' } }];
  server.closeAllConnections();

  await expect.poll(async () => (await client.listTools()).map(({ name }) => name)).toContain('added');
});

test('a notification that arrives during a health check is handled', async () => {
  const upstream = await openModernHttp();
  let isAsked: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  let count = 0;
  const { url } = await listen(async (request, response, body) => {
    const isSignOfLife = request.headers['mcp-method'] === 'server/discover' && ++count > 1;
    if (isSignOfLife) {
      isAsked?.();
      await wait(40);
    }
    await answerByFetch((it) => fetch(new Request(upstream.url, it)), request, response, body);
  });
  const { client } = await open(url, 100);

  await asked;
  upstream.state.tools = [{ name: 'added', inputSchema: { type: 'object' } }];
  await upstream.announceList('tools');

  await expect.poll(async () => (await client.listTools()).map(({ name }) => name)).toContain('added');
});

test('repeated errors of an unchanged upstream are passed on, with at most one new discovery', async () => {
  const upstream = await openModernHttp();
  const { client } = await open(upstream.url, 60_000);
  const asked = (): number => upstream.requests.filter(({ method }) => method === 'server/discover').length;
  const before = asked();

  const errors = await Promise.all(
    Array.from({ length: 20 }, () =>
      client.request('completion/complete', unknownReference).catch((error: unknown) => error),
    ),
  );

  expect(errors).toMatchObject(errors.map(() => ({ code: -32602 })));
  expect(asked() - before).toBeLessThan(2);
});

const unknownReference = { ref: { type: 'ref/prompt', name: 'absent' }, argument: { name: 'a', value: '' } };
