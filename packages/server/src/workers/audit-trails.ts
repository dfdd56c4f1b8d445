/**
 * Numbers the audit trails of the living processes, one for each.
 */

export class AuditTrails<Process> {
  readonly #numbers = new Map<Process, number>();

  /** Takes the lowest free number: a restart continues the trail of an ended process instead of adding a file. */
  take(process: Process): void {
    const taken = new Set(this.#numbers.values());
    let number = 1;
    while (taken.has(number)) number++;
    this.#numbers.set(process, number);
  }

  /** @returns the number that a process has taken */
  of(process: Process): number {
    return this.#numbers.get(process)!;
  }

  leave(process: Process): void {
    this.#numbers.delete(process);
  }
}
