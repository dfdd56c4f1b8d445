/**
 * Makes processes swap in new builds one after the other.
 */
import type { BuildSource } from '@sigil/plugin-host';
import type { ServerLog } from '../log/server-log.js';
import { StaggeredSource, type TurnStore } from './staggered-source.js';

/** @param store that all processes share */
export function staggerBuilds(
  store: TurnStore,
  log: Pick<ServerLog, 'problem'>,
): (origin: BuildSource, name: string) => StaggeredSource {
  return (origin, name) => new StaggeredSource(origin, name, { store, onNote: (text) => log.problem(name, text) });
}
