/**
 * Sends the messages of one legacy task after its request was answered: to a request that waits for its result, else to the
 * session's standing outlet. Queues questions until an outlet is available.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#input-required-status
 */
import type { Outgoing, Outlet } from '../calls/outlet.js';

export class TaskChannel implements Outlet {
  readonly #joined = new Set<Outlet>();
  #held: Outgoing[] = [];

  /** @param carriesRequests whether answers to questions can come back */
  constructor(
    private readonly standing: Outlet,
    readonly carriesRequests: boolean,
  ) {}

  /** Adds an outlet for the task's messages and sends it the queued ones first. @returns a function that removes the outlet */
  join(outlet: Outlet): () => void {
    this.#joined.add(outlet);
    if (canCarry(outlet)) {
      const held = this.#held;
      this.#held = [];
      for (const message of held) void outlet.send(message);
    }
    return () => void this.#joined.delete(outlet);
  }

  /** Sends over the latest usable outlet. A request that lost its connection, or accepts no stream, would lose the message. */
  send(message: Outgoing): Promise<void> | undefined {
    const carrier = [this.standing, ...this.#joined].findLast(canCarry);
    if (carrier) return carrier.send(message);
    if (message.kind !== 'request') return this.standing.send(message);
    this.#held.push(message);
    return undefined;
  }

  withdraw(message: Outgoing): boolean {
    const others = this.#held.filter((held) => held !== message);
    const wasHeld = others.length < this.#held.length;
    this.#held = others;
    return wasHeld;
  }
}

function canCarry(outlet: Outlet): boolean {
  return outlet.carriesRequests !== false;
}
