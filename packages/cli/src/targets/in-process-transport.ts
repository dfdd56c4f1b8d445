/**
 * Connects the official client to an engine in the same process, message by message, as over a pipe.
 */
import type { Transport } from '@modelcontextprotocol/client';
import { openConversation, type Conversation, type Engine } from '@sigil/core/engine';

export class InProcessTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  readonly #conversation: Conversation;

  constructor(engine: Engine) {
    this.#conversation = openConversation(engine, {
      send: ({ json }) => {
        this.onmessage?.(JSON.parse(json));
        return Promise.resolve();
      },
    });
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: object): Promise<void> {
    // Not awaited: a long call must not delay later messages, such as its own cancellation.
    void this.#conversation.receive(JSON.stringify(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#conversation.close();
    this.onclose?.();
    return Promise.resolve();
  }
}
