/**
 * Keeps the process or worker alive after failures that no code handles: a throw in a timer, an `error` event
 * without a listener, an unhandled rejection.
 *
 * One team's bug must not stop the others. Any thrown value is accepted, whatever its `code`.
 */
import { describeThrown } from '@sigil/core/building';

/**
 * Uses Node's callback instead of a listener, since listeners can be removed, and others would be called beside it.
 *
 * @param write takes one line with its newline
 */
export function surviveLateErrors(write: (line: string) => void): void {
  const tell = (kind: string, thrown: unknown): void => {
    try {
      write(`${kind} outside of any call, from a plugin or a library: ${describeThrown(thrown)}\n`);
    } catch {
      // An exception here would have no handler.
    }
  };
  process.setUncaughtExceptionCaptureCallback((error: unknown) => tell('uncaught exception', error));
  process.on('unhandledRejection', (reason) => tell('unhandled rejection', reason));
}
