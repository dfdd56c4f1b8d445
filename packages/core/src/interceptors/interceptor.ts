/**
 * An interceptor: an operator's function around the requests of all servers, whoever wrote their plugins.
 */
import type { Catalog } from '../catalog/catalog.js';
import type { JsonObject } from '../model/json.js';
import type { MaybePromise } from '../model/later.js';
import type { Principal } from '../model/principal.js';
import type { Revision } from '../revisions/revision.js';

/** An interceptor, for `EngineOptions.interceptors`. */
export interface Interceptor {
  /** Appears in the log and in the answer to a request that it stopped by a fault. */
  readonly name: string;
  /** The methods that it runs around: `tools/call`, or `tools/*` for all that begin so. Default: every request but the handshake, pings and log levels. */
  readonly methods?: readonly string[];
  /** The names of servers; default: all. */
  readonly servers?: readonly string[];
  /** Longest time for its own code, without the time in `next`, in milliseconds. Default: the limit `interceptorTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly intercept: Intercept;
}

/**
 * Runs around one request. An error, a late answer or a value that is no result stops the request: nothing passes unseen.
 *
 * @param next runs the inner interceptors and finally the request. Call it at most once. Leave it out to answer without it
 * @returns the answer of `next`, or the members of another result
 */
export type Intercept = (request: InterceptedRequest, next: Next) => MaybePromise<InterceptedAnswer | JsonObject>;

/**
 * @param changes replace members of the request's params, such as `{ arguments: { city: 'Oslo' } }`
 * @throws whatever ended the request. Let it pass: a question to the client may be among it
 */
export type Next = (changes?: JsonObject) => Promise<InterceptedAnswer>;

/** A request as its interceptors see it. */
export interface InterceptedRequest {
  /** The server's name. */
  readonly server: string;
  readonly method: string;
  /**
   * The name of the tool or prompt, or the URI or URI template of the resource, as the server's lists show it, whatever spelling the client
   * used. `undefined` for lists, for components that do not exist, and for methods without one.
   */
  readonly name: string | undefined;
  /** The same as the plugin or the remote server calls it, without the namespace and the renames of this server. */
  readonly originalName: string | undefined;
  /** The components that the caller may see. */
  readonly catalog: Catalog;
  readonly revision: Pick<Revision, 'date' | 'era'>;
  /** A copy of the params, made when it is first read. Changes in place take effect. */
  readonly params: JsonObject;
  /** The caller. */
  readonly principal: Principal;
  readonly clientCapabilities: JsonObject;
  /** Aborted when the client no longer wants the request, or its time is over. */
  readonly signal: AbortSignal;
  /** Stops the request. @param reason reaches the client: a model reads it as the error of its tool call */
  refuse(reason: string): never;
  /** Adds fields to the request's line in the audit trail, under `interceptors`. */
  audit(fields: JsonObject): void;
}

/** The answer to a request. */
export interface InterceptedAnswer {
  /**
   * The members of the result, read from its text when first used. Changes in place take effect. A subscription has none: its answer must be
   * returned as it is.
   */
  readonly value: Record<string, unknown>;
}

/** An interceptor stopped the request, for a reason that the client may read. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
}
