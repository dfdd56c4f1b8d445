/**
 * The connection to an upstream server: requests out, their answers back, and everything that the upstream says meanwhile.
 *
 * Knows nothing of sessions, eras or methods. Each transport has its own implementation.
 */
import type { AbortSource } from '@sigil/core/catalog';
import type { WireMessage } from '../wire/wire-message.js';

/** One request. Its answer has the same id. */
export interface UpstreamRequest {
  readonly id: number;
  /** The whole message. */
  readonly text: string;
  /** Sent where the transport has headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Tells of a subscription, which stays open: what names no request is not meant for it. */
  readonly isSubscription?: boolean | undefined;
  /** The upstream's own id of the task that the request is about. */
  readonly taskId?: string | undefined;
  /** Called when the upstream ended the stream of the answer for now, and said when to ask again: it frees a connection. */
  readonly onReleased?: (() => void) | undefined;
  /** Gives the request up: nothing of it is told any more. */
  readonly signal?: AbortSource | undefined;
  /** Gets what belongs to the request and is not its answer. */
  onMessage(message: WireMessage): void;
}

/** The answer of a request: a response with its id, and the headers that came along. */
export interface UpstreamAnswer {
  readonly message: WireMessage;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface Connection {
  /** Tells whether headers go along and requests stand apart: questions then come on the stream of the request that asks. */
  readonly isHttp: boolean;
  /** @throws UpstreamError when there is no answer; the signal's reason when it was given up */
  request(request: UpstreamRequest): PromiseLike<UpstreamAnswer>;
  /**
   * Sends a notification, or the answer to a question.
   *
   * @param signal gives up waiting for the upstream to take it
   * @throws UpstreamError; the signal's reason when it was given up
   */
  tell(text: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<void>;
  /** Closes everything; requests in flight fail. May be called again. */
  close(): Promise<void>;
}

/** Told of what belongs to no request. */
export interface ConnectionEvents {
  onMessage(message: WireMessage): void;
  /** The connection ended by itself. Not called by those that are made anew for each request. */
  onEnd(why: Error): void;
  /** A line that the upstream wrote for its operator. */
  onLog?(line: string): void;
}
