import type { JsonObject } from '@sigil/core';
import { connectPlugin, openPlugin, type McpClient } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { expect, test, vi } from 'vitest';

const configuration = { pageMs: 1 };

async function jobsOf(client: McpClient): Promise<JsonObject[]> {
  const [contents] = await client.readResource('queue://jobs');
  return JSON.parse(String(contents?.['text'])) as JsonObject[];
}

test('reports are rendered in call order, with progress for each page', async () => {
  const client = await connectPlugin(plugin, { configuration });
  const pages: (string | undefined)[] = [];

  const first = client.callTool(
    'render',
    { title: 'A', pages: 3 },
    { onProgress: ({ message }) => pages.push(message) },
  );
  const second = client.callTool('render', { title: 'B', pages: 1 });
  const waiting = await jobsOf(client);

  expect(waiting.map(({ title }) => title)).toEqual(['A', 'B']);
  expect((await first).structuredContent).toEqual({ title: 'A', pages: 3 });
  expect((await second).structuredContent).toEqual({ title: 'B', pages: 1 });
  expect(pages).toEqual(['page 1 of 3', 'page 2 of 3', 'page 3 of 3']);
  expect(await jobsOf(client)).toEqual([]);
  await client.close();
});

test('a cancelled call leaves the queue, and the next report is rendered', async () => {
  const client = await connectPlugin(plugin, { configuration: { pageMs: 200 } });
  const leaving = new AbortController();

  const first = client.callTool('render', { title: 'A', pages: 10 }, { signal: leaving.signal });
  const second = client.callTool('render', { title: 'B', pages: 1 });
  await vi.waitFor(async () => expect(await jobsOf(client)).toHaveLength(2), 20_000);
  leaving.abort();

  await expect(first).rejects.toThrow();
  expect((await second).structuredContent).toEqual({ title: 'B', pages: 1 });
  await vi.waitFor(async () => expect(await jobsOf(client)).toEqual([]), 20_000);
  await client.close();
});

test('a call that is cancelled while it waits leaves the queue at once, and keeps the order of the others', async () => {
  const client = await connectPlugin(plugin, { configuration: { pageMs: 100 } });
  const leaving = new AbortController();
  const ended: string[] = [];

  const first = client.callTool('render', { title: 'A', pages: 5 }).then(() => ended.push('A'));
  const second = client.callTool('render', { title: 'B', pages: 1 }, { signal: leaving.signal });
  const third = client.callTool('render', { title: 'C', pages: 1 }).then(() => ended.push('C'));
  await vi.waitFor(async () => expect(await jobsOf(client)).toHaveLength(3), 20_000);
  leaving.abort();

  await expect(second).rejects.toThrow();
  await vi.waitFor(async () => expect((await jobsOf(client)).map(({ title }) => title)).toEqual(['A', 'C']), 20_000);
  expect(ended).toEqual([]);
  await Promise.all([first, third]);
  expect(ended).toEqual(['A', 'C']);
  await client.close();
});

// #region task
test('a client fetches the result of a long report from its task', async () => {
  const opened = await openPlugin(plugin, { configuration });
  const client = await opened.connect({ revision: '2025-11-25' });

  const { task } = await client.request('tools/call', {
    name: 'render',
    arguments: { title: 'Annual', pages: 20 },
    task: { ttl: 60_000 },
  });
  const { taskId } = task as { taskId: string };
  const result = await client.request('tasks/result', { taskId });

  expect(result).toMatchObject({ structuredContent: { title: 'Annual', pages: 20 } });
  await client.close();
  await opened.close();
});
// #endregion task
