/**
 * Says that the file of `--config` has changed, since a plugin gets its configuration when the command starts.
 */
import { resolve } from 'node:path';
import { watchContent, type Watch } from '@sigil/plugin-host';
import { clockTime } from '../terminal/clock-time.js';
import type { Terminal } from '../terminal/terminal.js';

/** @param file as given; without one, nothing is watched. The caller closes the watch. */
export function followConfiguration(file: string | undefined, { err, cwd }: Pick<Terminal, 'err' | 'cwd'>): Watch {
  if (file === undefined) return { close: () => undefined };
  return watchContent(resolve(cwd, file), () => {
    const warning = err.paint.yellow('warning:');
    err.line(`${clockTime()} ${warning} --config "${file}" has changed; start the command again to use it`);
  });
}
