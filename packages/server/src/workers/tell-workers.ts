/**
 * Does at every worker what an operator asked one of them for.
 */
import type { Membership } from './join-primary.js';

/** The wishes that concern every worker. Each has been fulfilled by the one that was asked. */
export interface ToldWorkers {
  rolledBack(plugin: string): void;
  levelSet(module: string, level: string): void;
}

/** The parts of a worker that do what the others tell. */
export interface TellableParts {
  /** Takes the build of the plugin that is to serve now. */
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
    // Without a primary this worker ends, too.
    rolledBack: (plugin) => void notices.publish(rollbacks, plugin).catch(() => undefined),
    levelSet: tellLevel,
  };
}
