/**
 * Keeps plugins' code from ending the process that serves everybody: `process.exit` and the like throw instead.
 *
 * Not a sandbox: native code, a fatal error of V8 and malicious code can still end the process. A plugin in its own
 * process can end only that.
 */

import { isatty } from 'node:tty';

/** Ends the process, for the code that may. */
export type Exit = (code: number) => never;

/** Thrown when a plugin's code tries to end the process. Its `code` hides it from callers. */
class ExitRefused extends Error {
  override readonly name = 'ExitRefused';
  readonly code = 'exit-refused';

  constructor(call: string) {
    super(`${call} was refused: code of a plugin or a library does not end the server`);
  }
}

/* oxlint-disable no-restricted-properties -- this is the file that keeps others from it */

/** Keeps the code of a plugin in a worker from signalling the process of the server. In a worker `process.exit` ends the worker alone. */
export function refuseOwnKill(): void {
  const { kill } = process;
  process.kill = (pid, signal) => {
    if (pid === process.pid && signal !== 0) throw new ExitRefused(`process.kill(${pid}) of the server itself`);
    return kill.call(process, pid, signal);
  };
}

/** @returns the only function that ends the process from now on; listeners cannot stop it */
export function refuseExit(): Exit {
  const { exit, kill } = process;
  refuseOwnKill();
  const terminals = [0, 1, 2].filter((stream) => isatty(stream));
  let ending: number | undefined;
  const end: Exit = (code) => {
    ending = code;
    // Node aborts when it exits after its terminal was closed, since it cannot restore the terminal's modes.
    if (!terminals.every((stream) => isatty(stream))) {
      process.removeAllListeners('SIGHUP');
      kill.call(process, process.pid, 'SIGHUP');
    }
    try {
      return exit.call(process, code);
    } catch {
      // A listener to `exit` threw, so listeners are not called again.
      return exit.call(process, code);
    }
  };
  process.exit = (code) => {
    // A listener to `exit` calls it again, perhaps with another code.
    if (ending !== undefined) return exit.call(process, ending);
    throw new ExitRefused(`process.exit(${code === undefined ? '' : String(code)})`);
  };
  process.abort = () => {
    throw new ExitRefused('process.abort()');
  };
  return end;
}
