/**
 * Where messages go that belong to a session but to none of its requests: to the stream the peer opened with GET.
 *
 * While there is no stream the newest messages are kept for the next one, equal ones once.
 * Spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server
 */
import type { Outgoing, Outlet } from '@sigil/core';
import type { EventStream } from './event-stream.js';

const sent = Promise.resolve();

/** The standing outlet of one session. */
export class SessionStream implements Outlet {
  #stream: EventStream | undefined = undefined;
  readonly #held = new Set<string>();

  constructor(private readonly maxHeldMessages: number) {}

  get isOpen(): boolean {
    return this.#stream !== undefined;
  }

  send(message: Outgoing): Promise<void> {
    if (this.#stream) return this.#stream.send(message.json);
    if (message.kind === 'notification') this.#hold(message.json);
    return sent;
  }

  /** Sends what was held, and everything from now on, to this stream. */
  attach(stream: EventStream): void {
    this.#stream = stream;
    for (const json of this.#held) void stream.send(json);
    this.#held.clear();
  }

  /** The peer closed the stream; it may open another. */
  detach(stream: EventStream): void {
    if (this.#stream === stream) this.#stream = undefined;
  }

  end(): void {
    this.#stream?.end();
    this.#stream = undefined;
  }

  #hold(json: string): void {
    this.#held.delete(json);
    this.#held.add(json);
    const [oldest] = this.#held;
    if (this.#held.size > this.maxHeldMessages && oldest !== undefined) this.#held.delete(oldest);
  }
}
