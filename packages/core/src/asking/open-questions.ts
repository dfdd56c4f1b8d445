/**
 * The questions that a round ends with, each under its own key.
 */
import type { JsonObject } from '../model/json.js';
import { writeExactly } from './exact-digest.js';
import { digestQuestion, type AskedQuestion } from './round-state.js';

export class OpenQuestions {
  /** Keyed as the client sees them. */
  readonly #byKey = new Map<string, AskedQuestion>();
  readonly #texts = new Set<string>();

  get size(): number {
    return this.#byKey.size;
  }

  get keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  /** The questions as the client sees them. */
  get requests(): JsonObject {
    const entries = [...this.#byKey].map(([key, { method, params }]) => [key, { method, params }] as const);
    return Object.fromEntries(entries);
  }

  /** Keeps two different questions under one key apart; the same question asked twice counts once. */
  add(asked: AskedQuestion): void {
    const text = writeExactly([asked.key, asked.method, asked.params]);
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    let key = asked.key;
    for (let count = 2; this.#byKey.has(key); count++) key = `${asked.key}-${count}`;
    this.#byKey.set(key, asked);
  }

  /** Returns, by key, the digest that identifies each question when its answer arrives. */
  async digests(): Promise<ReadonlyMap<string, string>> {
    const pairs = [...this.#byKey].map(async ([key, asked]) => [key, await digestQuestion(asked)] as const);
    return new Map(await Promise.all(pairs));
  }
}
