/**
 * Repeats an operator's action at every other worker.
 */
import type { Membership } from './join-primary.js';

/** The actions that concern every worker. The worker that was asked has done them already. */
export interface ToldWorkers {
  rolledBack(plugin: string): void;
  levelSet(module: string, level: string): void;
}

/** The dependencies of repeating other workers' actions. */
export interface TellableParts {
  /** Loads the current build of the plugin. */
  readonly reload: (plugin: string) => void;
}

const rollbacks = 'rolled back';

/** Listens to the other workers from here on. */
export function tellWorkers(
  { store: { notices }, tellLevel }: Pick<Membership, 'store' | 'tellLevel'>,
  { reload }: TellableParts,
): ToldWorkers {
  notices.follow(rollbacks, (plugin) => reload(String(plugin)));
  return {
    // Without a primary, this worker ends too.
    rolledBack: (plugin) => void notices.publish(rollbacks, plugin).catch(() => undefined),
    levelSet: tellLevel,
  };
}
