/**
 * Keeps the results of a call's steps, so that no step runs twice: in a later round, or when started twice concurrently.
 *
 * A step is bound to the build that ran it: another build may give its name another meaning, or its effect another name.
 */
import { ToolError } from '../errors/tool-error.js';
import type { StepOptions } from '../model/context.js';
import type { JsonValue } from '../model/json.js';
import { writeStepValue } from './step-value.js';

/** A step that has run. */
export interface DoneStep {
  readonly value: JsonValue;
  /** CID of the code that ran it; absent for code that was never built. */
  readonly build?: string | undefined;
  /** True when that code allows later builds to continue with the value. */
  readonly isStable: boolean;
}

/** Steps by name. */
export type DoneSteps = ReadonlyMap<string, DoneStep>;

/** @throws ToolError when another build ran one of the steps, and the step was not declared stable */
export function refuseStepsOfOtherBuilds(steps: DoneSteps, build: string | undefined): void {
  for (const [name, step] of steps) if (step.build !== build && !step.isStable) throw otherBuild(name);
}

function otherBuild(name: string): ToolError {
  return new ToolError(
    `the build changed between the rounds of this call: the step "${name}" has run in the earlier build, and nothing was run ` +
      'again. See what the step did before you start a new call',
  );
}

export class StepMemory {
  readonly #done: Map<string, DoneStep>;
  readonly #running = new Map<string, Promise<JsonValue>>();

  /**
   * @param done the steps of earlier rounds
   * @param build CID of the running code
   */
  constructor(
    done: DoneSteps = new Map(),
    private readonly build?: string,
  ) {
    this.#done = new Map(done);
  }

  /** The completed steps, by name. */
  get done(): DoneSteps {
    return this.#done;
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** @throws whatever `effect` threw; a step that failed is not done. ToolError for a step that another build has run */
  async run(name: string, effect: () => Promise<JsonValue>, { stable = false }: StepOptions = {}): Promise<JsonValue> {
    const known = this.#done.get(name);
    if (!known) return this.#running.get(name) ?? this.#begin(name, effect, stable);
    if (known.build === this.build || (known.isStable && stable)) return known.value;
    throw otherBuild(name);
  }

  #begin(name: string, effect: () => Promise<JsonValue>, isStable: boolean): Promise<JsonValue> {
    const running = this.#remember(name, effect, isStable);
    this.#running.set(name, running);
    return running;
  }

  async #remember(name: string, effect: () => Promise<JsonValue>, isStable: boolean): Promise<JsonValue> {
    // Starts in a later turn, so that the step counts as running before it can finish.
    await undefined;
    try {
      const value = await effect();
      this.#done.set(name, { value, build: this.build, isStable });
      return value;
    } finally {
      this.#running.delete(name);
    }
  }
}

/**
 * Runs the effect of a step. Accepts `undefined`, which is not JSON but which authors return.
 *
 * @throws TypeError when its value has no form in JSON; whatever `effect` threw
 */
export async function outcomeAsJson(name: string, effect: () => unknown): Promise<JsonValue> {
  return JSON.parse(writeStepValue(name, await effect())) as JsonValue; // written as JSON just before
}
