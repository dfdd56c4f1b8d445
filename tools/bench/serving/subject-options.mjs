/**
 * Reads the command line that all servers of the benchmark share, ours and the rivals'.
 */
import { parseArgs } from 'node:util';

/**
 * @typedef {object} SubjectOptions
 * @property {number} port 0 takes any free one
 * @property {boolean} stdio
 * @property {number} tools
 * @property {boolean} progress
 * @property {boolean} stateless
 * @property {boolean} isAsync ours only: the tools' methods are declared `async`
 * @property {string | undefined} plugin ours only: the folder of another plugin to serve
 * @property {string | undefined} schemas ours only: a file of input schemas to list instead of the built ones
 * @property {boolean} store ours only: shares a store with other processes, at the address in REDIS_URL
 * @property {boolean} pair ours only: also the endpoint pair of the first revision
 */

const usage = `Usage: npm run -s bench:server -- --port <number> [--tools 1000] [--progress] [--stateless]
       npm run -s bench:server -- --stdio [--tools 1000]

Serves the benchmark's tools at /mcp, in one process, until a signal stops it.

  --port       where to listen, on 127.0.0.1; 0 takes any free port; 3000 when left out
  --stdio      serve over standard input and output instead
  --tools      3 (echo, add, search) or 1000 (those, and tool_0004 to tool_1000)
  --progress   one tool more: progress(count)
  --stateless  serve clients with a handshake without sessions

Our own server also takes:
  --async      the same tools, their methods declared async; not with --progress
  --plugin     the folder of a built plugin to serve instead
  --schemas    a JSON file of input schemas that tools are listed with, by name, instead of their own
  --store      share the Redis of REDIS_URL with other servers of the same MCP_REQUEST_STATE_KEY
  --pair       serve clients of the first revision too, at /mcp/<name>/sse

Examples:
  npm run -s bench:server -- --port 3000
  npm run -s bench:server -- --port 3000 --tools 1000 --stateless`;

/**
 * Reads the command line; `undefined` when there is nothing to serve: help was requested, or an error was printed.
 *
 * @returns {SubjectOptions | undefined}
 */
export function readSubjectOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      stdio: { type: 'boolean', default: false },
      tools: { type: 'string', default: '3' },
      progress: { type: 'boolean', default: false },
      stateless: { type: 'boolean', default: false },
      async: { type: 'boolean', default: false },
      plugin: { type: 'string' },
      schemas: { type: 'string' },
      pair: { type: 'boolean', default: false },
      store: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(usage);
    return undefined;
  }
  const { stdio, progress, stateless, async: isAsync, plugin, schemas, pair, store } = values;
  const tools = Number(values.tools);
  const port = Number(values.port ?? 3000);
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
  if ((tools !== 3 && tools !== 1000) || !isPort || (stdio && values.port !== undefined)) {
    console.error(usage);
    process.exitCode = 2;
    return undefined;
  }
  return { port, stdio, tools, progress, stateless, isAsync, plugin, schemas, pair, store };
}

/** Prints that a server over HTTP is ready. @param {number} port */
export function sayReady(port) {
  console.log(`Serves on http://127.0.0.1:${port}/mcp`);
}
