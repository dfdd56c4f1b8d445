/**
 * What the steps of a call returned, so that none runs twice: not in a later round, and not when it is begun twice at once.
 */
import type { JsonValue } from '../model/json.js';

export class StepMemory {
  readonly #done: Map<string, JsonValue>;
  readonly #running = new Map<string, Promise<JsonValue>>();

  /** @param done the steps of earlier rounds */
  constructor(done: ReadonlyMap<string, JsonValue> = new Map()) {
    this.#done = new Map(done);
  }

  /** What the steps that are done returned, by name. */
  get done(): ReadonlyMap<string, JsonValue> {
    return this.#done;
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** @throws whatever `effect` threw; a step that failed is not done */
  async run(name: string, effect: () => Promise<JsonValue>): Promise<JsonValue> {
    const known = this.#done.get(name);
    if (known !== undefined) return known;
    return this.#running.get(name) ?? this.#begin(name, effect);
  }

  #begin(name: string, effect: () => Promise<JsonValue>): Promise<JsonValue> {
    const running = this.#remember(name, effect);
    this.#running.set(name, running);
    return running;
  }

  async #remember(name: string, effect: () => Promise<JsonValue>): Promise<JsonValue> {
    // Begins in a later turn, so that the step counts as running before it can be over.
    await undefined;
    try {
      const value = await effect();
      this.#done.set(name, value);
      return value;
    } finally {
      this.#running.delete(name);
    }
  }
}
