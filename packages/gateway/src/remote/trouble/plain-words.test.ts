/** An upstream whose names and errors could forge lines of the operator's log. */
import type { JsonObject } from '@sigil/core';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../open-remote.js';
import { listen } from '@sigil/test-support/upstream-servers';

const forging = 'x\u001b[2K\nall is well\u202e';

async function toldBy(results: Readonly<Record<string, JsonObject>>): Promise<string[]> {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    if (id === undefined) return response.writeHead(202).end();
    const result = results[method];
    const answer = result ? { result } : { error: { code: -32603, message: forging.repeat(100) } };
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  const told: string[] = [];
  const tell = (words: string): void => void told.push(words);
  const remote = openRemote(
    { url, protocol: 'legacy' },
    { name: 'up', client: { name: 'sigil', version: '0' }, onProblem: tell, onNote: tell },
  );
  onTestFinished(() => remote.close());
  await remote.ready;
  return [...told, ...remote.leftOut, remote.status.server ?? '', remote.status.lastError?.message ?? ''];
}

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: forging, version: '1' },
};

test.each<[string, Readonly<Record<string, JsonObject>>]>([
  ['names', { initialize, 'tools/list': { tools: [{ name: forging, inputSchema: { type: 'object' } }] } }],
  ['errors', { initialize }],
])('%s of an upstream are reported on one line, without control characters', async (_what, results) => {
  const told = await toldBy(results);

  expect(told.join('')).toContain('all is well');
  expect(told.filter((words) => /[\p{Cc}\p{Cf}]/u.test(words) || words.length > 1_000)).toEqual([]);
});
