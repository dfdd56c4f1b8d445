/**
 * Lets a command that serves say which code of its plugin blocks the event loop.
 */
import { describeBlocked, watchLoop, type LoopWatch } from '@sigil/plugin-host';
import { clockTime } from '../terminal/clock-time.js';
import type { Terminal } from '../terminal/terminal.js';

/** The code that opened the watch closes it. */
export function watchEventLoop({ err }: Pick<Terminal, 'err'>): LoopWatch {
  const subject = `${err.paint.yellow('warning:')} the event loop`;
  return watchLoop({
    linePrefix: `${subject} `,
    onFreed: (blocked) => err.line(`${clockTime()} ${subject} ${describeBlocked(blocked)}`),
  });
}
