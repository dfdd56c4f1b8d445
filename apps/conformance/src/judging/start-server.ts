/**
 * Starts a server in a process of its own, and waits until it prints its address.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';

/** A server in a process of its own. The code that started it stops it. */
export interface RunningServer {
  /** The first address that it printed. */
  readonly url: string;
  /** @returns resolves when the process has exited */
  stop(): Promise<void>;
}

/**
 * @param args of this Node
 * @param onReport receives each line of its standard error
 * @throws Error when it exits before it serves
 */
export async function startServer(args: readonly string[], onReport: (line: string) => void): Promise<RunningServer> {
  // Otherwise a server that stops keeps idle connections open for five seconds.
  const env = { ...process.env, MCP_CLOSE_GRACE_MS: '200' };
  const child = spawn(process.execPath, [...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  createInterface({ input: child.stderr }).on('line', onReport);
  const ended = once(child, 'exit');
  const url = await firstAddress(createInterface({ input: child.stdout }));
  if (url === undefined) throw new Error(`${args[0]} ended before it served: is everything built?`);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Keeps reading afterwards, so that the process is never blocked in writing. */
function firstAddress(lines: Interface): Promise<string | undefined> {
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const [address] = /http:\/\/[\w.:/-]+/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    lines.on('close', () => resolve(undefined));
  });
}
