/**
 * The client of a call: one interface for asking, limits and identity, which each era implements.
 *
 * It has two implementations: a session, for all of its requests, and a single request that describes its own sender.
 */
import type { Asker } from '../asking/asker.js';
import type { RunComponent } from '../catalog/catalog.js';
import type { CallSession } from '../catalog/stream-carrier.js';
import type { LogLevel } from '../model/asking.js';
import type { Revision } from '../revisions/revision.js';
import type { EventSequence } from './event-sequence.js';
import type { Outlet } from './outlet.js';
import type { RateLimit } from './rate-limit.js';
import type { Rounds } from './rounds.js';

/** Returns the text mirrored under a header name, given without the `Mcp-Param-` prefix; `null` if it cannot be decoded. */
export type MirroredArgument = (headerName: string) => string | null | undefined;

/** A call, as its asker sees it. */
export interface AskingCall {
  readonly revision: Revision;
  readonly outlet: Outlet;
  /** The component that asks. */
  readonly component: RunComponent | undefined;
  /** Aborted with the call. */
  readonly signal: AbortSignal;
  /** Ends the call with its questions, or with the error that prevented them. */
  abort(reason: Error): void;
}

export interface Client {
  /** Identifies the session; `undefined` if no session outlives the request. */
  readonly session: CallSession | undefined;
  /** True for a client that shows views, and for a call that one has begun. */
  readonly showsViews: boolean;
  /** The lowest level of log messages that the client wants; `undefined` for none. */
  readonly logThreshold: LogLevel | undefined;
  /** Reads an argument that a gateway saw in a header of the request; `undefined` if no argument is mirrored. */
  readonly mirroredArgument: MirroredArgument | undefined;
  /** The rounds of a call that ends with its questions; `undefined` for a call that asks while it runs, or may not ask. */
  readonly rounds: Rounds | undefined;
  /** Receives the events of the call in place of notifications; `undefined` for clients of MCP. */
  readonly events: EventSequence | undefined;
  /** Returns the limit that counts a call; `undefined` for a call that was counted when it began for the first time. */
  rateOf(outlet: Outlet): RateLimit | undefined;
  /** Opens the asker of a call; called on its first question. */
  openAsker(call: AskingCall): Asker;
}
