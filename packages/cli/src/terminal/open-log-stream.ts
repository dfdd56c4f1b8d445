/**
 * The program's log as a stream for the texts of a command.
 */
import { Writable } from 'node:stream';
import { blankProcessSecrets, type ContainedProcess } from '@sigil/plugin-host/program';

/** For a log that is no terminal. */
export function openLogStream({ log }: Pick<ContainedProcess, 'log'>): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      log.write(typeof chunk === 'string' ? blankProcessSecrets(chunk) : chunk);
      // At once, so that nothing waits in this stream when the program ends.
      done();
    },
  });
}
