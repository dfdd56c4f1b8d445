/**
 * Limits the unread data of a server that takes all messages over one connection.
 */
import { ConnectionError } from '../errors/connection-error.js';

/**
 * Refuses a message when too much is unread before it; its own length does not count.
 *
 * @throws ConnectionError `busy`, when the message was not sent
 */
export function requireUnreadRoom(bufferedBytes: number, maxBufferedBytes: number): void {
  if (bufferedBytes <= maxBufferedBytes) return;
  const why = `the server reads too little: more than ${maxBufferedBytes} bytes wait for it (limit maxBufferedBytes)`;
  throw new ConnectionError('busy', why, { mayHaveRun: false });
}
