/**
 * Starts the code of a build in the steps of a boot: opens its link, starts it, and checks its health.
 */
import type { PluginLink } from '../links/plugin-link.js';
import type { Boot } from './boot.js';

/** A build to start, and its callbacks. */
export interface CodeToStart<Made> {
  readonly open: () => Promise<PluginLink>;
  /** Makes what the link is for before the code is started; if it throws, nothing is started. */
  readonly make: (link: PluginLink) => Made;
  /** Ends a link that was opened and is not to serve. Must not reject. */
  readonly end: (link: PluginLink) => Promise<void>;
}

/** Code that is up, and what was made for its link. */
export interface StartedCode<Made> {
  readonly link: PluginLink;
  readonly made: Made;
}

/** @throws the first failure, after everything that was started has ended */
export async function startCode<Made>(boot: Boot, { open, make, end }: CodeToStart<Made>): Promise<StartedCode<Made>> {
  const link = await boot.run('open', open, (late) => void end(late));
  try {
    const made = make(link);
    await boot.run('start', () => link.start());
    await boot.run('health', () => link.health());
    return { link, made };
  } catch (error) {
    await end(link);
    throw error;
  }
}
