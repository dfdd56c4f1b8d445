/**
 * The errors that a client throws when the server answers with a protocol error, or breaks the protocol.
 */
import { ServerError } from '@sigil/client/web';

/** The server's error, unchanged. */
export class PeerError extends ServerError {
  override readonly name: string = 'PeerError';
}

/** The server sent a message that the published schema of its revision does not allow. */
export class ProtocolViolation extends Error {
  override readonly name = 'ProtocolViolation';

  constructor(readonly problems: readonly string[]) {
    super(`the server broke the protocol:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  }
}
