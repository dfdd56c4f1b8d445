/**
 * Tells a program that composes servers of their calls: for metrics, access logs, traces and audit trails.
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

/** A request that an operation begins to serve. It is read while `began` runs, and by its follower until the call has ended. */
export interface ObservedCall {
  /** As the peer wrote it, so it may be no method at all. */
  readonly method: string;
  readonly requestId: RequestId;
  /** As the peer wrote them: names in them may be of nothing that there is. */
  readonly params: JsonObject;
  /** The caller. */
  readonly principal: Principal;
  readonly revision: Revision;
  readonly catalog: Catalog;
  readonly server: { readonly info: Implementation };
  /** The request's `_meta`, with the trace context of its span once that has begun. */
  readonly meta: JsonObject;
  readonly context: ObservedContext;
}

/** The part of a call's context that its observer sees. */
export interface ObservedContext {
  /** The tool, resource or prompt whose code ran; `undefined` before it is found. */
  readonly component: RunComponent | undefined;
  /** Ends the call, also one that goes on as a task. @param why ends a sentence that the caller reads */
  revoke(why: string): void;
}

/**
 * How a call ended.
 *
 * `tool-error`: the result says that the tool failed. `error`: the answer is a protocol error. `cancelled`: the peer no longer wanted
 * it. `input-required`: the call goes on with the client's answers, as another call. `task`: it goes on without its request.
 * `listening`: it is a subscription now.
 */
export interface CallEnd {
  readonly outcome: 'ok' | 'tool-error' | 'error' | 'cancelled' | 'input-required' | 'task' | 'listening';
  /** Kind of problem, of an `error`. */
  readonly problem?: ErrorKind;
}

/** Told of the end of one call. */
export interface CallFollower {
  /** The call's own span, where it is traced; the follower ends it. */
  readonly span?: TraceSpan | undefined;
  /** Called once, before the answer is sent. It must not throw. */
  ended(end: CallEnd): void;
}

/** Given to an engine. Its functions run on the path of every call, so they must be fast; only `began` may throw. */
export interface CallObserver {
  /**
   * @returns the follower of the call; `undefined` for a call that need not be followed
   * @throws McpError refuses the call before any of its code runs
   */
  began(call: ObservedCall): CallFollower | undefined;
  /** A call ran into a limit, named as in the table of limits. */
  limitHit?(limit: string): void;
  /** A session that this process served from its handshake on has ended. */
  sessionEnded?(session: EndedSession): void;
}

/** A session that is over. */
export interface EndedSession {
  /** The server's name. */
  readonly server: string;
  /** From its handshake to its end. */
  readonly seconds: number;
}
