/**
 * Decides whether a stream gets colours, and provides the functions that add them.
 *
 * `NO_COLOR` wins over `FORCE_COLOR`, which wins over the kind of stream. See https://no-color.org
 */
import picocolors from 'picocolors';
import type { Environment } from './environment.js';
import type { OutputStream } from './output-stream.js';

/** Functions that colour a text, or return it unchanged. */
export type Palette = ReturnType<typeof picocolors.createColors>;

/** Returns functions that colour text for this stream, or return it unchanged. */
export function buildPalette(stream: OutputStream, env: Environment): Palette {
  return picocolors.createColors(showsColors(stream, env));
}

/** Returns whether text for this stream may contain escape codes. */
function showsColors(stream: OutputStream, env: Environment): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
