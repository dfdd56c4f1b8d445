/**
 * Reads the clients that a command line names.
 */
import { clientConfiguration, clientIds, findClientId, type ClientId } from '@sigil/contracts/clients';
import { suggestNames } from '@sigil/core/building';
import { CommandError, UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { findInstalledClients, type Scope } from './find-client-file.js';

/**
 * @param lists comma-separated; `all` means the clients on this machine
 * @throws UsageError naming the known clients
 * @throws CommandError for `all` when none is found
 */
export function readClients(lists: readonly string[] | undefined, scope: Scope, { env, cwd }: Terminal): ClientId[] {
  const here = findInstalledClients({ platform: process.platform, env, cwd }).filter(
    (id) => scope === 'user' || clientConfiguration(id).projectFile !== undefined,
  );
  const names = (lists ?? [])
    .flatMap((list) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) {
    const found = here.length === 0 ? '' : `; on this machine there are ${here.join(', ')}, or "all" for these`;
    throw new UsageError(`expected --client with one or more of ${clientIds.join(', ')}${found}`);
  }
  if (names.includes('all') && here.length === 0) {
    throw new CommandError(`no client was found on this machine; name one with --client: ${clientIds.join(', ')}`);
  }
  return [...new Set(names.flatMap((name) => (name === 'all' ? here : [readOne(name)])))];
}

function readOne(name: string): ClientId {
  const found = findClientId(name.toLowerCase());
  if (found !== undefined) return found;
  const known = suggestNames(name, clientIds) || `; there are ${clientIds.join(', ')}`;
  throw new UsageError(`there is no client "${name}"${known}`);
}
