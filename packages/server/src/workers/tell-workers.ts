/**
 * Does at every worker what an operator asked one of them for.
 */
import { isJsonObject } from '@sigil/core';
import type { LogLevels } from '../log/log-levels.js';
import type { Membership } from './join-primary.js';

/** The wishes that concern every worker. Each has been fulfilled by the one that was asked. */
export interface ToldWorkers {
  rolledBack(plugin: string): void;
  levelSet(module: string, level: string): void;
}

/** The parts of a worker that do what the others tell. */
export interface TellableParts {
  readonly levels: Pick<LogLevels, 'set'> | undefined;
  /** Takes the build of the plugin that is to serve now. */
  readonly reload: (plugin: string) => void;
}

const rollbacks = 'rolled back';
const levelChanges = 'log level';

/** Listens to the other workers from here on. */
export function tellWorkers(
  { store: { notices } }: Pick<Membership, 'store'>,
  { levels, reload }: TellableParts,
): ToldWorkers {
  notices.follow(rollbacks, (plugin) => reload(String(plugin)));
  notices.follow(levelChanges, (change) => {
    if (isJsonObject(change)) levels?.set(String(change['module']), String(change['level']));
  });
  return {
    // Without a primary this worker ends, too.
    rolledBack: (plugin) => void notices.publish(rollbacks, plugin).catch(() => undefined),
    levelSet: (module, level) => void notices.publish(levelChanges, { module, level }).catch(() => undefined),
  };
}
