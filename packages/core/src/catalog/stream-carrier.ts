/**
 * The shape of streams that methods return, and the services of a call's context for them, which authors do not see.
 *
 * A context from elsewhere may lack these services: then yielded values are reported as plain progress.
 */
import type { AbortSource } from '../model/abort-source.js';
import type { AskOptions, LogLevel, UrlAnswer } from '../model/asking.js';
import type { Context } from '../model/context.js';
import type { RunningEvent } from '../model/stream-event.js';
import type { TraceSpan } from '../model/trace.js';
import type { EventLoopYield } from './event-loop-yield.js';

/** The values of a generator, an async generator or an async iterable, one after the other. */
export type Stream = AsyncIterable<unknown> | (Iterator<unknown> & Iterable<unknown>);

/** The delivery of a stream. */
export interface StreamDelivery {
  /** Each event has its reader, who is told of the beginning too; nothing is kept for the end. */
  readonly asEvents: boolean;
  /** Limit of a result that is made of yielded values, in characters of JSON text. */
  readonly maxLength: number;
  /** Limit of a resource's stream, in bytes. */
  readonly maxResourceBytes: number;
}

/** The session of a call, which outlives it. */
export interface CallSession {
  /** Sends a notification on the session's standing stream; nothing is sent when the session has ended. */
  notify(json: string): void;
}

/** A question on behalf of somebody who may withdraw it: a client that waits for an answer is then told. */
export interface WithdrawableOptions extends AskOptions {
  readonly withdrawn?: AbortSignal | undefined;
}

/** A question for a page, with the name that the page has at the client. */
export interface PageOptions extends WithdrawableOptions {
  /** The same as in the notice that the page was dealt with; made at random where left out. Spec: 2025-11-25 client/elicitation#url-mode */
  readonly elicitationId?: string | undefined;
}

/** Facts of a call's client beside its capabilities. */
export interface ClientFacts {
  /** Tells whether the call has run before, and its client brings answers. */
  readonly isLaterRound: boolean;
  /** Tells whether a question ends the call, which is then run again with the answer. */
  readonly questionsEndCall: boolean;
  /** The lowest level of log messages that the client wants; `undefined` for none. */
  readonly logThreshold: LogLevel | undefined;
  /** Tells whether the call is a task now, or can become one. */
  readonly task: 'none' | 'possible' | 'running';
  /** Stands for its session: the same object for all calls of one; `undefined` where none outlives the call. */
  readonly session: CallSession | undefined;
  /** Tells whether its revision has the error that demands that pages are opened first. Spec: 2025-11-25 client/elicitation#url-mode */
  readonly knowsPageErrors: boolean;
}

/** A context that takes the events of a stream. */
export interface StreamCarrier extends Context {
  readonly delivery: StreamDelivery;
  /** Event loop yield of the server that runs the call. */
  readonly loop?: EventLoopYield;
  /** The call's own span, where it is traced. */
  readonly trace?: TraceSpan | undefined;
  /** The same as `signal`, for code that listens in every call. */
  readonly abortSource?: AbortSource;
  /** For code that passes the call on to another server; absent where nobody can tell. */
  readonly clientFacts?: ClientFacts;
  elicitUrl(message: string, url: string, options?: PageOptions): Promise<UrlAnswer>;
  /** @returns resolves when the reader can take more; never rejects */
  emit(event: RunningEvent): Promise<void>;
}
