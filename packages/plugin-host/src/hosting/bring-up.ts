/**
 * Brings the code of a build up, in the steps of a boot: opens its link, starts it, asks how it is.
 */
import type { PluginLink } from '../links/plugin-link.js';
import type { Boot } from './boot.js';

/** A build that is brought up, and its callbacks. */
export interface BringingUp {
  readonly open: () => Promise<PluginLink>;
  /** Has to go well before anything is started. */
  readonly onOpen: (link: PluginLink) => void;
  /** Ends what was opened and is not to serve. Must not reject. */
  readonly end: (link: PluginLink) => Promise<void>;
}

/** @throws what failed first, when everything of it has been ended again */
export async function bringUp(boot: Boot, { open, onOpen, end }: BringingUp): Promise<PluginLink> {
  const link = await boot.run('open', open, (late) => void end(late));
  try {
    onOpen(link);
    await boot.run('start', () => link.start());
    await boot.run('health', () => link.health());
    return link;
  } catch (error) {
    await end(link);
    throw error;
  }
}
