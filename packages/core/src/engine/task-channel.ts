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

  send(message: Outgoing): Promise<void> | undefined {
    const joined = [...this.#joined];
    if (message.kind !== 'request') return (joined.at(-1) ?? this.standing).send(message);
    const carrier = [this.standing, ...joined].findLast(canCarry);
    if (carrier) return carrier.send(message);
    this.#held.push(message);
    return undefined;
  }
}

function canCarry(outlet: Outlet): boolean {
  return outlet.carriesRequests !== false;
}
