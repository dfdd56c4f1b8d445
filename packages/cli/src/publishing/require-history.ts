/**
 * Opens the history of one server for a command; for an unknown server, lists the known ones.
 */
import { openHistory, stateStore, type History } from '@sigil/plugin-host';
import { CommandError } from '../failures/command-error.js';

/** @throws CommandError naming the servers that have a history there */
export async function requireHistory(stateFolder: string, server: string): Promise<History> {
  const history = openHistory(stateFolder, stateStore(stateFolder));
  const names = await history.list();
  if (names.includes(server)) return history;
  const known = names.length === 0 ? 'no server has kept its state there' : `there is one of ${names.join(', ')}`;
  throw new CommandError(`no history of a server "${server}" in ${stateFolder}: ${known}`);
}
