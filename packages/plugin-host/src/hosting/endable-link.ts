/**
 * A plugin's link as its host holds it: remembers its last crash, and ends it for good.
 */
import { PluginError } from '@sigil/core/building';
import type { LinkEvent, PluginLink } from '../links/plugin-link.js';
import type { LinkCrash } from './boot-report.js';
import type { HostEvent } from './hosted-plugin.js';
import { withinTime } from './time-limit.js';

/** The limit of ending a link, and the callback for a link that does not end well. */
export interface Ending {
  readonly plugin: string;
  readonly stopTimeoutMs: number;
  readonly onEvent: (event: HostEvent) => void;
}

/** The part of a link that is ended. */
export type EndableLink = Pick<PluginLink, 'stop' | 'kill'>;

/** Stops the code of a link, and kills it when that takes too long. Never rejects: a failure is reported. */
export async function endLink(link: EndableLink, { plugin, stopTimeoutMs, onEvent }: Ending): Promise<void> {
  const error = (): Error =>
    new PluginError(
      'timed-out',
      `plugin "${plugin}": stop() took longer than ${stopTimeoutMs} ms (limit stopTimeoutMs)`,
    );
  try {
    await withinTime(link.stop(), { limitMs: stopTimeoutMs, error });
  } catch (failure) {
    link.kill();
    onEvent({ kind: 'stop-failed', error: failure });
  }
}

/** Remembers the last crash of one link. */
export class CrashMemory {
  #crash: LinkCrash | undefined;

  get crash(): LinkCrash | undefined {
    return this.#crash;
  }

  note(event: LinkEvent): void {
    if (event.kind === 'crashed') this.#crash = { at: new Date(), error: event.error, state: 'down' };
    if (event.kind === 'circuit-opened') this.#crash = { at: new Date(), error: event.error, state: 'circuit-open' };
    if (event.kind === 'restarted' && this.#crash) this.#crash = { ...this.#crash, state: 'restarted' };
  }
}
