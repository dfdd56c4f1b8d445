import { once } from 'node:events';
import { createEngine, type Principal } from '@sigil/core/engine';
import { textResult, toolOf } from '@sigil/testing/transports';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  begin,
  legacy,
  legacyNotification,
  modern,
  openTestServer,
  initialize,
  readStream,
  send,
  sourceOf,
  withHeaders,
  type Sending,
} from '../http.test-support.js';
import { openHttpServer } from '../listening/open-http-server.js';
import { createSseEndpoints } from '../sse-pair/sse-endpoints.js';
import type { Authenticate, DenyScopes } from './authentication.js';

/** Uses a caller's token as its scopes. */
const byScopes: Authenticate = ({ authorization = '' }): Principal => ({
  id: 'ann',
  issuer: 'https://as.example',
  scopes: authorization.replace('Bearer ', '').split('+'),
  claims: {},
});
const denyScopes: DenyScopes = (scopes, url) => ({
  status: 403,
  message: 'more scopes are needed',
  headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}", url="${url}"` },
});
const challenge = 'Bearer error="insufficient_scope", scope="orders:read orders:write", url="/mcp"';

const holding = (token: string, sending: Sending): Sending =>
  withHeaders(sending, { Authorization: `Bearer ${token}` });
const onlyStreams = (sending: Sending): Sending => withHeaders(sending, { Accept: 'text/event-stream' });

function guardedTool() {
  const run = vi.fn(async () => textResult('paid'));
  const tool = toolOf('pay', run);
  return { run, tool: { ...tool, scopes: ['orders:read', 'orders:write'] } };
}

const params = { name: 'pay', arguments: {} };
const versionOf = (date: string): Record<string, string> => ({ 'MCP-Protocol-Version': date });

async function sessionOf(port: number): Promise<string> {
  const answer = await send(port, holding('orders:read', initialize()));
  const id = String(answer.headers['mcp-session-id']);
  await send(port, holding('orders:read', legacyNotification('notifications/initialized', {}, id)));
  return id;
}

// Rules: 212
describe('a call whose caller lacks a scope', () => {
  test.each<[string, (port: number) => Promise<Sending> | Sending, 'stateful' | 'stateless']>([
    ['modern', () => modern('tools/call', params), 'stateful'],
    ['modern, for a stream', () => onlyStreams(modern('tools/call', params)), 'stateful'],
    ['in a session', async (port) => legacy('tools/call', params, await sessionOf(port)), 'stateful'],
    ['by itself', () => withHeaders(legacy('tools/call', params), versionOf('2025-06-18')), 'stateless'],
  ])('%s: gets 403 with a challenge for all scopes, and nothing runs', async (_how, make, sessions) => {
    const { run, tool } = guardedTool();
    const { port } = await openTestServer({ authenticate: byScopes, denyScopes, sessions, tools: [tool] });
    const sending = await make(port);

    const refused = await send(port, holding('orders:read', sending));
    expect(run).not.toHaveBeenCalled();
    const stepped = await send(port, holding('orders:read+orders:write', sending));

    expect([refused.status, refused.headers['www-authenticate']]).toEqual([403, challenge]);
    expect(refused.messages[0]?.error?.message).toBe('this needs the scope orders:read orders:write');
    expect([stepped.status, run.mock.calls.length]).toEqual([200, 1]);
  });

  test('in a batch: gets an error in its place, beside what the caller may do, and nothing runs', async () => {
    const { run, tool } = guardedTool();
    const { port } = await openTestServer({ authenticate: byScopes, denyScopes, sessions: 'stateless', tools: [tool] });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const body = JSON.stringify([list, { jsonrpc: '2.0', id: 2, method: 'tools/call', params }]);

    const answer = await send(port, holding('orders:read', { headers: versionOf('2025-03-26'), body }));

    expect(answer.status).toBe(200);
    expect(answer.messages).toMatchObject([
      { id: 1, result: { tools: [{ name: 'pay' }] } },
      { id: 2, error: { message: 'this needs the scope orders:read orders:write' } },
    ]);
    expect(run).not.toHaveBeenCalled();
  });

  test('over the endpoint pair of 2024-11-05: gets an error on the stream, by the scopes of its POST', async () => {
    const { run, tool } = guardedTool();
    const engine = createEngine({ info: { name: 'test', version: '1' }, source: sourceOf([tool]) });
    const pair = createSseEndpoints(engine, { messagesPath: '/messages', authenticate: byScopes });
    const endpoints = new Map([
      ['/sse', pair.stream],
      ['/messages', pair.messages],
    ]);
    const http = await openHttpServer({ endpoints, port: 0 });
    onTestFinished(() => http.close({ graceMs: 1 }));
    const opened = await begin(
      http.port,
      holding('orders:read', { method: 'GET', path: '/sse', headers: { Accept: 'text/event-stream' } }),
    );
    onTestFinished(() => void opened.destroy());
    const [first] = (await once(opened, 'data')) as [Buffer];
    const path = /data: (\S+)/.exec(String(first))![1]!;
    const next = readStream(opened);
    const post = (token: string, sending: Sending) => send(http.port, holding(token, { ...sending, path }));
    await post('orders:read', initialize('2024-11-05'));
    await next();

    await post('orders:read', legacy('tools/call', params));
    const refused = await next();
    await post('orders:read+orders:write', legacy('tools/call', params));
    const answered = await next();

    expect(refused?.error?.message).toBe('this needs the scope orders:read orders:write');
    expect(answered).toHaveProperty('result');
    expect(run).toHaveBeenCalledOnce();
  });
});
