/**
 * The conversation over one connection, from before it is open until the connection has ended.
 */
import type { Connection } from '../connect/connection.js';
import type { WireMessage } from '../wire/wire-message.js';
import type { Conversation, ConversationEvents } from './exchange.js';
import { LegacyConversation } from './legacy-conversation.js';
import { readNews } from './modern-conversation.js';
import { replyEarly } from './reply-to.js';

export class CurrentConversation {
  /** Undefined until the connection is made: a connection that ends at once reports its end before that. */
  connection: Connection | undefined;
  #conversation: Conversation | undefined;
  #isOver = false;

  constructor(private readonly events: ConversationEvents) {}

  /** Receives for a conversation from now on. It may be opening still, and may be passed again. */
  opened(conversation: Conversation): void {
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
    if (conversation instanceof LegacyConversation) return void conversation.receive(message).catch(() => undefined);
    readNews(message, this.events);
    if (!conversation && this.connection) void replyEarly(this.connection, message);
  }
}
