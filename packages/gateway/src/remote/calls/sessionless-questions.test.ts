/** Upstreams over HTTP without session ids, which have one stream for all clients, and ask on it. */
import type { ServerResponse } from 'node:http';
import type { ClientAnswers } from '@sigil/testing';
import { expect, test } from 'vitest';
import { openGateway, readReceived, resultOf, standardAnswer, textOf } from '../scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

const json = { 'content-type': 'application/json' };
const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
const question = {
  jsonrpc: '2.0',
  id: 'q',
  method: 'elicitation/create',
  params: { message: 'Who are you?', requestedSchema },
};

/** Opens an upstream whose tool `one` asks on the stream once as many calls of it run as given. Its text is the reply. */
async function openAsking(calls: number): Promise<string> {
  let stream: ServerResponse | undefined;
  const waiting = new Map<number, ServerResponse>();
  const { url } = await listen((request, response, body) => {
    if (request.method === 'GET' && stream) return response.writeHead(409).end();
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      return stream.write(': open\n\n');
    }
    const received = readReceived(body);
    const answer = standardAnswer(received);
    if (answer) return response.writeHead(200, json).end(JSON.stringify(answer));
    if (received.method === 'tools/call') {
      waiting.set(received.id!, response);
      return waiting.size === calls && stream?.write(`data: ${JSON.stringify(question)}\n\n`);
    }
    response.writeHead(202).end();
    if (received.method !== undefined) return undefined;
    const { result, error } = received.message;
    for (const [id, held] of waiting) {
      held.writeHead(200, json).end(JSON.stringify(resultOf(id, JSON.stringify(result ?? error))));
    }
    return undefined;
  });
  return url;
}

const elicit = (name: string): ClientAnswers => ({ elicit: () => ({ action: 'accept', content: { name } }) });

test('the question reaches the only call in flight, whose client has a session of its own with us', async () => {
  const { connect } = await openGateway({ url: await openAsking(1) });
  const client = await connect({ answers: elicit('Ada') });

  const answer = await client.callTool('one');

  expect(textOf(answer)).toBe('{"action":"accept","content":{"name":"Ada"}}');
});

test('the question reaches no client while the calls of two are in flight', async () => {
  const { connect } = await openGateway({ url: await openAsking(2) });
  const ada = await connect({ answers: elicit('Ada') });
  const bob = await connect({ answers: { ...elicit('Bob'), roots: () => [] } });

  const answers = await Promise.all([ada.callTool('one'), bob.callTool('one')]);

  for (const answer of answers) expect(textOf(answer)).toContain('nobody can be asked here');
});
