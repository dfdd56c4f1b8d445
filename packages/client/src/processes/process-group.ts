/**
 * A command and all the processes that it started, which end together.
 *
 * Signals whole process groups, on Linux and macOS. When this process exits, it kills the groups that are left.
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

  /** Sends SIGTERM to the group, and SIGKILL to the processes that are left after the grace. */
  terminate(graceMs: number): void {
    if (this.#isClosed || this.#killing) return;
    signalGroup(this.leader, 'SIGTERM');
    this.#killing = setTimeout(() => signalGroup(this.leader, 'SIGKILL'), graceMs);
  }

  /** Kills the processes that the leader left when it ended. */
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
    // The group has no process left.
  }
}
