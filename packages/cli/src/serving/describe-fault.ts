/**
 * Tells the author of an error in a plugin that its caller only saw as a plain one.
 */
import { describeThrown, isInstance, readThrown } from '@sigil/core/building';
import type { Fault } from '@sigil/core/engine';
import { mapStack } from '@sigil/plugin-host';
import type { Terminal } from '../terminal/terminal.js';

/** The message and where it was thrown; the whole stack for who asked for it. */
export function describeFault(
  { during, error, incident }: Fault,
  { err, isVerbose }: Pick<Terminal, 'err' | 'isVerbose'>,
): string {
  const head = `${err.paint.red('fault')} in ${during}${incident === undefined ? '' : ` (incident ${incident})`}: `;
  if (isVerbose) return head + mapStack(describeThrown(error));
  const place = isInstance(error, Error) ? placeIn(readThrown(error, 'stack')) : undefined;
  const message = describeThrown(error, { withStack: () => false });
  return `${head}${message}${place === undefined ? '' : `\n${err.paint.dim(place)}`}`;
}

function placeIn(stack: unknown): string | undefined {
  return typeof stack === 'string'
    ? mapStack(stack)
        .split('\n')
        .find((line) => /^\s+at /.test(line))
    : undefined;
}
