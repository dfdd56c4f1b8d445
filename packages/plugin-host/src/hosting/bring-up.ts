/**
 * Starts the code of a build in the steps of a boot: opens its link, starts it, and checks its health.
 */
import type { PluginLink } from '../links/plugin-link.js';
import type { Boot } from './boot.js';

/** A build to start, and its callbacks. */
export interface BringingUp {
  readonly open: () => Promise<PluginLink>;
  /** Called before the code is started; if it throws, nothing is started. */
  readonly onOpen: (link: PluginLink) => void;
  /** Ends a link that was opened and is not to serve. Must not reject. */
  readonly end: (link: PluginLink) => Promise<void>;
}

/** @throws the first failure, after everything that was started has ended */
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
