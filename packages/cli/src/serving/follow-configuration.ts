/**
 * Says that a file of `--config` or `--env-file` has changed, since a plugin gets its configuration when the command starts.
 */
import { resolve } from 'node:path';
import { watchContent, type Watch } from '@sigil/plugin-host';
import { clockTime } from '../terminal/clock-time.js';
import type { Terminal } from '../terminal/terminal.js';

/** The files that a command has read at its start, as they were given. */
export interface StartFiles {
  readonly config?: string | undefined;
  readonly envFile?: readonly string[] | undefined;
}

/** @param files those that are absent are not watched. The caller closes the watch. */
export function followConfiguration(
  { config, envFile = [] }: StartFiles,
  { err, cwd }: Pick<Terminal, 'err' | 'cwd'>,
): Watch {
  const follow = (option: string, file: string): Watch =>
    watchContent(resolve(cwd, file), () => {
      const warning = err.paint.yellow('warning:');
      err.line(`${clockTime()} ${warning} ${option} "${file}" has changed; start the command again to use it`);
    });
  const watches = envFile.map((file) => follow('--env-file', file));
  if (config !== undefined) watches.push(follow('--config', config));
  return { close: () => watches.forEach((watch) => watch.close()) };
}
