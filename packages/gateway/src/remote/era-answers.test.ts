/** Answers of deployed legacy servers, and of the proxies before them, to a request that they do not know. */
import { expect, test } from 'vitest';
import { openGateway, readReceived, resultOf, standardAnswer, textOf } from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

const json = 'application/json';
const session = 'c0ffee';

function errorWith(id: unknown, code: unknown, message = 'no'): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

/** Opens an upstream with sessions. @param unknown its answer to a request without one */
async function openStrict(unknown: { status: number; type?: string | undefined; body?: string }): Promise<string> {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(400).end('no stream here');
    const received = readReceived(body);
    if (received.method !== 'initialize' && request.headers['mcp-session-id'] !== session) {
      const { status, type, body: text = '' } = unknown;
      return response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(text);
    }
    if (received.id === undefined) return response.writeHead(202).end();
    const answer = standardAnswer(received) ?? resultOf(received.id);
    return response.writeHead(200, { 'content-type': json, 'mcp-session-id': session }).end(JSON.stringify(answer));
  });
  return url;
}

test.each([
  ['a refusal of a method', { status: 200, type: json, body: errorWith(1, -32_601) }],
  ['an error of its own', { status: 200, type: json, body: errorWith(1, -32_000, 'Unsupported protocol version') }],
  ['an error with an id of its own', { status: 400, type: json, body: errorWith('server-error', -32_600) }],
  ['an error with an id of its own as a success', { status: 200, type: json, body: errorWith(0, -32_600) }],
  [
    'an error in another form',
    { status: 400, type: json, body: '{"error":{"code":"invalid_payload","message":"Unknown method","param":"$"}}' },
  ],
  ['an unknown session', { status: 404, type: 'text/plain', body: 'Invalid session ID' }],
  ['a demand for a session', { status: 422, body: 'Unexpected message, expect initialize request' }],
  ['a demand for a session as if it were credentials', { status: 401, body: 'Unauthorized: Session ID is required' }],
  ['a wrong method', { status: 405, body: 'Method Not Allowed' }],
  ['a failure', { status: 500, type: 'text/html', body: '<h1>Internal Server Error</h1>' }],
  ['nothing', { status: 200, type: json }],
  ['nothing at all', { status: 204 }],
  ['an acceptance', { status: 202 }],
  ['a text', { status: 200, type: 'text/plain', body: 'OK' }],
])('a legacy upstream is found out by %s', async (_what, unknown) => {
  const { remote, connect } = await openGateway({ url: await openStrict(unknown), protocol: 'auto' });
  const client = await connect();

  expect(remote.status).toMatchObject({ state: 'serving', era: 'legacy' });
  expect(textOf(await client.callTool('one', {}))).toBe('done');
});

test.each([
  ['a challenge', { 'www-authenticate': 'Bearer' }, 'Session ID is required'],
  ['no word of a session', {}, 'who are you?'],
])('a 401 with %s is about credentials, and no verdict', async (_what, headers, body) => {
  const methods: unknown[] = [];
  const { url } = await listen((_request, response, text) => {
    methods.push(readReceived(text).method);
    response.writeHead(401, headers).end(body);
  });

  const { remote } = await openGateway({ url, protocol: 'auto' });

  expect(remote.status.state).toBe('unauthorized');
  expect(new Set(methods)).toEqual(new Set(['server/discover']));
});
