/**
 * The server program with several workers as a process of its own, and a client that reaches all of them.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { Agent, fetch as fetchOver } from 'undici';
import { expect, onTestFinished, vi } from 'vitest';

const program = fileURLToPath(new URL('../../bin/sigil-server.mjs', import.meta.url));

/** The program while it runs. */
export interface RunningWorkers {
  readonly url: string;
  readonly process: ChildProcess;
  readonly ended: Promise<unknown[]>;
  /** Everything written so far. */
  readonly output: () => string;
}

/** @param flags `--plugins` and `--state` among them @returns once all workers serve; the program is killed with the test */
export async function startWorkers(workers: number, flags: readonly string[]): Promise<RunningWorkers> {
  const args = [program, '--port', '0', '--workers', String(workers), ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  await vi.waitFor(() => expect(text).toContain(`workers ${workers} of ${workers} serve`), { timeout: 30_000 });
  const [, url = ''] = /serves on (http:\/\/\S+)/.exec(text) ?? [];
  return { url, process: child, ended, output: () => text };
}

/** A client of the plugin `it`. */
export interface ConnectedClient {
  readonly client: ModernClient;
  /** How often it was told that tools have changed. */
  readonly heard: () => number;
}

/** Accepts every question; closed with the test. */
export async function connectModern(url: string, fetch?: FetchLike): Promise<ConnectedClient> {
  let heard = 0;
  const onChanged = (): void => void heard++;
  const client = new ModernClient(
    { name: 'modern', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      listChanged: { tools: { onChanged, autoRefresh: false, debounceMs: 0 } },
    },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { sure: true } }));
  await client.connect(new ModernTransport(new URL(`${url}/mcp/it`), { ...(fetch && { fetch }) }));
  onTestFinished(() => client.close());
  return { client, heard: () => heard };
}

/** A client of any revision. */
export interface Caller {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
}

/** Calls a tool without arguments. */
export async function textOf(client: Caller, name: string): Promise<string> {
  const { content } = (await client.callTool({ name, arguments: {} })) as { content: { text: string }[] };
  return content[0]!.text;
}

/** The processes that answer many calls of the tool `who` at once: all that serve. */
export async function answering(client: Caller): Promise<ReadonlySet<string>> {
  return new Set(await Promise.all(Array.from({ length: 24 }, () => textOf(client, 'who'))));
}

/** Calls without a pause until it is ended, or a call fails. */
export interface Load {
  /** @returns how many calls were answered, once the last one is @throws Error when one failed */
  end(): Promise<number>;
}

/** Opens a client with as many connections as calls at once: none idles, and so none is closed while a call is on its way. */
export async function connectBusy(url: string, connections: number): Promise<ModernClient> {
  const busy = new Agent({ connections });
  onTestFinished(() => busy.close());
  const over = (async (to, init) => fetchOver(to, { ...(init as object), dispatcher: busy })) as FetchLike;
  const { client } = await connectModern(url, over);
  return client;
}

/** Keeps four connections busy. */
export async function startLoad(url: string): Promise<Load> {
  const client = await connectBusy(url, 4);
  let calls = 0;
  const ending = new AbortController();
  const running = Promise.all(
    [1, 2, 3, 4].map(async () => {
      for (; !ending.signal.aborted; calls++) expect(await textOf(client, 'who')).toMatch(/^\d+$/);
    }),
  );
  return {
    async end() {
      ending.abort();
      await running;
      return calls;
    },
  };
}
