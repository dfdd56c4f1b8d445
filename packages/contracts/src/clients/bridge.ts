/**
 * The program that stands between a client that only starts programs and a server that is reached by its address.
 */
import type { HttpServer, StdioServer } from './server-entry.js';

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The bridge talks without TLS to this machine only, unless it is told to. */
export function bridgeTo({ url, headers }: HttpServer): StdioServer {
  const { protocol, hostname } = new URL(url);
  const plain = protocol === 'http:' && !loopback.has(hostname) ? ['--allow-http'] : [];
  // Some clients cut arguments at spaces, so each value goes through a variable, which the bridge puts in.
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
