/**
 * Runs the built server as a process of its own, as an operator does.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const mainProgram = fileURLToPath(new URL('../dist/main.js', import.meta.url));
export const recordProgram = fileURLToPath(new URL('./record-stdio.mjs', import.meta.url));

/** Otherwise a stopping server keeps the idle connections of `fetch` open for seconds. */
const briefStop = { MCP_CLOSE_GRACE_MS: '200' };

export interface ServerProcess {
  /** The address that it listens on, without a path. */
  readonly url: string;
  readonly process: ChildProcess;
  /** The whole output so far, of both streams. */
  readonly said: () => string;
  stop(): Promise<void>;
}

/** Starts the server on a free port and waits until it prints its address. */
export async function startServer(
  args: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  if (!existsSync(mainProgram)) throw new Error(`${mainProgram} is missing: run "npm run build" first`);
  const state = await mkdtemp(join(tmpdir(), 'sigil-state-'));
  const child = spawn(process.execPath, [mainProgram, '--port', '0', '--state', state, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...briefStop, ...environment },
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = /serves on (http:\S+)/.exec(said);
      if (found) resolve(found[1]!);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}:\n${said}`)));
  });
  return {
    url,
    process: child,
    said: () => said,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(state, { recursive: true, force: true });
    },
  };
}
