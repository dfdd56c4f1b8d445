/**
 * One request to a server and its result, independent of the era.
 */
import type { JsonObject } from '@sigil/core';
import type { AbortSource, CallSession } from '@sigil/core/catalog';
import type { WireMessage } from '../wire/wire-message.js';

/** The answer to a question of the server, or the error that replaces it. */
export type QuestionReply =
  { readonly result: JsonObject } | { readonly error: { readonly code: number; readonly message: string } };

/** One request. */
export interface Exchange {
  readonly method: string;
  /** The parameters, without `_meta`. */
  readonly params: JsonObject;
  /** The caller's members of `_meta`. */
  readonly meta?: JsonObject;
  /** A tool's or prompt's name or a resource's URI; repeated in a header where the era demands it. */
  readonly name?: string | undefined;
  /** Headers for the arguments that are mirrored in headers. */
  readonly mirrored?: Readonly<Record<string, string>> | undefined;
  /** The capabilities of the client, as far as it can be asked on behalf of this request. */
  readonly capabilities?: JsonObject | undefined;
  /** The session of the client with us, where it outlives the request. */
  readonly clientSession?: CallSession | undefined;
  /** Asks for progress notifications. */
  readonly wantsProgress?: boolean;
  readonly logLevel?: string | undefined;
  /** The server's own id of the task that the request is about. */
  readonly taskId?: string | undefined;
  /** Marks a subscription, which stays open. */
  readonly isSubscription?: boolean;
  readonly signal?: AbortSource | undefined;
  /** Called when the server releases the connection while the request still runs. */
  readonly onReleased?: (() => void) | undefined;
  readonly onNotification?: ((message: WireMessage) => void) | undefined;
  /** Answers a question. Without it, the server gets a refusal. `withdrawn` aborts when the server cancels its question. */
  readonly onQuestion?: ((message: WireMessage, withdrawn?: AbortSignal) => Promise<QuestionReply>) | undefined;
}

/** A notification of an extension. */
export interface ClientNotification {
  readonly method: string;
  /** The parameters, without `_meta`. */
  readonly params: JsonObject;
  /** The capabilities of the client that it comes from. */
  readonly capabilities: JsonObject;
}

/** The result of a request: parsed, and as it was written. */
export interface ExchangeResult {
  readonly result: JsonObject;
  /** JSON of an object whose member `result` is the result: a message or a task. */
  readonly text: string;
  /** The text between the braces of the result, where it was found without splitting the message. */
  readonly whole?: string | undefined;
}

/** The facts that a server states about itself. */
export interface ServerFacts {
  /** `legacy`: a revision with a handshake and sessions. `modern`: one in which every request stands alone. */
  readonly era: 'legacy' | 'modern';
  /** The date of the revision in use. */
  readonly revision: string;
  readonly capabilities: JsonObject;
  /** The server's name and version, and what else it says of itself. */
  readonly info: JsonObject;
  readonly instructions: string | undefined;
  /** The time that the facts stay valid, in milliseconds; absent if the server states none. */
  readonly ttlMs?: number;
}

/** A conversation with a server whose era is known. */
export interface EraClient {
  readonly facts: ServerFacts;
  /** @throws McpError for an error that the server answered with, ConnectionError when there was no answer */
  exchange(exchange: Exchange): Promise<ExchangeResult>;
  /** Sends a notification, which has no answer. @throws ConnectionError when the server did not accept it */
  notify(notification: ClientNotification): Promise<void>;
  /** Checks that the server answers. @throws ConnectionError `other-era` when the conversation cannot go on */
  ping(signal: AbortSignal): Promise<void>;
  /** Fetches the facts again where nothing announces a change. @throws ConnectionError `other-era` when the conversation cannot go on */
  renew(signal: AbortSignal): Promise<void>;
  /** Watches exactly these resources for updates. @throws McpError, ConnectionError when the server refuses one */
  watch(uris: ReadonlySet<string>): Promise<void>;
  /** Notifies the server that the roots of its only client have changed, where it may ask for roots. */
  notifyRootsChanged(): void;
  close(): Promise<void>;
}

/** The notification that a page is done. Spec: 2025-11-25 client/elicitation#url-mode */
export const pageDoneMethod = 'notifications/elicitation/complete';

/** The changes that a server announces. */
export interface ServerEvents {
  onListChanged(kind: 'tools' | 'resources' | 'prompts'): void;
  onResourceUpdated(uri: string): void;
  /** Called when a page that a client was asked to open is done. @param params of the server's notification */
  onPageDone(params: JsonObject): void;
  /** Called when the facts of the server may be out of date, since the connection or the session is new. */
  onRenewed(): void;
  /** Called with every notification that belongs to no request, also those that other events report. */
  onNotification?(message: WireMessage): void;
  /** Answers a question that belongs to no request. Without it, such a question is refused, or waits for the next request. */
  onQuestion?(message: WireMessage, withdrawn?: AbortSignal): Promise<QuestionReply>;
}
