/**
 * The context of a call in the plugin's process: everything that needs the client becomes a message to the host.
 *
 * Knows nothing of revisions: the host's own context decides what may be asked, and in which words.
 */
import type {
  AskOptions,
  Context,
  FormAnswer,
  FormSchema,
  JsonObject,
  JsonValue,
  LogLevel,
  RootsAnswer,
  SamplingAnswer,
  SamplingQuestion,
  StepOptions,
  TaskTerms,
  UrlAnswer,
} from '@sigil/core';
import {
  missingOf,
  traceContextIn,
  writeStepValue,
  type SpanOptions,
  type SpanWork,
  type RunningEvent,
  type StreamDelivery,
} from '@sigil/core/catalog';
import { toPlainJson } from './plain-json.js';
import { ErrorCodec, type WireError } from './error-codec.js';
import type { AnswerMessage, AskMethod, CallMessage, CallReport, TellMethod } from './link-messages.js';
import type { Send } from './message-batch.js';
import { runInSpan, type BegunSpan, type SpanHost } from './plugin-spans.js';

interface Question {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Waits only until the message is accepted, for no client's answer. */
  readonly isReport: boolean;
  /** The effect of a step; returns its value as JSON text. */
  readonly effect?: (() => Promise<string>) | undefined;
  isRunning?: boolean;
}

/** Thrown by `requireClient`; the host replaces it by the error of its revision. */
export class ClientLacks extends Error {
  override readonly name = 'ClientLacks';

  constructor(
    message: string,
    readonly needed: JsonObject,
  ) {
    super(message);
  }
}

const noMembers: JsonObject = Object.freeze({});

export class RemoteContext implements Context {
  /** The delivery of a stream to the host's reader; without it, no events are accepted. */
  readonly delivery: StreamDelivery | undefined;
  readonly meta: JsonObject;
  readonly principal: Context['principal'];
  readonly errors = new ErrorCodec();
  readonly #call: number;
  readonly #isTraced: boolean;
  readonly #send: Send<CallReport>;
  readonly #questions = new Map<number, Question>();
  #capabilities: JsonObject;
  #lastId = 0;
  readonly #spanHost: SpanHost = {
    // The host's answer is written by its own code.
    begin: async ({ name, options }, within) =>
      (await this.#ask('beginSpan', [name, options, within ?? null])) as BegunSpan,
    end: (id) => this.#tell('endSpan', [id, false]),
    fail: (id) => this.#tell('endSpan', [id, true]),
  };
  #isOver = false;
  // The call ended with its questions and will run again, so nothing that it awaits may ever go on.
  #isUnwound = false;
  #abortReason: unknown;
  #isAborted = false;
  #controller: AbortController | undefined;

  constructor(
    { call, meta, principal, capabilities, delivery, isTraced = false }: CallMessage,
    send: Send<CallReport>,
  ) {
    this.principal = principal;
    this.#isTraced = isTraced;
    this.delivery = delivery;
    this.meta = meta ?? noMembers;
    this.#capabilities = capabilities ?? noMembers;
    this.#call = call;
    this.#send = send;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  get clientCapabilities(): JsonObject {
    return this.#capabilities;
  }

  blankMessages(): void {
    // The host blanks them, where it passes them on.
  }

  /** Waits until the host's reader has taken the event, before the next one. */
  async emit(event: RunningEvent): Promise<void> {
    await this.#ask('emit', [event]);
  }

  async reportProgress(progress: number, total?: number, message?: string): Promise<void> {
    await this.#ask('reportProgress', [progress, total, message]);
  }

  async log(level: LogLevel, data: JsonValue, logger?: string): Promise<void> {
    await this.#ask('log', [level, data, logger]);
  }

  // The value is the answer of the host's own context to the same question.
  async elicit<Fields extends object>(
    message: string,
    schema?: FormSchema | AskOptions,
    options?: AskOptions,
  ): Promise<FormAnswer<Fields>> {
    return (await this.#ask('elicit', [message, schema, options])) as FormAnswer<Fields>;
  }

  async elicitUrl(message: string, url: string, options?: AskOptions): Promise<UrlAnswer> {
    return (await this.#ask('elicitUrl', [message, url, options])) as UrlAnswer;
  }

  async sample(question: SamplingQuestion, options?: AskOptions): Promise<SamplingAnswer> {
    return (await this.#ask('sample', [question, options])) as SamplingAnswer;
  }

  async listRoots(options?: AskOptions): Promise<RootsAnswer> {
    return (await this.#ask('listRoots', [options])) as RootsAnswer;
  }

  requireClient(needed: JsonObject): void {
    const missing = missingOf(needed, this.#capabilities);
    if (missing) throw new ClientLacks(`this needs a client with ${Object.keys(missing).join(' and ')}`, needed);
  }

  async step<Value extends JsonValue>(
    name: string,
    effect: () => Promise<Value> | Value,
    options: StepOptions = {},
  ): Promise<Value> {
    const run = async (): Promise<string> => writeStepValue(name, await effect());
    // Late code of a call that has ended has no rounds to remember steps for.
    if (this.#isOver && !this.#isUnwound) return JSON.parse(await run()) as Value;
    return (await this.#ask('step', [name, options], run)) as Value;
  }

  async span<Result>(name: string, work: SpanWork<Result>, options: SpanOptions = {}): Promise<Result> {
    if (!this.#isTraced || this.#isOver) return work(traceContextIn(this.meta));
    return runInSpan(this.#spanHost, work, { name, options });
  }

  async beginTask(terms: TaskTerms = {}): Promise<boolean> {
    if (this.#isOver) return false;
    return (await this.#ask('beginTask', [terms])) as boolean;
  }

  resourceUpdated(uri: string): void {
    this.#tell('resourceUpdated', [uri]);
  }

  listChanged(kind: 'tools' | 'resources' | 'prompts'): void {
    this.#tell('listChanged', [kind]);
  }

  releaseConnection(): void {
    if (!this.#isOver) this.#tell('releaseConnection', []);
  }

  /** Settles a question with the host's answer. */
  settle({ id, value, error }: AnswerMessage): void {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    if (error) question?.reject(this.errors.read(error));
    else question?.resolve(value);
  }

  /** Runs the effect of a step that the host has not seen done. */
  async runStep(id: number): Promise<void> {
    const call = this.#call;
    const step = this.#questions.get(id);
    if (!step?.effect) return;
    step.isRunning = true;
    try {
      const json = await step.effect();
      if (this.#isOver) step.resolve(JSON.parse(json));
      else this.#send({ kind: 'step-done', call, id, json });
    } catch (error) {
      if (this.#isOver) step.reject(error);
      else this.#send({ kind: 'step-failed', call, id, error: this.errors.write(error) });
    }
  }

  abort(reason: WireError): void {
    this.#isAborted = true;
    this.#abortReason = this.errors.read(reason);
    this.#isUnwound = this.#abortReason instanceof Error && this.#abortReason.name === 'InputRequired';
    this.#controller?.abort(this.#abortReason);
  }

  /** Ends the call: sends nothing more for it, and settles open questions as they would end inline. */
  finish(): void {
    for (const [id, question] of this.#questions) {
      if (question.isReport) question.resolve(undefined);
      else if (!this.#isUnwound) this.#endQuestion(id, question);
    }
    this.#isOver = true;
    this.#questions.clear();
  }

  #endQuestion(id: number, question: Question): void {
    if (!question.effect) question.reject(this.#isAborted ? this.#abortReason : callHasEnded());
    else if (!question.isRunning) void this.runStep(id);
  }

  #ask(method: AskMethod, args: readonly unknown[], effect?: () => Promise<string>): Promise<unknown> {
    const isReport = method === 'emit' || method === 'reportProgress' || method === 'log';
    if (this.#isOver) return this.#answerLate(isReport);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const copies = args.map(toPlainJson);
      this.#questions.set(id, { resolve, reject, isReport, effect });
      this.#send({ kind: 'ask', call: this.#call, id, method, args: copies }, (error) => {
        this.#questions.delete(id);
        reject(error);
      });
    });
  }

  #answerLate(isReport: boolean): Promise<unknown> {
    if (isReport) return Promise.resolve();
    return this.#isUnwound ? new Promise(() => undefined) : Promise.reject(callHasEnded());
  }

  #tell(method: TellMethod, args: readonly unknown[]): void {
    this.#send({ kind: 'tell', call: this.#call, method, args: args.map(toPlainJson) });
  }
}

function callHasEnded(): Error {
  return new Error('the call has ended: its client can be asked nothing more');
}
