import { connectPlugin, type McpClient } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordedServer, type RecordedServer } from './recorded-server.test-support.js';

let github: RecordedServer;
let client: McpClient;

beforeAll(async () => {
  github = await openRecordedServer();
  client = await connectPlugin(plugin, { configuration: { apiUrl: github.url } });
});

afterAll(async () => {
  await client.close();
  github.close();
});

test('issues are found by words', async () => {
  const { structuredContent } = await client.callTool('search', { repository: 'nodejs/node', words: 'fetch memory' });

  expect(structuredContent).toMatchObject([{ number: 51347, author: 'octocat', state: 'open' }]);
  expect(decodeURIComponent(github.asked.at(-1)!)).toContain('repo:nodejs/node+is:issue+state:open+fetch+memory');
});

test('a repository without its owner is rejected without a request to GitHub', async () => {
  const before = github.asked.length;

  const { isError, content } = await client.callTool('search', { repository: 'node', words: 'x' });

  expect(isError).toBe(true);
  expect(JSON.stringify(content)).toContain('repository');
  expect(github.asked).toHaveLength(before);
});

test('an issue reads as Markdown', async () => {
  expect(await client.readResource('issues://nodejs/node/51347')).toMatchObject([
    { mimeType: 'text/markdown', text: expect.stringMatching(/^# fetch: memory grows/) },
  ]);
});

test('reading an unknown issue fails', async () => {
  await expect(client.readResource('issues://nodejs/node/1')).rejects.toThrow();
});

test('the rate limit message says when the limit ends and suggests a token', async () => {
  const { content } = await client.callTool('search', { repository: 'busy/node', words: 'x' });

  expect(JSON.stringify(content)).toMatch(/until 2026-.*Configure a token/);
});
