/**
 * A command and everything that it started, ended together.
 *
 * Signals whole process groups, which Linux and macOS have. Processes that are left when this process exits are killed.
 */

const running = new Set<number>();

export class ProcessGroup {
  #killing: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /** @param leader the id of a process that was started detached, and so leads a group of its own */
  constructor(private readonly leader: number) {
    if (running.size === 0) process.on('exit', killAll);
    running.add(leader);
  }

  /** Asks the group to end, and kills what has not ended after the grace. */
  terminate(graceMs: number): void {
    if (this.#isClosed || this.#killing) return;
    signalGroup(this.leader, 'SIGTERM');
    this.#killing = setTimeout(() => signalGroup(this.leader, 'SIGKILL'), graceMs);
  }

  /** The leader has ended: nothing that it left behind goes on. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#killing);
    signalGroup(this.leader, 'SIGKILL');
    running.delete(this.leader);
    if (running.size === 0) process.off('exit', killAll);
  }
}

function killAll(): void {
  for (const leader of running) signalGroup(leader, 'SIGKILL');
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // Nobody of the group is left, which is what was wanted.
  }
}
