/**
 * Keeps standard output for messages: whatever else in the process prints there goes to standard error instead.
 *
 * Must run before code of others is loaded, since that may keep what it finds. Child processes that would inherit it get
 * standard error too; what writes to the file descriptor itself from native code cannot be stopped. Spec: 2025-11-25 basic/transports#stdio
 */
import { Writable } from 'node:stream';
import { redirectChildren } from './redirect-children.js';

/** Standard output while it is kept. */
export interface GuardedStdout {
  /** The only way to the real standard output. */
  readonly output: Writable;
  /** Gives standard output back to everyone. `output` still works. */
  restore(): void;
}

/** Redirects everyone else's printing; `console` goes through `process.stdout.write`, so it is redirected too. */
export function guardStdout(): GuardedStdout {
  const { stdout, stderr } = process;
  const originalWrite = stdout.write;
  const originalEnd = stdout.end;
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, encoding, callback) {
      originalWrite.call(stdout, chunk, encoding, callback);
    },
  });
  const restoreChildren = redirectChildren();
  const breakOutput = (error: Error): void => void output.destroy(error);
  const closeOutput = (): void => void output.destroy();
  stdout.on('error', breakOutput).on('close', closeOutput);

  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  // Code that ends it means its own printing; the messages go on.
  stdout.end = ((chunk?: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) stderr.write(chunk);
    return stdout;
  }) as typeof stdout.end;

  return {
    output,
    restore() {
      restoreChildren();
      stdout.write = originalWrite;
      stdout.end = originalEnd;
      stdout.off('error', breakOutput).off('close', closeOutput);
    },
  };
}
