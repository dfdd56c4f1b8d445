/**
 * Logs which inline code blocks the event loop, while it does and when it no longer does.
 */
import { describeBlocked, watchLoop, type LoopWatch } from '@sigil/plugin-host/program';
import type { Configuration } from '../configuration/configuration.js';
import { onStderr } from '../log/paint.js';
import type { ServerLog } from '../log/server-log.js';

const subject = 'event loop';

/** Opens the watch; the caller closes it. */
export function watchEventLoop(
  { blockedLoopMs }: Pick<Configuration, 'blockedLoopMs'>,
  log: Pick<ServerLog, 'problem'>,
): LoopWatch {
  return watchLoop({
    ...(blockedLoopMs === undefined ? {} : { blockedLoopMs }),
    // The prefix of the log's lines, which the other thread cannot build itself.
    linePrefix: `${onStderr.red(subject)} `,
    onFreed: (blocked) => log.problem(subject, describeBlocked(blocked)),
  });
}
