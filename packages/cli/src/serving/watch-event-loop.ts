/**
 * Reports which code of a plugin blocks the event loop, for commands that serve.
 */
import { describeBlocked, watchLoop, type LoopWatch } from '@sigil/plugin-host/program';
import { clockTime } from '../terminal/clock-time.js';
import type { Terminal } from '../terminal/terminal.js';

/** Starts the watch. The caller closes it. */
export function watchEventLoop({ err }: Pick<Terminal, 'err'>): LoopWatch {
  const subject = `${err.paint.yellow('warning:')} the event loop`;
  return watchLoop({
    linePrefix: `${subject} `,
    onFreed: (blocked) => err.line(`${clockTime()} ${subject} ${describeBlocked(blocked)}`),
  });
}
