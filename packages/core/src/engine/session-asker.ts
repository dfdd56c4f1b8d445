/**
 * Asks a legacy client: each question is a request of ours on the stream of the calling request.
 *
 * Spec: 2025-11-25 client/elicitation, client/sampling, client/roots
 */
import type { Asker } from '../asking/asker.js';
import { findMisfit } from '../asking/form-misfit.js';
import { readAnswer, type Answer } from '../asking/read-answer.js';
import type { Question } from '../asking/question.js';
import { StepMemory } from '../asking/step-memory.js';
import { writeQuestion } from '../asking/write-question.js';
import { ToolError } from '../errors/tool-error.js';
import type { StepOptions } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { sigilMetaKeys } from '../revisions/sigil-meta-keys.js';
import type { AskingCall } from '../calls/client.js';
import type { Revision } from '../revisions/revision.js';
import type { Outlet } from '../calls/outlet.js';
import { PeerRefusal, PeerTimeout, type PeerRequests } from './peer-requests.js';

interface SessionAskerOptions {
  readonly requests: PeerRequests;
  readonly revision: Revision;
  readonly capabilities: JsonObject;
  readonly outlet: Outlet;
  readonly call: Pick<AskingCall, 'signal'>;
  readonly timeoutMs: number;
  /** Added to the `_meta` of each question. */
  readonly meta?: JsonObject;
}

/** The code with which clients answer a sampling request when the user declined. */
const userRejected = -1;
const methodNotFound = -32601;

export class SessionAsker implements Asker {
  /** Empty where an answer could not come back. */
  readonly capabilities: JsonObject;
  readonly #steps = new StepMemory();

  constructor(private readonly options: SessionAskerOptions) {
    this.capabilities = options.outlet.carriesRequests === false ? {} : options.capabilities;
  }

  async ask(key: string, question: Question): Promise<Answer> {
    const { requests, revision, outlet, call, timeoutMs, meta } = this.options;
    const written = writeQuestion(question, revision);
    if (!written) return { action: 'incapable', missing: {} };
    let misfit: string | undefined;
    try {
      const { givenKey } = question;
      const whole = givenKey === undefined ? meta : { ...meta, [sigilMetaKeys.questionKey]: givenKey };
      const params = whole ? { ...written.params, _meta: whole } : written.params;
      const { withdrawn } = question;
      const signal = withdrawn ? AbortSignal.any([call.signal, withdrawn]) : call.signal;
      const result = await requests.send({ method: written.method, params, outlet, signal, timeoutMs });
      const answer = readAnswer(question, result);
      if (answer) return answer;
      misfit = question.kind === 'form' ? findMisfit(question.schema, result) : undefined;
    } catch (error) {
      if (error instanceof PeerTimeout) throw new ToolError(error.message);
      if (!(error instanceof PeerRefusal)) throw error;
      if (error.code === userRejected) return { action: 'decline' };
      if (error.code === methodNotFound) return { action: 'incapable', missing: {} };
    }
    const why = misfit === undefined ? '' : `: ${misfit}`;
    throw new ToolError(`the client gave no usable answer to the question "${key}"${why}`);
  }

  /** A legacy call runs once, so a step only remembers its result within that run. */
  step(name: string, effect: () => Promise<JsonValue>, options: StepOptions): Promise<JsonValue> {
    return this.#steps.run(name, effect, options);
  }
}
