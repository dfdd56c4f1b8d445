/**
 * The parts of a server's page that its views need: the sandbox, news of swaps, recorded inputs, and the tools as they are now.
 */
import type { JsonObject } from '@sigil/core';

export interface ViewSupport {
  /** The URL of the sandbox's page; absent if this server has none for this reader. */
  readonly sandbox: string | undefined;
  /** The reason why there is no sandbox. */
  readonly missing: string | undefined;
  /** The path of an event stream with an event for each swap. */
  readonly swaps: string;
  /** The path of the recorded inputs; absent if none are served. */
  readonly stories: string | undefined;
  /** Reads what the server offers now. */
  readonly readOffers: () => Promise<JsonObject>;
}
