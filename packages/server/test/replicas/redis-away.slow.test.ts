import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSharedReplicas, type SharedReplicas } from './shared-replicas.test-support.js';

const modern = '2026-07-28';
const legacy = '2025-11-25';
const awayMs = 10_000;

function post(url: URL, message: object, headers: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
}

async function callModern(url: URL): Promise<boolean> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  const headers = { 'MCP-Protocol-Version': modern, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'who' };
  const response = await post(url, { method: 'tools/call', params: { name: 'who', arguments: {}, _meta } }, headers);
  const { result } = (await response.json()) as { result?: object };
  return response.status === 200 && result !== undefined;
}

/** Calls without a pause, by several callers at a time. @returns stops, and counts */
function startLoad(call: () => Promise<boolean>, callers: number): () => Promise<{ calls: number; failures: number }> {
  const counts = { calls: 0, failures: 0 };
  const ending = new AbortController();
  const keepCalling = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const isAnswered = await call().catch(() => false);
      counts.calls++;
      if (!isAnswered) counts.failures++;
    }
  };
  const running = Array.from({ length: callers }, keepCalling);
  return async () => {
    ending.abort();
    await Promise.all(running);
    return counts;
  };
}

async function connectLegacy({ url }: SharedReplicas): Promise<() => Promise<boolean>> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url));
  onTestFinished(() => client.close());
  return async () => (await client.callTool({ name: 'who', arguments: {} })).isError !== true;
}

function openSession(url: URL): Promise<Response> {
  const clientInfo = { name: 'test', version: '1' };
  return post(url, { method: 'initialize', params: { protocolVersion: legacy, capabilities: {}, clientInfo } }, {});
}

test('ten seconds without Redis fail no modern call and no call of a known session', async () => {
  const replicas = await openSharedReplicas(2);
  const { url, redis, log } = replicas;
  const callLegacy = await connectLegacy(replicas);
  for (let count = 0; count < 4; count++) await callLegacy();
  const stopModern = startLoad(() => callModern(url), 8);
  await new Promise((resolve) => setTimeout(resolve, 500));

  await redis.kill();
  await vi.waitFor(() => expect(log.join('')).toContain('is away'), { timeout: 20_000 });
  const stopLegacy = startLoad(callLegacy, 1);
  const refused = await openSession(url);
  const health = await fetch(new URL('/healthz', replicas.replicas[0]!.url));
  const ready = await fetch(new URL('/readyz', replicas.replicas[0]!.url));
  await new Promise((resolve) => setTimeout(resolve, awayMs));
  const ofLegacy = await stopLegacy();
  await redis.start();
  const backAt = performance.now();
  await vi.waitFor(
    async () => {
      const opened = await Promise.all([openSession(url), openSession(url)]);
      expect(opened.map(({ status }) => status)).toEqual([200, 200]);
    },
    { timeout: 10_000, interval: 20 },
  );
  const recoveredMs = Math.round(performance.now() - backAt);
  const ofModern = await stopModern();

  process.stdout.write(
    `modern ${ofModern.calls} calls, legacy ${ofLegacy.calls}; sessions again after ${recoveredMs} ms\n`,
  );
  expect(ofModern.failures).toBe(0);
  expect(ofLegacy).toMatchObject({ failures: 0 });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await health.json()).toMatchObject({
    status: 'degraded',
    store: { kind: 'redis', state: 'away', lastError: expect.stringContaining('Redis at 127.0.0.1') },
  });
  expect(ready.status).toBe(200);
  expect(log.filter((line) => line.includes('is away'))).toHaveLength(2);
}, 60_000);
