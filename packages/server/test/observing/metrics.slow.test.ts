import { spawnSync } from 'node:child_process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openObservedServer } from './observed-server.test-support.js';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

async function scrape(url: string | undefined, accept = '*/*') {
  const answer = await fetch(`${url}/metrics`, { headers: { Accept: accept } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

test('metrics are served when enabled, without names invented by callers', async () => {
  const { server, call } = await openObservedServer({ MCP_METRICS: 'true' });
  await call('echo', { text: 'hi' });
  await call('refuse', { why: 'no' });
  await call('break', { secret: 's3cret' });
  for (let count = 0; count < 1_000; count++) await call(`invented-${count}`);

  const plain = await scrape(server.url);
  const open = await scrape(server.url, 'application/openmetrics-text; version=1.0.0');

  const duration = (name: string, outcome: string): string =>
    `mcp_server_operation_duration_seconds_count{server="sky",method="tools/call",name="${name}",outcome="${outcome}"}`;
  expect(plain.text).toContain(`${duration('echo', 'ok')} 1\n`);
  expect(plain.text).toContain(`${duration('refuse', 'tool-error')} 1\n`);
  expect(plain.text).toContain(`${duration('other', 'error')} 1000\n`);
  expect(plain.text).toContain('sigil_faults_total{server="sky"} 1\n');
  expect(plain.text).toContain('sigil_plugin_up{plugin="sky"} 1\n');
  expect(plain.text).toMatch(/sigil_generation\{plugin="sky",cid="bafk\w+"\} 1\n/);
  expect(plain.text).toMatch(/sigil_swaps_total\{plugin="sky",outcome="swapped"\} 1\n/);
  expect(plain.text).not.toMatch(/invented|s3cret/);
  expect([plain.type, open.type]).toEqual([
    'text/plain; version=0.0.4; charset=utf-8',
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  ]);
  // Outside CI the checker may be absent: `.ci/run` installs it.
  if (hasPromtool || process.env['CI']) {
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: plain.text, encoding: 'utf8' });
    expect([checked.status, checked.stdout + checked.stderr]).toEqual([0, '']);
  }
});

test('sessions and calls to upstream servers have duration metrics', async () => {
  const upstream = await openObservedServer({});
  const { server } = await openObservedServer({
    MCP_METRICS: 'true',
    MCP_SERVER_FAR_URL: `${upstream.server.url}/mcp/sky`,
  });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/far`));
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  await vi.waitFor(async () => expect((await client.listTools()).tools).toHaveLength(4), { timeout: 30_000 });

  await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
  await transport.terminateSession();

  const { text } = await scrape(server.url);
  const passedOn = '{upstream="far",method="tools/call",outcome="ok"}';
  expect(text).toContain(`mcp_client_operation_duration_seconds_count${passedOn} 1\n`);
  expect(text).toContain('mcp_server_session_duration_seconds_count{server="far"} 1\n');
});

test('metrics with a port of their own are not served on the server’s port', async () => {
  const { server, call, lines } = await openObservedServer({ MCP_METRICS_PORT: '0' });
  await call('echo', { text: 'hi' });
  const url = /are at (http:\S+)\/metrics/.exec(lines.join(''))?.[1];

  expect((await scrape(url)).text).toContain('name="echo",outcome="ok"} 1\n');
  expect((await fetch(`${url}/healthz`)).status).toBe(404);
  expect((await scrape(server.url)).status).toBe(404);
});

test('there are no metrics unless they are asked for', async () => {
  const { server } = await openObservedServer({});

  expect((await scrape(server.url)).status).toBe(404);
});
