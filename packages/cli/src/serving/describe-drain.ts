/**
 * Describes the draining of replaced versions, for the terminal of `sigil dev` and `sigil serve`.
 */
import type { HostEvent } from '@sigil/plugin-host';
import { countNoun } from '../terminal/count-noun.js';
import type { Output } from '../terminal/terminal.js';

/** @returns undefined for an event that is not about draining */
export function describeDrain(event: HostEvent, { paint }: Output): string | undefined {
  if (event.kind === 'draining')
    return paint.dim(`version ${event.generation} runs on for ${countNoun(event.calls, 'call')} that began on it`);
  if (event.kind === 'drained') return paint.dim(`version ${event.generation} has ended`);
  if (event.kind !== 'drain-aborted') return undefined;
  const { generation, calls, limit } = event;
  return `${paint.yellow('aborted')} ${countNoun(calls, 'call')} of version ${generation} (limit ${limit})`;
}
