/**
 * Refuses a second place that creates an engine for transports: everything that serves goes through `packages/server`.
 *
 * A framework that listens itself, and has its own configuration and pages, makes its engine in its module; so does the handler for edge
 * runtimes. An engine that is only called in memory, by a test or by a command's own client, does not count.
 */
import type { Problem } from '../problem.ts';
import { isTestFile } from '../workspace/source-file.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The only place that creates engines for transports. */
export const engineMaker = 'packages/server/src/mounts/make-engine.ts';

/** Files that create engines for a client in the same process. */
const inMemory: ReadonlySet<string> = new Set([
  'packages/cli/src/agents/served-calls.ts',
  'packages/cli/src/targets/open-plugin-target.ts',
  'apps/conformance/src/client/run-client.ts',
  'tools/bench/interceptors/run-interceptors.mjs',
  'tools/bench/lists/run-not-modified.mjs',
  'tools/bench/transforms/run-transforms.mjs',
]);

/** Serves where nothing else of `packages/server` can run. */
const edgeHandler = 'packages/server/src/embedding/open-edge-handler.ts';

/** The modules of frameworks. */
const frameworks: ReadonlySet<string> = new Set(['packages/nestjs/src/sigil-server.ts']);

/** An example for those who serve from their own applications. */
const shown: ReadonlySet<string> = new Set(['tools/docs/embedding/open-endpoint.ts']);
const call = /\bcreateEngine\s*\(/;

/** Checks every package except core, which declares the function, and `test`, whose clients work in memory. */
export function checkEngineMakers({ packages }: Workspace): Problem[] {
  return packages
    .filter(({ layer }) => layer !== 'core' && layer !== 'test')
    .flatMap(({ sources }) => sources)
    .filter(({ path }) => !isTestFile(path) && path !== engineMaker && path !== edgeHandler)
    .filter(({ path }) => !inMemory.has(path) && !frameworks.has(path) && !shown.has(path))
    .filter(({ text }) => call.test(text))
    .map(({ path }) => ({ file: path, message: `creates an engine; serve through @sigil/server (${engineMaker})` }));
}
