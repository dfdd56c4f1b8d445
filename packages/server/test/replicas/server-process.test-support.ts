/**
 * The server program as processes of their own, alone or as replicas that share a Redis and a key.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTestRedis } from '@sigil/test-support/redis-server';
import { expect, onTestFinished, vi } from 'vitest';

const program = fileURLToPath(new URL('../../bin/sigil-server.mjs', import.meta.url));

/** A process that serves; killed with the test. */
export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
  readonly ended: Promise<unknown>;
}

export interface ServerProcessOptions {
  /** The folder of its plugins. */
  readonly plugins: string;
  readonly flags?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

export async function startServer({
  plugins,
  flags = [],
  environment = {},
}: ServerProcessOptions): Promise<ServerProcess> {
  const state = await mkdtemp(join(tmpdir(), 'sigil-process-'));
  onTestFinished(() => rm(state, { recursive: true, force: true }));
  const args = [program, '--port', '0', '--plugins', plugins, '--state', state, ...flags];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, MCP_FOLLOW: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  await vi.waitFor(() => expect(text).toMatch(/serves on http/), { timeout: 30_000 });
  const [, url = ''] = /serves on (http:\/\/[^\s/]+)/.exec(text) ?? [];
  return { url, process: child, ended };
}

/** Starts two servers that share a Redis and a key. */
export async function startReplicas(options: ServerProcessOptions): Promise<[ServerProcess, ServerProcess]> {
  const redis = await openTestRedis();
  onTestFinished(() => redis.close());
  const folder = await mkdtemp(join(tmpdir(), 'sigil-process-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = join(folder, 'sigil.config.json');
  await writeFile(config, JSON.stringify({ store: { kind: 'redis', url: redis.url, processLeaseMs: 1_000 } }));
  const key = { MCP_REQUEST_STATE_KEY: Buffer.alloc(32, 7).toString('base64') };
  const whole = { ...options, flags: ['--config', config], environment: { ...key, ...options.environment } };
  return Promise.all([startServer(whole), startServer(whole)]);
}
