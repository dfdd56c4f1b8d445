/** The answers of deployed upstreams to a session that they do not know any more. */
import { expect, test } from 'vitest';
import { openGateway, readReceived, resultOf, standardAnswer, textOf } from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

/** Opens an upstream that knows only the latest session. @param refusal its answer to another one */
async function openForgetful(refusal: { status: number; message: string }): Promise<{ url: string; forget(): void }> {
  let session = 1;
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    const json = { 'content-type': 'application/json', 'mcp-session-id': `s${session}` };
    if (received.method !== 'initialize' && request.headers['mcp-session-id'] !== `s${session}`) {
      const error = { code: -32_000, message: refusal.message };
      return response.writeHead(refusal.status, json).end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
    }
    if (received.id === undefined) return response.writeHead(202).end();
    return response.writeHead(200, json).end(JSON.stringify(standardAnswer(received) ?? resultOf(received.id)));
  });
  return { url, forget: () => void session++ };
}

test.each([
  { status: 404, message: 'Session not found' },
  { status: 400, message: 'Bad Request: No valid session ID provided' },
  // A server on the official SDK that opens a new transport for each session it does not know.
  { status: 400, message: 'Bad Request: Server not initialized' },
])('a session that is answered with $status, $message is opened again', async (refusal) => {
  const { url, forget } = await openForgetful(refusal);
  const { connect } = await openGateway({ url });
  const client = await connect();

  forget();

  expect(textOf(await client.callTool('one'))).toBe('done');
});
