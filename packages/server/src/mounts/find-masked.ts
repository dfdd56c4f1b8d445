/**
 * Finds the servers whose callers read nothing of an author's errors: those that say so, and those that offer components of one.
 */
import { everythingMount } from '../configuration/configuration.js';
import type { ServerConfiguration } from '../servers/server-configuration.js';

type Disclosing = Pick<ServerConfiguration, 'name' | 'errors' | 'include'>;

/** @returns their names; that of the server of all servers as soon as there is one */
export function findMasked(servers: readonly Disclosing[]): ReadonlySet<string> {
  const masked = new Set(servers.filter(({ errors }) => errors === 'masked').map(({ name }) => name));
  for (let before = -1; before < masked.size;) {
    before = masked.size;
    for (const { name, include } of servers) if (include.some(({ server }) => masked.has(server))) masked.add(name);
  }
  return masked.size > 0 ? masked.add(everythingMount) : masked;
}
