/**
 * The program's log as a stream for the texts of a command.
 */
import { Writable } from 'node:stream';
import { blankKnownSecrets, type ContainedProcess } from '@sigil/plugin-host/contain-plugins';
import type { OutputStream } from './output-stream.js';

/** Its terminal is that of standard error. */
export function openLogStream({ log }: Pick<ContainedProcess, 'log'>): OutputStream {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      log.write(typeof chunk === 'string' ? blankKnownSecrets(chunk) : chunk);
      // At once, so that nothing waits in this stream when the program ends.
      done();
    },
  });
  return Object.defineProperties(stream, {
    isTTY: { value: process.stderr.isTTY },
    columns: { get: () => process.stderr.columns },
    rows: { get: () => process.stderr.rows },
  });
}
