/**
 * The context of one running call: its author's questions and reports, and the end of both.
 */
import type { Asker } from '../asking/asker.js';
import { checkSampling } from '../asking/check-sampling.js';
import { missingCapabilities, requireCapabilities } from '../asking/missing-capabilities.js';
import type { Answer } from '../asking/read-answer.js';
import type { Question } from '../asking/question.js';
import { outcomeAsJson } from '../asking/step-memory.js';
import type { CatalogHolder, RunComponent } from '../catalog/catalog.js';
import type { EventLoopYield } from '../catalog/event-loop-yield.js';
import type { ClientFacts, PageOptions, StreamCarrier, StreamDelivery } from '../catalog/stream-carrier.js';
import { writeNotification, writeNotificationWith } from '../json-rpc/messages.js';
import {
  isFormSchema,
  type AskOptions,
  type FormAnswer,
  type FormSchema,
  type LogLevel,
  type RootsAnswer,
  type SamplingAnswer,
  type SamplingQuestion,
  type UrlAnswer,
} from '../model/asking.js';
import type { AbortSource } from '../model/abort-source.js';
import type { StepOptions, TaskTerms } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { notBuilt } from '../model/schema-of.js';
import type { Principal } from '../model/principal.js';
import { runAsSpan, type SpanOptions, type SpanWork, type TraceSpan } from '../model/trace.js';
import { progressEvent, type RunningEvent } from '../model/stream-event.js';
import { openDeadline, type Deadline, type DeadlineLimits } from './deadline.js';
import { CallAbort } from './call-abort.js';
import { CallOver, CatalogRevoked } from './abort-reasons.js';
import { clientFactsOf, noticesTo, type CallPeer, type DetachedPeer } from './call-peer.js';
import { isLogged, logMessage } from './log-messages.js';
import type { ProgressNotices } from './progress-notices.js';
import type { TaskBeginner } from './task-beginner.js';

export class CallContext implements StreamCarrier, CatalogHolder {
  /** The component that this call runs; set before its method runs. */
  component: RunComponent | undefined;
  /** Makes the call a task; set before the method runs, if the call can become one. */
  taskBeginner: TaskBeginner | undefined;
  #detached: DetachedPeer | undefined;
  #notices: ProgressNotices | undefined;
  #isOver = false;
  // Calls that finish synchronously have none.
  #aborting: CallAbort | undefined;
  #deadline: Deadline | undefined;
  #asker: Asker | undefined;
  #askedCount = 0;
  #openQuestions = 0;

  constructor(private readonly peer: CallPeer<CallContext>) {}

  get principal(): Principal {
    return this.peer.principal;
  }

  get meta(): JsonObject {
    return this.peer.meta;
  }

  get trace(): TraceSpan | undefined {
    return this.peer.span;
  }

  get delivery(): StreamDelivery {
    return this.peer.delivery;
  }

  get loop(): EventLoopYield {
    return this.peer.server.loop;
  }

  get signal(): AbortSignal {
    return this.#openAbort().signal;
  }

  get abortSource(): AbortSource {
    return this.#openAbort();
  }

  get clientCapabilities(): JsonObject {
    return this.#requireAsker().capabilities;
  }

  get clientFacts(): ClientFacts {
    const task = this.#detached ? 'running' : this.taskBeginner ? 'possible' : 'none';
    return clientFactsOf(this.peer, this.#requireAsker(), task);
  }

  /** The reason of the abort; undefined while the call may continue. */
  get abortReason(): Error | undefined {
    return this.#aborting?.reason;
  }

  /** Settles when a call that continues without its request is over; undefined for a call that ends with its request. */
  get detachedUntil(): Promise<void> | undefined {
    return this.#detached?.ended;
  }

  /** True while a question waits for the client. */
  get isAsking(): boolean {
    return this.#openQuestions > 0;
  }

  /** Allocates no promise where nothing waits, since events may be many. A call that is over still yields to the event loop. */
  emit(event: RunningEvent): Promise<void> {
    if (this.#isOver || this.abortReason) return this.loop.after(undefined);
    this.#deadline?.restart();
    try {
      return this.loop.after(this.#deliver(event));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #deliver(event: RunningEvent): Promise<void> | undefined {
    if (this.peer.emit) return this.peer.emit(event);
    if (event.type === 'log') return this.log(event.level, event.data, event.logger);
    return this.#openNotices().tell(event);
  }

  reportProgress(progress: number, total?: number, message?: string): Promise<void> {
    return this.emit(progressEvent(progress, total, message));
  }

  async log(level: LogLevel, data: JsonValue, logger?: string): Promise<void> {
    if (!isLogged(level, this.peer.logThreshold())) return this.loop.after(undefined);
    const message = logMessage(level, data, logger);
    if (this.peer.emit) return this.emit({ type: 'log', ...message });
    return this.loop.after(this.notify('notifications/message', message));
  }

  /** Sends the delayed progress notification, if there is one. */
  flushNotices(): Promise<void> | undefined {
    return this.#detached ? undefined : this.#notices?.flush();
  }

  #openNotices(): ProgressNotices {
    this.#notices ??= noticesTo(this.peer, {
      progressToken: this.meta['progressToken'],
      send: (members) => this.#send(writeNotificationWith('notifications/progress', members, this.#detached?.meta)),
      follower: () => this.#detached?.onProgress,
    });
    return this.#notices;
  }

  // The cast is sound: `readAnswer` has read the answer for this kind of question.
  async elicit<Fields extends object>(
    message: string,
    schema?: FormSchema | AskOptions,
    options?: AskOptions,
  ): Promise<FormAnswer<Fields>> {
    if (!isFormSchema(schema)) throw notBuilt('context.elicit<T>()');
    return (await this.#ask({ kind: 'form', message, schema }, options)) as FormAnswer<Fields>;
  }

  async elicitUrl(message: string, url: string, options?: PageOptions): Promise<UrlAnswer> {
    if (!URL.canParse(url)) throw new TypeError('elicitUrl: the URL is not valid');
    const question = { kind: 'url', message, url, elicitationId: options?.elicitationId } as const;
    return (await this.#ask(question, options)) as UrlAnswer;
  }

  async sample(question: SamplingQuestion, options?: AskOptions): Promise<SamplingAnswer> {
    checkSampling(question.messages);
    return (await this.#ask({ kind: 'sampling', params: question }, options)) as SamplingAnswer;
  }

  async listRoots(options?: AskOptions): Promise<RootsAnswer> {
    return (await this.#ask({ kind: 'roots' }, options)) as RootsAnswer;
  }

  requireClient(needed: JsonObject): void {
    requireCapabilities(needed, this.clientCapabilities, this.peer.revision.asking.by);
  }

  async step<Value extends JsonValue>(
    name: string,
    effect: () => Promise<Value> | Value,
    options: StepOptions = {},
  ): Promise<Value> {
    const value = await this.#requireAsker().step(name, () => outcomeAsJson(name, effect), options);
    await this.loop.whenDue();
    return value as Value; // the asker returns the value that this or an earlier run of the step stored
  }

  span<Result>(name: string, work: SpanWork<Result>, options?: SpanOptions): Promise<Result> {
    return runAsSpan(this, work, { name, ...options });
  }

  resourceUpdated(uri: string): void {
    this.component?.announcer?.resourceUpdated(uri);
  }

  listChanged(kind: 'tools' | 'resources' | 'prompts'): void {
    this.component?.announcer?.listChanged(kind);
  }

  releaseConnection(): void {
    if (!this.#isOver && !this.#detached) this.peer.releaseConnection();
  }

  beginTask(terms: TaskTerms = {}): Promise<boolean> {
    if (this.#isOver || !this.taskBeginner) return Promise.resolve(false);
    return this.taskBeginner.begin(terms);
  }

  /**
   * Detaches the call from its request: from now on it asks and notifies only the given peer and has no deadline, and the end of
   * the request does not end the call.
   *
   * @returns a function that aborts the call
   */
  detach(peer: DetachedPeer): (reason: Error) => void {
    this.#deadline?.pause();
    this.#deadline = undefined;
    this.#detached = peer;
    this.#asker = peer.openAsker(this.#requireAsker());
    return (reason) => this.#abort(reason);
  }

  /** Sends a notification for this call, unless it is over or aborted. */
  async notify(method: string, params: JsonObject): Promise<void> {
    const meta = this.#detached?.meta;
    await this.#send(writeNotification(method, meta ? { ...params, _meta: meta } : params));
  }

  #send(json: string): Promise<void> | undefined {
    if (this.#isOver || this.abortReason) return undefined;
    return (this.#detached ?? this.peer).notify(json);
  }

  /** Aborts the call when it runs longer than the limits allow; `finish` stops the timer. */
  startDeadline(limits: DeadlineLimits): void {
    if (this.#detached) return;
    this.#deadline = openDeadline(this.peer.server, limits, (reason) => this.abort(reason));
    // The deadline starts only after a question that the method asked synchronously, unless the question ends the call.
    if (!this.isAsking || this.#asker?.endsCall) this.#deadline.start();
  }

  stopDeadline(): void {
    this.#deadline?.pause();
  }

  /** Aborts the call once, which ends the wait for it; has no effect on a detached call. */
  abort(reason: Error): void {
    if (!this.#detached) this.#abort(reason);
  }

  /** Aborts the call because its code ends now, even if the call is detached. */
  revoke(why: string): void {
    this.#abort(new CatalogRevoked(why));
  }

  #abort(reason: Error): void {
    if (!this.#isOver) this.#openAbort().abort(reason);
  }

  #openAbort(): CallAbort {
    return (this.#aborting ??= new CallAbort());
  }

  /** Calls back on abort, immediately if it has already happened; one listener at a time. */
  onAbort(listener: (reason: Error) => void): void {
    this.#openAbort().tell(listener);
  }

  /** Marks the outcome as final: nothing more is sent for the call. */
  finish(): void {
    this.#isOver = true;
    this.#aborting?.tell(undefined);
    this.#notices?.close();
  }

  async #ask(question: Question, { key: givenKey, withdrawn }: PageOptions = {}): Promise<Answer> {
    const beginning = this.taskBeginner?.beginning;
    if (beginning) await beginning.catch(() => false);
    const asker = this.#requireAsker();
    const key = givenKey ?? `question-${++this.#askedCount}`;
    const missing = missingCapabilities(question, asker.capabilities);
    if (missing) return { action: 'incapable', missing };
    if (this.#isOver && !asker.endsCall) throw this.abortReason ?? new CallOver();
    this.#openQuestions++;
    if (!asker.endsCall) this.#deadline?.pause();
    try {
      return await asker.ask(key, givenKey === undefined ? question : { ...question, givenKey, withdrawn });
    } finally {
      this.#openQuestions--;
      if (this.#openQuestions === 0) this.taskBeginner?.questionsClosed();
      if (!asker.endsCall && !this.#isOver && !this.abortReason && this.#openQuestions === 0) this.#deadline?.start();
    }
  }

  #requireAsker(): Asker {
    return (this.#asker ??= this.peer.openAsker(this));
  }
}
