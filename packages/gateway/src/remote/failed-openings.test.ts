/** Calls whose conversation cannot be opened: they have not run, and their errors name the server. */
import { expect, test } from 'vitest';
import {
  openGateway,
  openScriptedWs,
  readReceived,
  resultOf,
  standardAnswer,
  textOf,
} from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

test('a per-client session that does not open in time fails the call with a reason', async () => {
  let handshakes = 0;
  const url = await openScriptedWs(({ method }, _say, socket) => {
    if (method === 'initialize' && ++handshakes > 1) socket.send = () => undefined;
  });
  const { connect } = await openGateway({ url, sessions: 'perClient', connectTimeoutMs: 1_000 });

  const answer = await (await connect()).callTool('one');

  expect(textOf(answer)).toBe('server "up": the server took too long');
});

/** Opens an upstream whose handshakes for its lists, two, succeed, and whose next ones fail as often as the test says. */
async function openShaky(kind: 'silent' | 'broken', times: number): Promise<string> {
  let handshakes = 0;
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    if (received.id === undefined) return response.writeHead(202).end();
    const isShaky = received.method === 'initialize' && handshakes++ > 1 && handshakes <= times + 2;
    if (isShaky) return kind === 'broken' ? response.destroy() : undefined;
    const answer = standardAnswer(received) ?? resultOf(received.id);
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return url;
}

test.each([
  ['silent', 'server "up": the server took too long'],
  ['broken', 'done'],
] as const)('after a %s handshake for a client that can be asked, the call returns: %s', async (kind, expected) => {
  const { connect } = await openGateway({ url: await openShaky(kind, 1), connectTimeoutMs: 1_000 });
  const client = await connect({ capabilities: { elicitation: { form: {} } } });

  expect(textOf(await client.callTool('one'))).toBe(expected);
});
