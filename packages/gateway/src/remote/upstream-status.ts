/**
 * Makes the status of an upstream server whose lists have just been read.
 */
import type { ConnectionError, ServerFacts } from '@sigil/client/internal';
import { nameServer } from './trouble/name-server.js';
import type { RemoteStatus } from './trouble/remote-status.js';

/** Facts about an upstream that were found when its lists were read. */
export interface Listed {
  readonly latencyMs: number;
  readonly isPinned: boolean;
  /** True if the upstream refused the latest call for lack of valid credentials. */
  readonly refusesCalls: boolean;
  /** The reason why a list could not be read, while another one was. */
  readonly failure: ConnectionError | undefined;
}

/** @param before the status until now, whose latest error stays */
export function upstreamStatus(
  facts: ServerFacts,
  { latencyMs, isPinned, refusesCalls, failure }: Listed,
  before: RemoteStatus,
): RemoteStatus {
  const { era, revision, info } = facts;
  const { lastError } = before;
  return {
    state: failure ? 'degraded' : refusesCalls ? 'unauthorized' : isPinned ? 'pinned' : 'serving',
    era,
    revision,
    ...nameServer(info),
    latencyMs,
    listedAt: new Date(),
    ...(lastError ? { lastError } : {}),
  };
}
