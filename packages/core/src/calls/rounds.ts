/**
 * The rounds of one modern call: a round may end with questions, and the next one brings the answers and the sealed state.
 *
 * Spec: 2026-07-28 basic/patterns/mrtr
 */
import { firstRound, readRoundState, type RoundState } from '../asking/round-state.js';
import type { StateBinding } from '../asking/seal-state.js';
import { refuseStepsOfOtherBuilds } from '../asking/step-memory.js';
import type { PeerRequest } from '../json-rpc/messages.js';
import { principalKey, type Principal } from '../model/principal.js';
import { RoundsHolder, type ParkedCall } from './parked-calls.js';
import type { ServerFacts } from './server-facts.js';

export class Rounds {
  #state = firstRound;
  #holder: RoundsHolder | undefined;

  /** @param mayAsk whether the client can be asked anything */
  constructor(
    private readonly request: PeerRequest,
    private readonly server: ServerFacts,
    private readonly principal: Principal,
    private readonly mayAsk: boolean,
  ) {}

  /** The answers and steps of earlier rounds. */
  get state(): RoundState {
    return this.#state;
  }

  /** The parts of the call that its state is sealed with, so that no other call can use it. */
  get binding(): StateBinding {
    const { method, params } = this.request;
    return { server: this.server.info.name, principal: principalKey(this.principal), method, params };
  }

  /** Holds the call's generation over all of its rounds; `undefined` if the call cannot have another one. */
  get holder(): RoundsHolder | undefined {
    if (!this.mayAsk || !this.server.parkedCalls) return undefined;
    return (this.#holder ??= new RoundsHolder());
  }

  /**
   * Reads the state of the earlier rounds from the request.
   *
   * @returns the call that the request continues, if it still waits in this process
   * @throws McpError when the state is unusable
   */
  async continueEarlier(): Promise<ParkedCall | undefined> {
    this.#state = await readRoundState(this.request.params, this.server.stateSealer(), this.binding);
    const { callKey } = this.#state;
    const parked = callKey === undefined ? undefined : this.server.parkedCalls?.take(callKey);
    this.#holder = parked?.holder;
    return parked;
  }

  /** @throws ToolError when an earlier round ran steps in a build that this build cannot continue from */
  refuseOtherBuild(build: string | undefined): void {
    if (this.#state !== firstRound) refuseStepsOfOtherBuilds(this.#state.steps, build);
  }
}
