/** A modern upstream's own time for its lists, by virtual time. */
import type { JsonObject } from '@sigil/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRemote } from './open-remote.js';
import { listen } from '@sigil/test-support/upstream-servers';

interface Asked {
  /** The request whose times are returned; by default those of the list. */
  readonly method?: string;
  /** The time that the upstream states for its own facts; by default an hour. */
  readonly factsTtlMs?: number;
}

/** @returns the virtual times in seconds at which the list was read, in the first 2 minutes */
async function readingsWith(
  ttlMs: number | undefined,
  configuration: JsonObject = {},
  { method: counted = 'tools/list', factsTtlMs = 3_600_000 }: Asked = {},
): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const readings: number[] = [];
  let requests = 0;
  const begun = performance.now();
  const hints = ttlMs === undefined ? {} : { ttlMs, cacheScope: 'public' };
  const { url } = await listen((_request, response, body) => {
    requests++;
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    if (method === counted) readings.push(Math.round((performance.now() - begun) / 1_000));
    const result = {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      tools: [{ name: 'one', inputSchema: { type: 'object' } }],
      ...hints,
      ...(method === 'server/discover' ? { ttlMs: factsTtlMs, cacheScope: 'public' } : {}),
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  const remote = openRemote({ url, ...configuration }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  for (let passedMs = 0; passedMs < 120_000; passedMs += 500) {
    vi.advanceTimersByTime(500);
    for (let quiet = 0, seen = -1; quiet < 4; quiet++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (seen !== requests) quiet = 0;
      seen = requests;
    }
  }
  return readings;
}

test('lists are read again when the upstream’s ttlMs ends, if that is sooner than our interval', async () => {
  expect(await readingsWith(30_000)).toEqual([0, 30, 60, 90, 120]);
});

test('a ttlMs that is longer than our interval postpones the reading', async () => {
  expect(await readingsWith(90_000)).toEqual([0, 90]);
});

test('lists are read at most every 5 seconds, however short the ttlMs', async () => {
  expect((await readingsWith(10)).slice(0, 5)).toEqual([0, 5, 10, 15, 20]);
});

test('the facts of the upstream are read again when their own ttlMs ends, and with every reading if it states none', async () => {
  const discovered = { method: 'server/discover' };

  expect(await readingsWith(30_000, {}, discovered)).toEqual([0]);
  expect(await readingsWith(30_000, {}, { ...discovered, factsTtlMs: 50_000 })).toEqual([0, 60, 120]);
  expect(await readingsWith(30_000, {}, { ...discovered, factsTtlMs: 0 })).toEqual([0, 30, 60, 90, 120]);
});

test.each([0, undefined])('a ttlMs of %s leaves our interval', async (ttlMs) => {
  expect(await readingsWith(ttlMs)).toEqual([0, 60, 120]);
});

test('a change of a list ends the time of the facts, since what the upstream can do changes with it', async () => {
  let capabilities: JsonObject = { tools: { listChanged: true } };
  let say = (_message: JsonObject): void => undefined;
  const { url } = await listen((_request, response, body) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    if (method === 'subscriptions/listen') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      say = (message) => void response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
      return say({ method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } });
    }
    const lists = { tools: [], prompts: [{ name: 'new' }] };
    const hints = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' };
    const result = { supportedVersions: ['2026-07-28'], capabilities, ...lists, ...hints };
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  const remote = openRemote({ url }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  expect(remote.source.current().prompts).toEqual([]);

  capabilities = { ...capabilities, prompts: {} };
  say({ method: 'notifications/tools/list_changed', params: {} });

  await expect.poll(() => remote.source.current().prompts).toHaveLength(1);
});
