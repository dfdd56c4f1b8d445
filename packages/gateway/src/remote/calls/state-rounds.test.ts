/** A modern upstream that asks for nothing but another request, as one does that is not done yet. */
import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { openGateway, readReceived, standardAnswer, textOf } from '../scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

const discovered = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
const done = { content: [{ type: 'text', text: 'done' }] };

test('a call that brings back only a state is sent again after a pause, without answers', async () => {
  const calls: JsonObject[] = [];
  const times: number[] = [];
  const { url } = await listen((request, response, body) => {
    const received = readReceived(body);
    const results: Readonly<Record<string, () => unknown>> = {
      'server/discover': () => discovered,
      'tools/list': () => standardAnswer(received)?.['result'],
      'tools/call': () => {
        calls.push(received.params);
        times.push(performance.now());
        return calls.length < 4 ? { resultType: 'input_required', requestState: `${25 * calls.length}%` } : done;
      },
    };
    const result = results[received.method ?? '']?.();
    if (!result) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id: received.id, result }));
  });
  const client = await (await openGateway({ url, protocol: 'modern' })).connect();

  expect(textOf(await client.callTool('one', {}))).toBe('done');

  expect(calls.map(({ requestState }) => requestState)).toEqual([undefined, '25%', '50%', '75%']);
  expect(calls.filter((params) => 'inputResponses' in params)).toEqual([]);
  const pauses = times.slice(1).map((at, index) => at - times[index]!);
  expect(Math.min(...pauses)).toBeGreaterThan(40);
  expect(pauses[2]).toBeGreaterThan(150);
});
