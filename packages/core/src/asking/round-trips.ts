/**
 * Asks a modern client: the call ends with its open questions, and is run again with the answers.
 *
 * Answers of earlier rounds and the results of steps travel in the sealed state. Questions asked side by side go out in one
 * round. Spec: 2026-07-28 basic/patterns/mrtr
 */
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { Asker } from './asker.js';
import { readAnswer, type Answer } from './read-answer.js';
import type { Question } from './question.js';
import type { StateBinding, StateSealer } from './seal-state.js';
import { StepMemory } from './step-memory.js';
import { writeQuestion } from './write-question.js';

/** The outcome of a call that waits for its client: the reason it was stopped with. */
export class InputRequired extends Error {
  override readonly name = 'InputRequired';

  constructor(
    readonly inputRequests: JsonObject,
    readonly requestState: string,
  ) {
    super('the call waits for its client');
  }
}

/** What a call remembers of its earlier rounds. */
export interface RoundState {
  readonly answers: ReadonlyMap<string, JsonValue>;
  readonly steps: ReadonlyMap<string, JsonValue>;
}

/** The state of a call's first round. */
export const firstRound: RoundState = { answers: new Map(), steps: new Map() };

/** Whether a request brings along anything of an earlier round. */
export function isLaterRound(params: JsonObject): boolean {
  return params['requestState'] !== undefined || params['inputResponses'] !== undefined;
}

/**
 * Reads the state and the answers that a request brought along. With a state, only questions of its round can be answered.
 *
 * @throws McpError `invalid-params` when they are malformed or the state does not open
 */
export async function readRoundState(
  params: JsonObject,
  sealer: StateSealer,
  binding: StateBinding,
): Promise<RoundState> {
  const { requestState, inputResponses } = params;
  if (inputResponses !== undefined && !isJsonObject(inputResponses)) {
    throw new McpError('invalid-params', '"inputResponses" must be an object');
  }
  // A client may send answers without the state that came with the questions: they are its own to give, and are checked
  // against the questions like any others.
  if (requestState === undefined) return { answers: entriesOf(inputResponses), steps: new Map() };
  if (typeof requestState !== 'string') throw new McpError('invalid-params', '"requestState" must be a string');
  const state = await sealer.open(requestState, binding);
  const answers = entriesOf(state['answers']);
  const asked: readonly JsonValue[] = Array.isArray(state['asked']) ? state['asked'] : [];
  for (const [key, answer] of entriesOf(inputResponses)) if (asked.includes(key)) answers.set(key, answer);
  return { answers, steps: entriesOf(state['steps']) };
}

/** What an asker of a modern call works with. */
export interface RoundTripsOptions {
  readonly revision: Revision;
  readonly capabilities: JsonObject;
  readonly sealer: StateSealer;
  readonly binding: StateBinding;
  readonly state: RoundState;
  /** Stops the call with its outcome: an `InputRequired`, or what went wrong on the way there. */
  readonly stop: (reason: Error) => void;
}

export class RoundTrips implements Asker {
  readonly capabilities: JsonObject;
  readonly endsCall = true;
  readonly #options: RoundTripsOptions;
  readonly #answers: Map<string, JsonValue>;
  readonly #steps: StepMemory;
  readonly #open = new Map<string, JsonObject>();
  #isStopping = false;

  constructor(options: RoundTripsOptions) {
    this.#options = options;
    this.capabilities = options.capabilities;
    this.#answers = new Map(options.state.answers);
    this.#steps = new StepMemory(options.state.steps);
  }

  ask(key: string, question: Question): Promise<Answer> {
    const given = this.#answers.get(key);
    const answer = given === undefined ? undefined : readAnswer(question, given);
    if (answer) return Promise.resolve(answer);

    const { revision } = this.#options;
    const written = writeQuestion(question, revision);
    if (!written) return Promise.reject(new Error(`this protocol version cannot ask the question "${key}"`));
    this.#answers.delete(key);
    this.#open.set(key, { method: written.method, params: written.params });
    this.#stopSoon();
    // The call ends here; the next round runs it again with the answer.
    return neverSettled();
  }

  async step(name: string, effect: () => Promise<JsonValue>): Promise<JsonValue> {
    // What is sealed by now would not know of it, and the next round would run it again.
    if (this.#isStopping) return neverSettled();
    try {
      return await this.#steps.run(name, effect);
    } finally {
      if (this.#open.size > 0) this.#stopSoon();
    }
  }

  /** After this turn, so that questions asked side by side go out together; and not while a step is half done. */
  #stopSoon(): void {
    setTimeout(() => {
      if (this.#isStopping || this.#steps.isRunning) return;
      this.#isStopping = true;
      void this.#stop();
    }, 0);
  }

  async #stop(): Promise<void> {
    const { sealer, binding, stop } = this.#options;
    try {
      const state = {
        asked: [...this.#open.keys()],
        answers: Object.fromEntries(this.#answers),
        steps: Object.fromEntries(this.#steps.done),
      };
      stop(new InputRequired(Object.fromEntries(this.#open), await sealer.seal(state, binding)));
    } catch (error) {
      stop(error instanceof Error ? error : new Error('the state could not be sealed'));
    }
  }
}

/** For code of a call that has ended with its questions: the next round runs it again. */
function neverSettled(): Promise<never> {
  return new Promise(() => undefined);
}

function entriesOf(value: JsonValue | undefined): Map<string, JsonValue> {
  return new Map(isJsonObject(value) ? Object.entries(value) : []);
}
