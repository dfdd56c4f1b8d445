/**
 * Decides whether a stream gets colours, and gives the functions that paint.
 *
 * `NO_COLOR` wins over `FORCE_COLOR`, which wins over what the stream is. See https://no-color.org
 */
import picocolors from 'picocolors';
import type { Environment } from './environment.js';
import type { OutputStream } from './output-stream.js';

/** Functions that paint a text, or leave it alone. */
export type Palette = ReturnType<typeof picocolors.createColors>;

/** Paints what is written to this stream, or leaves it alone. */
export function buildPalette(stream: OutputStream, env: Environment): Palette {
  return picocolors.createColors(showsColors(stream, env));
}

/** Returns whether text for this stream may carry escape codes. */
function showsColors(stream: OutputStream, env: Environment): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
