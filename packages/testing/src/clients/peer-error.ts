/**
 * The error that a client throws when the server answered a request with a protocol error, or broke the protocol.
 */
import type { JsonValue } from '@sigil/core';

/** The server's error, as it came. */
export class PeerError extends Error {
  override readonly name = 'PeerError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: JsonValue,
  ) {
    super(message);
  }
}

/** The server sent what the published schema of its revision does not allow. */
export class ProtocolViolation extends Error {
  override readonly name = 'ProtocolViolation';

  constructor(readonly problems: readonly string[]) {
    super(`the server broke the protocol:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  }
}
