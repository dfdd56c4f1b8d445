/**
 * Bounds what waits to be read by an upstream server that takes all of its messages over one connection.
 */
import { UpstreamError } from '../trouble/upstream-error.js';

/**
 * Lets a message be sent only where not too much waits before it; how long it is itself does not count.
 *
 * @throws UpstreamError `busy`: it was not sent
 */
export function requireRoom(bufferedBytes: number, maxBufferedBytes: number): void {
  if (bufferedBytes <= maxBufferedBytes) return;
  const why = `the upstream server reads too little: more than ${maxBufferedBytes} bytes wait for it (limit maxBufferedBytes)`;
  throw new UpstreamError('busy', why, { mayHaveRun: false });
}
