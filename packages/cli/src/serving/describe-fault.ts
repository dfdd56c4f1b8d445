/**
 * Describes an error in a plugin for its author, while the caller saw only a generic one.
 */
import { describeThrown, isInstance, readThrown } from '@sigil/core/building';
import type { Fault } from '@sigil/core/engine';
import { mapStack } from '@sigil/plugin-host';
import type { Terminal } from '../terminal/terminal.js';

/** Returns the message and where it was thrown; the whole stack on request. */
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

/** Returns the author's line that threw, or else the first one: that of Node, of a package, or of the server that refused something. */
function placeIn(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const built = stack.split('\n');
  const isFrame = (line: string): boolean => /^\s+at /.test(line);
  const mapped = mapStack(stack).split('\n');
  return mapped.find((line, at) => isFrame(line) && line !== built[at]) ?? mapped.find(isFrame);
}
