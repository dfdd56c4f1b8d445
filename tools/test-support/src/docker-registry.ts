/**
 * Runs Debian's docker-registry for tests, on a free port of loopback and with a folder of its own.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

/** An OCI registry that a test may stop and start. */
export interface TestRegistry {
  /** The URL without a repository: `oci+http://127.0.0.1:5000`. */
  readonly url: string;
  stop(): Promise<void>;
  /** Starts it again with its content. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The credentials of a guarded registry. */
export const registryUser = { user: 'sigil', password: 'secret' };
const hashed = 'sigil:$2b$04$D1hf1/4mDieFG9x2F7vFwOW3uBN/prBLZNUcdUpR6G9eWKUQ.OyRK\n';

/** @param options.isGuarded requires the credentials of `registryUser` */
export async function openTestRegistry({ isGuarded = false } = {}): Promise<TestRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-oci-'));
  const port = await freePort();
  await writeFile(join(folder, 'passwords'), hashed);
  const auth = isGuarded ? { auth: { htpasswd: { realm: 'test', path: join(folder, 'passwords') } } } : {};
  const settings = {
    version: '0.1',
    log: { level: 'error', accesslog: { disabled: true } },
    storage: { filesystem: { rootdirectory: join(folder, 'storage') } },
    http: { addr: `127.0.0.1:${port}` },
    ...auth,
  };
  // JSON is valid YAML.
  await writeFile(join(folder, 'config.yml'), JSON.stringify(settings));
  let running: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    const ending = running;
    running = undefined;
    if (!ending) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGKILL');
    await ended;
  };
  const start = async (): Promise<void> => {
    running = spawn('docker-registry', ['serve', join(folder, 'config.yml')], { stdio: 'ignore' });
    const failed = once(running, 'error').then(([error]) => Promise.reject(error as Error));
    await Promise.race([answering(`http://127.0.0.1:${port}/v2/`), failed]);
  };
  await start();
  return {
    url: `oci+http://127.0.0.1:${port}`,
    stop,
    start,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
