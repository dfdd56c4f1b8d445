/**
 * The asker of a call whose client cannot be asked anything while it runs.
 */
import type { StepOptions } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Asker } from './asker.js';
import type { Answer } from './read-answer.js';
import { StepMemory } from './step-memory.js';

export class SilentAsker implements Asker {
  readonly #steps = new StepMemory();

  /** @param capabilities those that the client has declared */
  constructor(readonly capabilities: JsonObject) {}

  async ask(): Promise<Answer> {
    return { action: 'incapable', missing: {} };
  }

  step(name: string, effect: () => Promise<JsonValue>, options: StepOptions): Promise<JsonValue> {
    return this.#steps.run(name, effect, options);
  }
}
