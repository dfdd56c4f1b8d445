/**
 * The conversation over one connection, from before it is open until the connection has ended.
 */
import type { Connection } from '../transports/connection.js';
import type { WireMessage } from '../wire/wire-message.js';
import type { EraClient, ServerEvents } from './era-client.js';
import { SessionClient } from './session-client.js';
import { reportNotification } from './stateless-client.js';
import { replyBeforeSession } from './question-reply.js';

export class UnsolicitedMessages {
  /** Undefined until the connection is made: a connection that ends at once reports its end before that. */
  connection: Connection | undefined;
  #conversation: EraClient | undefined;
  #isOver = false;

  constructor(private readonly events: ServerEvents) {}

  /** Receives for a conversation from now on. It may be opening still, and may be passed again. */
  opened(conversation: EraClient): void {
    this.#conversation = conversation;
    if (this.#isOver) void conversation.close();
  }

  /** Closes the conversation after the connection has ended. */
  ended(): void {
    this.#isOver = true;
    void this.#conversation?.close();
  }

  /** Passes on messages that belong to no request. */
  receive(message: WireMessage): void {
    const conversation = this.#conversation;
    if (conversation instanceof SessionClient) return void conversation.receive(message).catch(() => undefined);
    reportNotification(message, this.events);
    if (message.kind === 'notification') this.events.onNotification?.(message);
    if (!conversation && this.connection) void replyBeforeSession(this.connection, message);
  }
}
