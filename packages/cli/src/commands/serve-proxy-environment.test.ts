/** Tests the variables that apply to every remote server, as `sigil serve --proxy` reads them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

interface Upstream {
  readonly url: string;
  /** Number of requests by method. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Opens an upstream with one tool that never answers, and one that is always busy. */
async function openUpstream(): Promise<Upstream> {
  const counts: Record<string, number> = {};
  const tools = ['hang', 'busy'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  const results: Readonly<Record<string, unknown>> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'up', version: '1' },
    },
    'tools/list': { tools },
    ping: {},
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (body === '') return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params?: { name?: string } };
    const counted = params?.name ?? method;
    counts[counted] = (counts[counted] ?? 0) + 1;
    if (params?.name === 'hang') return;
    if (params?.name === 'busy') return void response.writeHead(429).end();
    if (id === undefined) return void response.writeHead(202).end();
    if (!results[method]) return void response.writeHead(400).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, counts };
}

/** Serves the upstream until the test ends. @returns its URL here */
async function serve({ url }: Upstream, env: Readonly<Record<string, string>>): Promise<string> {
  const captured = new CapturedTerminal({ env });
  const ended = runSigil(['serve', '--proxy', url, '--port', '0'], captured.terminal);
  onTestFinished(async () => {
    captured.interrupt();
    await ended;
  });
  const [, proxied] = await captured.out.has(/serves 2 tools, .* at (\S+)/);
  return proxied!;
}

test('MCP_CLIENT_TIMEOUT ends a call that takes longer', async () => {
  const upstream = await openUpstream();
  const url = await serve(upstream, { MCP_CLIENT_TIMEOUT: '0.2' });

  const { stdout, stderr } = await run(['call', url, 'hang']);

  expect(stdout + stderr).toContain('took longer than 200 ms');
  expect(upstream.counts['hang']).toBe(1);
});

test.each([
  ['0', 1],
  ['2', 3],
])('with MCP_CLIENT_RETRY_ATTEMPTS=%s a call that is answered with 429 is sent %i times', async (retries, times) => {
  const upstream = await openUpstream();
  const url = await serve(upstream, { MCP_CLIENT_RETRY_ATTEMPTS: retries });

  const { exitCode } = await run(['call', url, 'busy']);

  expect(exitCode).not.toBe(0);
  expect(upstream.counts['busy']).toBe(times);
});

test('an upstream without notifications is listed again at every MCP_HEALTH_CHECK_INTERVAL', async () => {
  const upstream = await openUpstream();

  await serve(upstream, { MCP_HEALTH_CHECK_INTERVAL: '0.1' });

  await expect.poll(() => upstream.counts['tools/list'], { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
});

test('an unknown variable is rejected with the nearest name', async () => {
  const { url } = await openUpstream();

  const outcome = await run(['serve', '--proxy', url, '--port', '0'], { env: { MCP_CLIENT_TIMEOUTS: '1' } });

  expect(outcome.exitCode).toBe(2);
  expect(outcome.stderr).toContain('Did you mean "MCP_CLIENT_TIMEOUT"?');
});
