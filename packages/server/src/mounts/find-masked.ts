/**
 * Finds the servers whose callers must not read an author's errors: masked servers, and those that offer a masked one's components.
 */
import { everythingMount } from '../configuration/configuration.js';
import type { ServerConfiguration } from '../servers/server-configuration.js';

type Disclosing = Pick<ServerConfiguration, 'name' | 'errors' | 'include'>;

/** @returns the names of the servers, including that of all servers together as soon as there is one */
export function findMasked(servers: readonly Disclosing[]): ReadonlySet<string> {
  const masked = new Set(servers.filter(({ errors }) => errors === 'masked').map(({ name }) => name));
  for (let before = -1; before < masked.size;) {
    before = masked.size;
    for (const { name, include } of servers) if (include.some(({ server }) => masked.has(server))) masked.add(name);
  }
  return masked.size > 0 ? masked.add(everythingMount) : masked;
}
