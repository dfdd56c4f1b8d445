/**
 * Delivers notices and letters between servers of one process.
 */
import type { StopWaiting } from '../model/clock.js';
import type { JsonValue } from '../model/json.js';
import type { Mailbox } from './mailbox.js';
import type { Notices } from './notices.js';

type Listener = (value: JsonValue) => void;

/** The notices and mailboxes of one process. */
export interface MemoryPost {
  readonly notices: Notices;
  /** Opens a mailbox with its own address. */
  openMailbox(): Mailbox & { close(): void };
}

/** @returns notices and mailboxes for servers of one process, which see each other as if each had its own process */
export function openMemoryPost(): MemoryPost {
  const topics = new Topics();
  const boxes = new Map<string, Topics>();
  return {
    notices: {
      async publish(topic, notice) {
        topics.deliver(topic, notice);
      },
      follow: (topic, listener) => topics.follow(topic, listener),
      // Nothing is lost within one process.
      onGap: () => () => undefined,
    },
    openMailbox() {
      const address = globalThis.crypto.randomUUID().replaceAll('-', '');
      const box = new Topics();
      boxes.set(address, box);
      return {
        address,
        async send(to, topic, letter) {
          boxes.get(to)?.deliver(topic, letter);
          return boxes.has(to);
        },
        receive: (topic, listener) => box.follow(topic, listener),
        close: () => void boxes.delete(address),
      };
    },
  };
}

class Topics {
  readonly #listeners = new Map<string, Set<Listener>>();

  follow(topic: string, listener: Listener): StopWaiting {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  deliver(topic: string, value: JsonValue): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener(value);
  }
}
