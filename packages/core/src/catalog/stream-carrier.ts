/**
 * The shape of streams that methods return, and the internal services of a call's context for them.
 *
 * A foreign context may lack these services; yielded values are then reported as plain progress.
 */
import type { AbortSource } from '../model/abort-source.js';
import type { AskOptions, LogLevel, UrlAnswer } from '../model/asking.js';
import type { Context } from '../model/context.js';
import type { Implementation } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import type { SecretFilter } from '../model/secret-filter.js';
import type { RunningEvent } from '../model/stream-event.js';
import type { NamedSpan, TraceSpan } from '../model/trace.js';
import type { EventLoopYield } from './event-loop-yield.js';

/** The values of a generator, an async generator or an async iterable. */
export type Stream = AsyncIterable<unknown> | (Iterator<unknown> & Iterable<unknown>);

/** The delivery of a stream. */
export interface StreamDelivery {
  /** Delivers every event, including the start, to a reader, and buffers nothing for the end. */
  readonly asEvents: boolean;
  /** Limit on a result made from yielded values, in characters of JSON text. */
  readonly maxLength: number;
  /** Limit on a resource's stream, in bytes. */
  readonly maxResourceBytes: number;
}

/** The session of a call, which outlives it. */
export interface CallSession {
  /** Sends a notification on the session's standing stream; nothing is sent when the session has ended. */
  notify(json: string): void;
  /** The lowest level of log messages that the session's client wants. */
  readonly logThreshold: LogLevel;
  /** The name and version of the client, if it gave them; absent where several processes serve the session. */
  readonly clientInfo?: Implementation | undefined;
  /** Calls the listener each time the client announces that its roots have changed. @returns a function that unsubscribes */
  onRootsChanged(listener: () => void): () => void;
}

/** The options of a question on behalf of another server. */
export interface RelayedAskOptions extends AskOptions {
  /** Aborted when that server withdraws the question; the client that was asked is then notified. */
  readonly withdrawn?: AbortSignal | undefined;
  /** For a page: the id that the completion notice for the page will carry; random when omitted. Spec: 2025-11-25 client/elicitation#url-mode */
  readonly elicitationId?: string | undefined;
}

/** Facts about a call's client beside its capabilities. */
export interface ClientFacts {
  /** True when the call has run before and its client supplies answers. */
  readonly isLaterRound: boolean;
  /** True when a question ends the call, which then runs again with the answer. */
  readonly questionsEndCall: boolean;
  /** The lowest level of log messages that the client wants; `undefined` for none. */
  readonly logThreshold: LogLevel | undefined;
  /** True if the call is a task now, or can become one. */
  readonly task: 'none' | 'possible' | 'running';
  /** Identifies its session: the same object for all calls of a session; `undefined` where no session outlives the call. */
  readonly session: CallSession | undefined;
  /** True when its revision has the error that requires pages to be opened first. Spec: 2025-11-25 client/elicitation#url-mode */
  readonly knowsPageErrors: boolean;
}

/** A context that accepts the events of a stream. */
export interface StreamCarrier extends Context {
  readonly delivery: StreamDelivery;
  /** Event loop yield of the server that runs the call. */
  readonly loop?: EventLoopYield | undefined;
  /** The call's own span, if it is traced. */
  readonly trace?: TraceSpan | undefined;
  /** Equivalent to `signal`, for code that listens in every call. */
  readonly abortSource?: AbortSource | undefined;
  /** For code that forwards the call to another server; absent where it is unknown. */
  readonly clientFacts?: ClientFacts | undefined;
  /** The extensions of other servers that the client declared, and may use here, with its settings; absent if there are none. */
  readonly passedExtensions?: JsonObject | undefined;
  /** Sends a notification that belongs to the call; nothing is sent once the call is over. */
  notify?(method: string, params: JsonObject): Promise<void>;
  /** From now on, blanks these secrets in everything that the code of the call sends to the client or the trace. */
  blankMessages?(filter: SecretFilter): void;
  /** Returns a span as it may be recorded: without those secrets. For spans that are begun in `trace` itself. */
  blankSpan?(span: NamedSpan): NamedSpan;
  elicitUrl(message: string, url: string, options?: RelayedAskOptions): Promise<UrlAnswer>;
  /** @returns resolves when the reader can take more; never rejects */
  emit(event: RunningEvent): Promise<void>;
}
