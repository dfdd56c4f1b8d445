/**
 * Starts the server to judge: the benchmark's server program, with the fixture's plugin in it.
 */
import { fileURLToPath } from 'node:url';
import { startServer, type RunningServer } from './start-server.js';

/** The fixture in a process of its own; its address is the endpoint with the shortest path. */
export interface RunningFixture extends RunningServer {
  /** The number of internal faults that the server has reported to its operator. */
  readonly faultCount: number;
}

// Both the sources and the build are four folders below the workspace's root.
const server = fileURLToPath(new URL('../../../../tools/bench/serving/run-server.mjs', import.meta.url));
const plugin = fileURLToPath(new URL('../../plugins/fixture', import.meta.url));
const schemas = fileURLToPath(new URL('../../plugins/fixture/listed-schemas.json', import.meta.url));

const replicas = fileURLToPath(new URL('../../../../tools/bench/replicas/run-replicas.mjs', import.meta.url));

/** The command that serves the fixture, as `npm run fixture` does. */
export const fixtureCommand: readonly string[] = [server, '--plugin', plugin, '--schemas', schemas, '--pair'];

/** The same with three replicas that share a Redis, behind nginx. */
export const replicasCommand: readonly string[] = [replicas, ...fixtureCommand.slice(1), '--replicas', '3'];

/**
 * Serves over HTTP on a free port. The server's reports go to our standard error.
 *
 * @throws Error when it exits before it serves
 */
export async function startFixture(command = fixtureCommand): Promise<RunningFixture> {
  let faultCount = 0;
  const running = await startServer([...command, '--port', '0'], (line) => {
    if (line.includes(' failed: ')) faultCount += 1;
    process.stderr.write(`${line}\n`);
  });
  return {
    ...running,
    get faultCount() {
      return faultCount;
    },
  };
}
