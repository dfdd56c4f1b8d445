/**
 * Tells the author of an error in a plugin that its caller only saw as a plain one.
 */
import type { Fault } from '@sigil/core';
import type { Terminal } from '../terminal/terminal.js';

/** The message and where it was thrown; the whole stack for who asked for it. */
export function describeFault({ during, error }: Fault, { err, isVerbose }: Terminal): string {
  const head = `${err.paint.red('fault')} in ${during}: `;
  if (!(error instanceof Error)) return head + String(error);
  if (isVerbose) return head + (error.stack ?? error.message);
  const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line));
  return `${head}${error.message}${place === undefined ? '' : `\n${err.paint.dim(place)}`}`;
}
