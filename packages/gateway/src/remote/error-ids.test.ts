/** Upstreams that put an id of their own into the errors they send with an error status, as servers of the Python SDK 1 do. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openGateway, readReceived, resultOf, standardAnswer, textOf } from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

const json = { 'content-type': 'application/json' };

function refusal(message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 'server-error', error: { code: -32_600, message } });
}

/** Opens an upstream that wants a session for every request but the first. It refuses calls of the tool `three`. */
async function openWithOwnIds(): Promise<string> {
  let session = randomUUID();
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    const answered = { ...json, 'mcp-session-id': session };
    const answer = standardAnswer(received);
    if (received.method === 'initialize') return response.writeHead(200, answered).end(JSON.stringify(answer));
    const given = request.headers['mcp-session-id'];
    if (given === undefined) return response.writeHead(400, json).end(refusal('Bad Request: Missing session ID'));
    if (given !== session) return response.writeHead(404, json).end(refusal('Session not found'));
    if (received.id === undefined) return response.writeHead(202, answered).end();
    if (answer) return response.writeHead(200, answered).end(JSON.stringify(answer));
    const { name } = received.params;
    if (name === 'three') return response.writeHead(500, json).end(refusal('Error handling POST request'));
    if (name === 'two') session = randomUUID();
    return response.writeHead(200, answered).end(JSON.stringify(resultOf(received.id)));
  });
  return url;
}

test('an error status answers the request, whatever id the error has', async () => {
  const { remote, connect } = await openGateway({ url: await openWithOwnIds(), protocol: 'auto' });
  expect(remote.status).toMatchObject({ state: 'serving', era: 'legacy' });
  const client = await connect();

  expect(textOf(await client.callTool('one', {}))).toBe('done');
  await expect(client.callTool('three', {})).rejects.toMatchObject({
    code: -32_600,
    message: 'Error handling POST request',
  });
  // The upstream forgets the session after this call.
  await client.callTool('two', {});
  expect(textOf(await client.callTool('one', {}))).toBe('done');
});
