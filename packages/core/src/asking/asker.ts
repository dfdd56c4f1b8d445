/**
 * The port through which a call asks its client; each era has its own implementation.
 */
import type { StepOptions } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Answer } from './read-answer.js';
import type { Question } from './question.js';

export interface Asker {
  /** The capabilities that the client of this call has declared. */
  readonly capabilities: JsonObject;
  /** True when a question ends the call instead of waiting in it; the deadline then keeps running. */
  readonly endsCall?: boolean;
  /**
   * @param key names the question across the rounds of one call
   * @returns the answer; `incapable` is decided by the caller
   * @throws Error when the client failed to answer
   */
  ask(key: string, question: Question): Promise<Answer>;
  /** Returns the answer from an earlier round of the call, if any; absent where calls have no rounds. */
  recall?(key: string, question: Question): Promise<Answer | undefined>;
  /** Runs `effect` once across all rounds of one call and remembers its result. */
  step(name: string, effect: () => Promise<JsonValue>, options: StepOptions): Promise<JsonValue>;
}
