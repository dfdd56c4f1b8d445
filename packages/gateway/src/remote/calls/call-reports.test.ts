/** Progress reports outside the calls' own streams: each belongs to the call that it names, and to no other. */
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@sigil/core';
import { releasedMethod } from '@sigil/core/internal';
import { expect, test } from 'vitest';
import {
  openGateway,
  openScriptedWs,
  readReceived,
  resultOf,
  standardAnswer,
  type Received,
} from '../scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

function progressOf({ id }: Received, progress: number): JsonObject {
  return { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id ?? null, progress } };
}

test('a late report for a finished call does not reach the running call', async () => {
  const calls: Received[] = [];
  const url = await openScriptedWs((received, say) => {
    if (received.method !== 'tools/call') return;
    const [first] = calls;
    calls.push(received);
    if (first) {
      say(progressOf(first, 77));
      say({ jsonrpc: '2.0', method: releasedMethod, params: { requestId: first.id ?? null } });
      say(progressOf(received, 1));
    }
    say(resultOf(received.id));
  });
  const client = await (await openGateway({ url })).connect();
  const reported: unknown[] = [];

  await client.callTool('one', {}, { onProgress: () => undefined });
  await client.callTool('two', {}, { onProgress: (progress) => reported.push(progress) });

  expect(reported).toEqual([{ progress: 1 }]);
});

/** Opens an upstream that reports the progress of two calls on its notification stream, and answers both when the test says so. */
async function openNewsUpstream(): Promise<{ readonly url: string; readonly answer: () => void }> {
  let news: ServerResponse | undefined;
  const calls: Received[] = [];
  const waiting: (() => unknown)[] = [];
  const { url } = await listen((request, response, body) => {
    if (request.method === 'GET') {
      news = response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.write(': opened\n\n');
    }
    const received = readReceived(body === '' ? '{}' : body);
    if (received.id === undefined) return response.writeHead(202).end();
    const write = (answer: JsonObject): unknown =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    const standard = standardAnswer(received);
    if (standard) return write(standard);
    calls.push(received);
    waiting.push(() => write(resultOf(received.id)));
    if (calls.length < 2) return undefined;
    for (const call of calls) {
      news?.write(`data: ${JSON.stringify(progressOf(call, call.params['name'] === 'one' ? 1 : 2))}\n\n`);
    }
    return undefined;
  });
  return { url, answer: () => waiting.forEach((answer) => answer()) };
}

test('a report on the notification stream reaches the call that it names, even with one client', async () => {
  const { url, answer } = await openNewsUpstream();
  const { connect } = await openGateway({ url, sessions: 'perClient' });
  const client = await connect();
  const reported: string[] = [];
  const call = (name: string): Promise<unknown> =>
    client.callTool(name, {}, { onProgress: ({ progress }) => reported.push(`${name} ${progress}`) });

  const calls = [call('one'), call('two')];
  await expect.poll(() => reported).toHaveLength(2);
  answer();
  await Promise.all(calls);

  expect(reported.sort()).toEqual(['one 1', 'two 2']);
});
