/** Answers to questions that the upstream does not accept at once. */
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { openGateway, readReceived, resultOf, standardAnswer, textOf } from '../scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

const question = {
  jsonrpc: '2.0',
  id: 'question',
  method: 'elicitation/create',
  params: { message: 'Which?', requestedSchema: { type: 'object', properties: {} } },
};

test('an answer is sent again after the upstream refused it as busy', async () => {
  let refused = 0;
  let call: { readonly id: number; readonly response: ServerResponse } | undefined;
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    if (received.message['id'] === 'question') {
      if (refused++ === 0) return response.writeHead(429).end();
      response.writeHead(202).end();
      return call?.response.end(`data: ${JSON.stringify(resultOf(call.id))}\n\n`);
    }
    if (received.id === undefined) return response.writeHead(202).end();
    const answer = standardAnswer(received);
    if (answer) return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    call = { id: received.id, response: response.writeHead(200, { 'content-type': 'text/event-stream' }) };
    return response.write(`data: ${JSON.stringify(question)}\n\n`);
  });
  const { connect } = await openGateway({ url, timeoutMs: 3_000 });
  const client = await connect({ answers: { elicit: () => ({ action: 'accept', content: {} }) } });

  expect(textOf(await client.callTool('one'))).toBe('done');
});
