/**
 * One request to an upstream server in words that no era is part of, and its result.
 */
import type { JsonObject } from '@sigil/core';
import type { AbortSource } from '@sigil/core/catalog';
import type { WireMessage } from '../wire/wire-message.js';

/** The answer to a question of the upstream, or the reason why there is none. */
export type QuestionReply =
  { readonly result: JsonObject } | { readonly error: { readonly code: number; readonly message: string } };

/** One request. */
export interface Exchange {
  readonly method: string;
  /** Without `_meta`. */
  readonly params: JsonObject;
  /** The members of `_meta` that are the caller's. */
  readonly meta?: JsonObject;
  /** Repeated beside the body where the era wants it: a tool's or prompt's name, a resource's URI. */
  readonly name?: string | undefined;
  /** Headers for arguments that are mirrored beside the body. */
  readonly mirrored?: Readonly<Record<string, string>> | undefined;
  /** The capabilities of the client, as far as it can be asked something on behalf of this request. */
  readonly capabilities?: JsonObject | undefined;
  /** Tells that progress is wanted. */
  readonly wantsProgress?: boolean;
  readonly logLevel?: string | undefined;
  /** The upstream's own id of the task that it is about. */
  readonly taskId?: string | undefined;
  /** Tells of a subscription, which stays open. */
  readonly isSubscription?: boolean;
  readonly signal?: AbortSource | undefined;
  /** Called when the upstream lets go of the connection while the request runs on. */
  readonly onReleased?: (() => void) | undefined;
  readonly onNotification?: ((message: WireMessage) => void) | undefined;
  /** Left out, the upstream is told that nobody can be asked. `withdrawn` is aborted when the upstream cancels its question. */
  readonly onQuestion?: ((message: WireMessage, withdrawn?: AbortSignal) => Promise<QuestionReply>) | undefined;
}

/** The result of a request: parsed, and as it was written. */
export interface ExchangeResult {
  readonly result: JsonObject;
  /** An object whose member `result` it is: a message, or a task. */
  readonly text: string;
  /** The text between the braces of the result, where it was found without splitting the message. */
  readonly whole?: string | undefined;
}

/** The words of an upstream server on itself. */
export interface UpstreamFacts {
  readonly era: 'legacy' | 'modern';
  readonly revision: string;
  readonly capabilities: JsonObject;
  readonly info: JsonObject;
  readonly instructions: string | undefined;
}

/** A conversation with an upstream server whose era is known. */
export interface Conversation {
  readonly facts: UpstreamFacts;
  /** @throws McpError for an error that the upstream answered with, UpstreamError when there was no answer */
  exchange(exchange: Exchange): PromiseLike<ExchangeResult>;
  /** Asks for a sign of life. @throws UpstreamError `other-era` when the conversation cannot go on */
  ping(signal: AbortSignal): Promise<void>;
  /** Brings the facts up to date where nothing tells of a change. @throws UpstreamError `other-era` when the conversation cannot go on */
  renew(signal: AbortSignal): Promise<void>;
  /** Told of each resource that is waited for. */
  watch(uris: ReadonlySet<string>): void;
  close(): Promise<void>;
}

/** The notice of an upstream that a page was dealt with. Spec: 2025-11-25 client/elicitation#url-mode */
export const pageDoneMethod = 'notifications/elicitation/complete';

/** The changes at an upstream that are told of. */
export interface ConversationEvents {
  onListChanged(kind: 'tools' | 'resources' | 'prompts'): void;
  onResourceUpdated(uri: string): void;
  /** A page that a client was asked to open was dealt with. @param params of the upstream's notice */
  onPageDone(params: JsonObject): void;
  /** The facts known of the upstream may be out of date: the connection or the session is another. */
  onRenewed(): void;
}
