/**
 * Connects a client that only starts programs to a server with an HTTP address, through a bridge program.
 */
import type { HttpServer, StdioServer } from './server-entry.js';

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Describes the bridge. It uses plain HTTP only to this machine, unless an option allows more. */
export function bridgeTo({ url, headers }: HttpServer): StdioServer {
  const { protocol, hostname } = new URL(url);
  const plain = protocol === 'http:' && !loopback.has(hostname) ? ['--allow-http'] : [];
  // Some clients split arguments at spaces, so each value goes through a variable that the bridge expands.
  const named = Object.entries(headers).map(([name, value], index) => ({
    name,
    value,
    variable: `HEADER_${index + 1}`,
  }));
  return {
    kind: 'stdio',
    command: 'npx',
    args: [
      ...['-y', 'mcp-remote', url, ...plain],
      ...named.flatMap(({ name, variable }) => ['--header', `${name}:\${${variable}}`]),
    ],
    env: Object.fromEntries(named.map(({ variable, value }) => [variable, value])),
  };
}
