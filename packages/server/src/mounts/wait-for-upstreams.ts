/**
 * Waits for the upstreams of a server: its own, and those of the servers that it includes.
 */
import type { RemoteServer } from '@sigil/gateway';
import { everythingMount } from '../configuration/configuration.js';
import type { OpenServer } from '../servers/open-servers.js';

type Servers = ReadonlyMap<string, OpenServer>;

/**
 * Settles when each of them has been tried once, and the server's catalog holds what was read. Never rejects.
 *
 * @returns `undefined` for a server without upstreams
 */
export function waitForUpstreams(
  name: string,
  servers: Servers,
  remotes: ReadonlyMap<string, Pick<RemoteServer, 'ready'>>,
): Promise<void> | undefined {
  const included = collectIncluded(name === everythingMount ? [...servers.keys()] : [name], servers);
  const tried = included.flatMap((server) => remotes.get(server)?.ready ?? []);
  return tried.length === 0
    ? undefined
    : settleAll(
        tried,
        included.flatMap((server) => servers.get(server) ?? []),
      );
}

/** Returns the servers and all that they include, each after those that it includes. */
function collectIncluded(names: readonly string[], servers: Servers): string[] {
  const seen = new Set<string>();
  const included: string[] = [];
  const add = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { server } of servers.get(name)?.configuration.include ?? []) add(server);
    included.push(name);
  };
  names.forEach(add);
  return included;
}

async function settleAll(tried: readonly Promise<void>[], included: readonly OpenServer[]): Promise<void> {
  await Promise.all(tried);
  // A change of an included server reaches the including one, which may then run transforms of its own.
  for (const server of included) await server.settled();
}
