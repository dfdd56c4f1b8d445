/**
 * Sends the messages of one legacy task, whose request was answered: to a request that waits for its result, else to the
 * outlet of the session's other messages. Questions are kept until there is an outlet for them.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#input-required-status
 */
import type { Outgoing, Outlet } from './outlet.js';

export class TaskChannel implements Outlet {
  readonly #joined = new Set<Outlet>();
  #held: Outgoing[] = [];

  /** @param carriesRequests whether answers to questions can come back at all */
  constructor(
    private readonly standing: Outlet,
    readonly carriesRequests: boolean,
  ) {}

  /** Lets the task's messages come this way too, first of all those that were kept. @returns ends that */
  join(outlet: Outlet): () => void {
    this.#joined.add(outlet);
    if (canCarry(outlet)) {
      const held = this.#held;
      this.#held = [];
      for (const message of held) void outlet.send(message);
    }
    return () => void this.#joined.delete(outlet);
  }

  /** A request that lost its connection, or takes no stream, carries nothing: what was sent there would be gone. */
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
