/**
 * Keeps code of others from ending the process that serves everybody: `process.exit` and its like throw instead.
 *
 * Not a sandbox: native code, a fatal error of V8, and code that means harm can still end the process. A plugin in a process of
 * its own can end only that.
 */

/** Ends the process for those who may. */
export type Exit = (code: number) => never;

/** Thrown where code of others wants to end the process. Its `code` keeps it from callers. */
export class ExitRefused extends Error {
  override readonly name = 'ExitRefused';
  readonly code = 'exit-refused';

  constructor(call: string) {
    super(`${call} was refused: code of a plugin or a library does not end the server`);
  }
}

/* oxlint-disable no-restricted-properties -- this is the file that keeps others from it */

/** @returns the one way to end the process from now on, which listeners of others cannot stop */
export function refuseExit(): Exit {
  const { exit, kill } = process;
  let ending: number | undefined;
  const end: Exit = (code) => {
    ending = code;
    try {
      return exit.call(process, code);
    } catch {
      // A listener to `exit` threw. It is not asked a second time.
      return exit.call(process, code);
    }
  };
  process.exit = (code) => {
    // A listener to `exit` asks for it again, perhaps with a code of its own.
    if (ending !== undefined) return exit.call(process, ending);
    throw new ExitRefused(`process.exit(${code === undefined ? '' : String(code)})`);
  };
  process.abort = () => {
    throw new ExitRefused('process.abort()');
  };
  process.kill = (pid, signal) => {
    if (pid === process.pid && signal !== 0) throw new ExitRefused(`process.kill(${pid}) of the server itself`);
    return kill.call(process, pid, signal);
  };
  return end;
}
