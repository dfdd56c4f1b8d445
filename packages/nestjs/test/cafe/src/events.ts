/** The events of one application, for its tests. */
export class Events {
  readonly seen: string[] = [];
  readonly #waiting = new Map<string, () => void>();

  add(event: string): void {
    this.seen.push(event);
    this.#waiting.get(event)?.();
  }

  /** Resolves when the event has happened. */
  has(event: string): Promise<void> {
    if (this.seen.includes(event)) return Promise.resolve();
    return new Promise((resolve) => void this.#waiting.set(event, resolve));
  }
}
