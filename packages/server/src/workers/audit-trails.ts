/**
 * Numbers the audit trails of the processes that live: each has one of its own.
 */

export class AuditTrails<Process> {
  readonly #numbers = new Map<Process, number>();

  /** Takes the lowest: a trail whose process has ended is gone on with, so that files do not become more with each restart. */
  take(process: Process): void {
    const taken = new Set(this.#numbers.values());
    let number = 1;
    while (taken.has(number)) number++;
    this.#numbers.set(process, number);
  }

  /** @returns the number of a process that has taken one */
  of(process: Process): number {
    return this.#numbers.get(process)!;
  }

  leave(process: Process): void {
    this.#numbers.delete(process);
  }
}
