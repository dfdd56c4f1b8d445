/**
 * Limits the unread data of an upstream server that takes all messages over one connection.
 */
import { UpstreamError } from '../trouble/upstream-error.js';

/**
 * Refuses a message when too much is unread before it; its own length does not count.
 *
 * @throws UpstreamError `busy`, when the message was not sent
 */
export function requireRoom(bufferedBytes: number, maxBufferedBytes: number): void {
  if (bufferedBytes <= maxBufferedBytes) return;
  const why = `the upstream server reads too little: more than ${maxBufferedBytes} bytes wait for it (limit maxBufferedBytes)`;
  throw new UpstreamError('busy', why, { mayHaveRun: false });
}
