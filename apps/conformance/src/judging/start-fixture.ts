/**
 * Starts the server that is judged: the program that is also benched, with the fixture's plugin in it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The fixture in a process of its own. The code that started it stops it. */
export interface RunningFixture {
  /** The endpoint at its shortest path. */
  readonly url: string;
  /** The number of faults of its own that the server has reported to its operator. */
  readonly faultCount: number;
  /** @returns resolves when the process has ended */
  stop(): Promise<void>;
}

// Both the sources and the build are four folders below the workspace's root.
const server = fileURLToPath(new URL('../../../../tools/bench/serving/run-server.mjs', import.meta.url));
const plugin = fileURLToPath(new URL('../../plugins/fixture', import.meta.url));
const schemas = fileURLToPath(new URL('../../plugins/fixture/listed-schemas.json', import.meta.url));

/** The command that serves the fixture, as `npm run fixture` does. */
export const fixtureCommand: readonly string[] = [server, '--plugin', plugin, '--schemas', schemas, '--pair'];

/**
 * Serves over HTTP on a free port. The server's reports go to our standard error.
 *
 * @throws Error when it ends before it serves
 */
export async function startFixture(): Promise<RunningFixture> {
  const child = spawn(process.execPath, [...fixtureCommand, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let faultCount = 0;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.includes(' failed: ')) faultCount += 1;
    process.stderr.write(`${line}\n`);
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url === undefined) continue;
    return {
      url,
      get faultCount() {
        return faultCount;
      },
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('the fixture ended before it served: is everything built?');
}
