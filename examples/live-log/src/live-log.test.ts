import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectPlugin, type McpClient } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'live-log-'));
const file = join(folder, 'app.log');
let client: McpClient;

beforeEach(async () => {
  writeFileSync(file, 'info started\n');
  client = await connectPlugin(plugin, { configuration: { file } });
});

afterEach(async () => {
  await client.close();
  rmSync(file);
});

/** Calls `follow`; each line that arrives is given to `onLine`. */
function follow(args: { containing?: string; limit?: number }, onLine: (line: string) => void, signal?: AbortSignal) {
  return client.callTool('follow', args, {
    onProgress: ({ message }) => onLine(message ?? ''),
    ...(signal && { signal }),
  });
}

test('lines are sent as they are written, even a line written in two parts', async () => {
  const lines: string[] = [];

  const { structuredContent } = await follow({ limit: 3 }, (line) => {
    lines.push(line);
    if (lines.length === 1) appendFileSync(file, 'info tw');
    if (lines.length === 1) setImmediate(() => appendFileSync(file, 'o ✓\ninfo three\n'));
  });

  expect(lines).toEqual(['info started', 'info two ✓', 'info three']);
  expect(structuredContent).toEqual({ lines: 3 });
});

test('only lines that contain the given text are sent', async () => {
  appendFileSync(file, 'error one\ninfo x\nerror two\n');
  const lines: string[] = [];

  await follow({ containing: 'error', limit: 2 }, (line) => lines.push(line));

  expect(lines).toEqual(['error one', 'error two']);
});

test('a cancelled call rejects and stops watching the log', async () => {
  const leaving = new AbortController();
  let during: string[] = [];
  const leave = (): void => {
    during = process.getActiveResourcesInfo();
    leaving.abort();
  };

  const call = follow({}, leave, leaving.signal);

  await expect(call).rejects.toThrow();
  expect(during).toContain('FSEventWrap');
  await vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain('FSEventWrap'), 20_000);
});

test('the log is a resource', async () => {
  expect(await client.readResource('log://now')).toMatchObject([{ text: 'info started\n', mimeType: 'text/plain' }]);
});
