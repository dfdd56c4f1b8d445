/**
 * Runs Debian's redis-server for tests, on a free port of loopback and without files.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';

const run = promisify(execFile);

/** A Redis that a test may stop and start. */
export interface TestRedis {
  readonly url: string;
  /** Kills it at once; its data is lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
  /** Stops the process: connections stay open, nothing is answered. */
  freeze(): void;
  /** Continues the process. */
  thaw(): void;
  /** Runs one command, by another connection. @returns the lines of its answer */
  command(...words: string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** @param settings further arguments, such as `--maxmemory-policy` and a policy */
export async function openTestRedis(...settings: string[]): Promise<TestRedis> {
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
  let running: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const ending = running;
    running = undefined;
    if (!ending) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGKILL');
    await ended;
  };
  const start = async (): Promise<void> => {
    running = spawn('redis-server', [...words, ...settings], { stdio: 'ignore' });
    const failed = once(running, 'error').then(([error]) => Promise.reject(error as Error));
    await Promise.race([answering(port), failed]);
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    async command(...command) {
      const { stdout } = await run('redis-cli', ['-p', String(port), ...command]);
      return stdout.trimEnd().split('\n');
    },
    close: kill,
  };
}

async function answering(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
