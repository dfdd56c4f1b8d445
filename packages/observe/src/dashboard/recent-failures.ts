/**
 * Keeps the last calls that failed, for a person to look at.
 */
import type { CallEnd, ObservedCall } from '@sigil/core/engine';
import type { FailedCall } from '@sigil/core/internal';
import { methodOf, nameOf } from '../named-component.js';
import type { IsShown } from './is-shown.js';

const mostKept = 200;
const mostShown = 50;
const longestMessage = 300;
/** The end of a message whose error is in the operator's log. */
const incidentAtEnd = /\s*\(incident ([0-9a-f]{8})\)$/;

export class RecentFailures {
  #kept: FailedCall[] = [];

  add(call: ObservedCall, tookMs: number, end: CallEnd, at: number): void {
    const { outcome, message = '', problem = outcome } = end;
    const incident = incidentAtEnd.exec(message)?.[1];
    // The text of a refusal may repeat a name or an address that the caller sent; that of a tool is its author's.
    const shown = outcome === 'tool-error' ? message.replace(incidentAtEnd, '') : '';
    this.#kept.push({
      at,
      server: call.server.info.name,
      method: methodOf(call),
      name: nameOf(call),
      caller: call.principal.id,
      tookMs,
      problem,
      message: shown.slice(0, longestMessage),
      ...(incident === undefined ? {} : { incident }),
    });
    if (this.#kept.length > mostKept) this.#kept.shift();
  }

  /** Exports the failures for another process of the same server. */
  send(): readonly FailedCall[] {
    return this.#kept;
  }

  /** @returns the newest first, with those of other processes */
  read(isShown: IsShown, others: readonly (readonly FailedCall[])[]): FailedCall[] {
    return [...this.#kept, ...others.flat()]
      .filter(({ server, method, name }) => isShown(server, method, name))
      .sort((a, b) => b.at - a.at)
      .slice(0, mostShown);
  }
}
