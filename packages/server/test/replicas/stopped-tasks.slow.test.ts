/** Tasks of a real server that is stopped by a signal, and of replicas that are stopped or killed. */
import { join } from 'node:path';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startReplicas, startServer } from './server-process.test-support.js';

const source = `
import { Tool } from '@sigil/core';

declare const process: { readonly pid: number };
declare function setTimeout(run: () => void, ms: number): unknown;

async function waitFor(ms: number): Promise<string> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms));
  return 'done by ' + process.pid;
}

export class Jobs {
  /** Takes its time. */
  @Tool({ task: 'required' })
  job(ms: number): Promise<string> {
    return waitFor(ms);
  }

  /** Takes its time, and may be begun again. */
  @Tool({ task: 'required', resumable: true })
  repeatable(ms: number): Promise<string> {
    return waitFor(ms);
  }
}
`;

let plugins: PluginsFolder;
beforeAll(async () => {
  plugins = await newPluginsFolder();
  await plugins.writePlugin('jobs', source);
  buildPlugins([join(plugins.path, 'jobs')]);
});
afterAll(() => plugins.remove());

interface Answer {
  readonly taskId: string;
  readonly status: string;
  readonly result?: { readonly content: readonly { readonly text: string }[] };
  readonly error?: { readonly message: string };
}

async function ask(url: string, method: string, params: Record<string, unknown>): Promise<Answer> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  };
  const response = await fetch(`${url}/mcp/jobs`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      'Mcp-Name': String(params['name'] ?? params['taskId']),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  const { result, error } = (await response.json()) as { result?: Answer; error?: { message: string } };
  if (!result) throw new Error(error?.message);
  return result;
}

const begin = (url: string, name: string, ms: number): Promise<Answer> =>
  ask(url, 'tools/call', { name, arguments: { ms } });

/** Waits for the end of a task, as a client that polls. */
async function endOf(url: string, { taskId }: Answer): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const task = await ask(url, 'tasks/get', { taskId });
      expect(task.status).not.toBe('working');
      return task;
    },
    { timeout: 20_000, interval: 100 },
  );
}

/** Stops soon. */
const environment = { MCP_CLOSE_GRACE_MS: '500' };
const lost = expect.stringContaining('may or may not have taken effect') as string;

test.each<[string, readonly string[]]>([
  ['one process', []],
  ['two workers', ['--workers', '2']],
])(
  'SIGTERM lets a task of %s end, and its client read the result there',
  async (_of, flags) => {
    const { url, process: child, ended } = await startServer({ plugins: plugins.path, flags });
    const task = await begin(url, 'job', 2_000);

    child.kill('SIGTERM');

    expect(await endOf(url, task)).toMatchObject({ status: 'completed' });
    await ended;
  },
  60_000,
);

test('SIGTERM ends a task that takes longer with an error that its client can read', async () => {
  const { url, process: child, ended } = await startServer({ plugins: plugins.path, environment });
  const task = await begin(url, 'repeatable', 60_000);

  child.kill('SIGTERM');

  expect(await endOf(url, task)).toMatchObject({ status: 'failed', error: { message: lost } });
  await ended;
}, 60_000);

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'after %s another replica begins a resumable task again, and the others have failed',
  async (signal) => {
    const [one, other] = await startReplicas({ plugins: plugins.path, environment });
    const resumable = await begin(one.url, 'repeatable', 2_000);
    const fragile = await begin(one.url, 'job', 2_000);

    one.process.kill(signal);
    const ends = await Promise.all([endOf(other.url, resumable), endOf(other.url, fragile)]);

    expect(ends).toMatchObject([
      { status: 'completed', result: { content: [{ text: `done by ${other.process.pid}` }] } },
      { status: 'failed', error: { message: lost } },
    ]);
    await one.ended;
  },
  60_000,
);
