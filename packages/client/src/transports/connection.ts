/**
 * The connection to a server: sends requests, returns their answers, and passes on every other message of the server.
 *
 * Knows nothing of sessions, eras or methods. Each transport has its own implementation.
 */
import type { AbortSource } from '@sigil/core/catalog';
import type { WireMessage } from '../wire/wire-message.js';
import type { ResponseHeaders } from './response-headers.js';

/** One request. Its answer has the same id. */
export interface ConnectionRequest {
  readonly id: number;
  /** The whole message. */
  readonly text: string;
  /** Sent where the transport has headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Marks a subscription, which stays open. Messages that name no request are not meant for it. */
  readonly isSubscription?: boolean | undefined;
  /** The server's own id of the task that the request is about. */
  readonly taskId?: string | undefined;
  /** Called when the server ends the stream of the answer early and says when to ask again, which frees a connection. */
  readonly onReleased?: (() => void) | undefined;
  /** Aborts the request; no message of it is passed on after that. */
  readonly signal?: AbortSource | undefined;
  /** Called with the messages that belong to the request, except its answer. */
  onMessage(message: WireMessage): void;
}

/** The answer to a request: the response with the request's id, and the response headers. */
export interface ConnectionAnswer {
  readonly message: WireMessage;
  readonly headers: ResponseHeaders;
}

export interface Connection {
  /** True if the transport has headers and separate requests; questions then come on the stream of their request. */
  readonly isHttp: boolean;
  /** @throws ConnectionError when there is no answer; the signal's reason when the request is aborted */
  request(request: ConnectionRequest): Promise<ConnectionAnswer>;
  /**
   * Sends a notification, or the answer to a question.
   *
   * @param signal aborts the wait for the server to accept it
   * @throws ConnectionError; the signal's reason when it is aborted
   */
  send(text: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<void>;
  /** Closes everything; requests in flight fail. May be called again. */
  close(): Promise<void>;
}

/** The listener for messages that belong to no request, and for the connection's end. */
export interface ConnectionEvents {
  onMessage(message: WireMessage): void;
  /** Called when the connection ends by itself. Transports that connect anew for each request do not call it. */
  onEnd(why: Error): void;
  /** A line that the server wrote for its operator. */
  onLog?(line: string): void;
}
