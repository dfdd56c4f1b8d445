/**
 * Reserves standard output for messages: all other output of the process goes to standard error.
 *
 * Call it before loading foreign code, which may keep a reference to standard output. Child processes that would inherit it get
 * standard error too, and so do writes to its descriptor; native code cannot be stopped. Spec: 2025-11-25 basic/transports#stdio
 */
import { Writable } from 'node:stream';
import { redirectChildren } from './redirect-children.js';
import { redirectDescriptor } from './redirect-descriptor.js';

/** Standard output while it is reserved. */
export interface GuardedStdout {
  /** The only stream to the real standard output. */
  readonly output: Writable;
  /** Restores standard output for all code. `output` still works. */
  restore(): void;
}

/** Redirects all other output; `console` uses `process.stdout.write`, so it is redirected too. */
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
  const restoreDescriptor = redirectDescriptor();
  const breakOutput = (error: Error): void => void output.destroy(error);
  const closeOutput = (): void => void output.destroy();
  stdout.on('error', breakOutput).on('close', closeOutput);

  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  // Code that ends it means its own output; messages continue.
  stdout.end = ((chunk?: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) stderr.write(chunk);
    return stdout;
  }) as typeof stdout.end;

  return {
    output,
    restore() {
      restoreChildren();
      restoreDescriptor();
      stdout.write = originalWrite;
      stdout.end = originalEnd;
      stdout.off('error', breakOutput).off('close', closeOutput);
    },
  };
}
