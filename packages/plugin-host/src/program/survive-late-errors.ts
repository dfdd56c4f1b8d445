/**
 * Keeps the process, or the worker, alive when somebody's code fails outside of what waits for it: a throw in a timer, an `error`
 * event without a listener, a rejection that nobody looks at.
 *
 * One team's bug is nobody else's outage. It takes anything that can be thrown, whatever its `code`.
 */
import { describeThrown } from '@sigil/core/building';

/**
 * A callback of Node's and no listener, since listeners can be removed, and others would be called beside it.
 *
 * @param write takes one line with its newline
 */
export function surviveLateErrors(write: (line: string) => void): void {
  const tell = (kind: string, thrown: unknown): void => {
    try {
      write(`${kind} outside of any call, from a plugin or a library: ${describeThrown(thrown)}\n`);
    } catch {
      // Nothing here may throw: there is nobody left who would catch it.
    }
  };
  process.setUncaughtExceptionCaptureCallback((error: unknown) => tell('uncaught exception', error));
  process.on('unhandledRejection', (reason) => tell('unhandled rejection', reason));
}
