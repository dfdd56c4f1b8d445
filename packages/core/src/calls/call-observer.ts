/**
 * Reports calls to a program that composes servers: for metrics, access logs, traces and audit trails.
 *
 * An engine without an observer pays a null check for each call.
 */
import type { ErrorKind } from '../errors/error-kinds.js';
import type { Catalog, RunComponent } from '../catalog/catalog.js';
import type { RequestId } from '../json-rpc/messages.js';
import type { Implementation } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { TraceSpan } from '../model/trace.js';
import type { Revision } from '../revisions/revision.js';

/** A request that an operation begins to serve. Read while `began` runs, and by its follower until the call has ended. */
export interface ObservedCall {
  /** The method as the peer wrote it, which may not exist. */
  readonly method: string;
  readonly requestId: RequestId;
  /** The params as the peer wrote them; they may name things that do not exist. */
  readonly params: JsonObject;
  /** The caller. */
  readonly principal: Principal;
  readonly revision: Revision;
  readonly catalog: Catalog;
  readonly server: { readonly info: Implementation };
  /** The request's `_meta`, with the trace context of its span once the span has begun. */
  readonly meta: JsonObject;
  /** Fields for the audit trail, by the interceptor that added them; complete when the call ends. */
  readonly auditNotes?: JsonObject | undefined;
  /** The tool, resource or prompt whose code ran; `undefined` before it is found. */
  readonly component: RunComponent | undefined;
  /** Ends the call, even one that continues as a task. @param why ends a sentence that the caller reads */
  revoke(why: string): void;
}

/**
 * The outcome of a call.
 *
 * `tool-error`: the result says that the tool failed. `error`: the answer is a protocol error. `cancelled`: the peer no longer
 * wanted it. `input-required`: the call ends and continues as another call with the client's answers. `task`: it continues
 * without its request. `listening`: it has become a subscription.
 */
export interface CallEnd {
  readonly outcome: 'ok' | 'tool-error' | 'error' | 'cancelled' | 'input-required' | 'task' | 'listening';
  /** The kind of problem, for an `error`. */
  readonly problem?: ErrorKind;
  /** The text that the caller reads, for an `error` and a `tool-error`; with the incident id of the operator's log, if there is one. */
  readonly message?: string;
}

/** Notified of the end of one call. */
export interface CallFollower {
  /** The call's own span, if it is traced; the follower ends it. */
  readonly span?: TraceSpan | undefined;
  /** Called once, before the answer is sent. It must not throw. */
  ended(end: CallEnd): void;
}

/**
 * An observer of an engine's calls. Its functions run on the path of every call, so they must be fast; only `began` may throw.
 */
export interface CallObserver {
  /**
   * @returns the follower of the call; `undefined` for a call that needs no follower
   * @throws McpError refuses the call before any of its code runs
   */
  began(call: ObservedCall): CallFollower | undefined;
  /** Reports that a call hit a limit, named as in the table of limits. */
  limitHit?(limit: string): void;
  /** Reports the end of a session that this process served from its handshake on. */
  sessionEnded?(session: EndedSession): void;
}

/** A session that has ended. */
export interface EndedSession {
  /** The server's name. */
  readonly server: string;
  /** Duration from its handshake to its end. */
  readonly seconds: number;
}
