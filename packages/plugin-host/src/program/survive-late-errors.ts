/**
 * Keeps the process or worker alive after failures that no code handles: a throw in a timer, an `error` event
 * without a listener, an unhandled rejection.
 *
 * One team's bug must not stop the others. Any thrown value is accepted, whatever its `code`.
 */
import { describeThrown } from '@sigil/core/building';
import { mapStack } from '../stacks/map-stack.js';

type CaptureCallback = (error: Error) => void;

/**
 * Uses Node's callback instead of a listener, since listeners can be removed, and others would be called beside it.
 *
 * @param write takes one line with its newline
 */
export function surviveLateErrors(write: (line: string) => void): void {
  const tell = (kind: string, thrown: unknown): void => {
    try {
      write(`${kind} outside of any call, from a plugin or a library: ${mapStack(describeThrown(thrown))}\n`);
    } catch {
      // An exception here would have no handler.
    }
  };
  captureExceptions((error) => tell('uncaught exception', error));
  process.on('unhandledRejection', (reason) => tell('unhandled rejection', reason));
}

/**
 * Shares Node's only callback with its module `domain`, which libraries of the time before promises load, and which Node's `repl` is
 * made of: an error within a domain is handled there, and every other one here. Left alone, the module refuses to be loaded.
 */
function captureExceptions(capture: (error: unknown) => void): void {
  const setCallback = process.setUncaughtExceptionCaptureCallback.bind(process);
  let ofDomains: CaptureCallback | null = null;
  setCallback((error) => {
    try {
      if (ofDomains && Reflect.get(process, 'domain')) ofDomains(error);
      else capture(error);
    } catch (thrown) {
      capture(thrown);
    }
  });
  process.setUncaughtExceptionCaptureCallback = (callback) => void (ofDomains = callback);
  process.hasUncaughtExceptionCaptureCallback = () => false;
}
