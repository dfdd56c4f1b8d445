/**
 * One call while it is served: its request, the catalog and the component that it runs on, its author's questions and reports, and
 * the end of all of these. It is the context that the author's method gets.
 *
 * Most calls ask nothing, report nothing and are not aborted, so the state for these is created on first use.
 */
import type { Asker } from '../asking/asker.js';
import { checkSampling } from '../asking/check-sampling.js';
import { missingCapabilities, requireCapabilities } from '../asking/missing-capabilities.js';
import type { Answer } from '../asking/read-answer.js';
import type { Question } from '../asking/question.js';
import { outcomeAsJson } from '../asking/step-memory.js';
import type { Catalog, CatalogHold, CatalogHolder, RunComponent } from '../catalog/catalog.js';
import type { EventLoopYield } from '../catalog/event-loop-yield.js';
import type { ClientFacts, PageOptions, StreamCarrier, StreamDelivery } from '../catalog/stream-carrier.js';
import { writeNotification, writeNotificationWith, type PeerRequest, type RequestId } from '../json-rpc/messages.js';
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
import type { ContentBlock } from '../model/content.js';
import type { StepOptions, TaskTerms } from '../model/context.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { notBuilt } from '../model/schema-of.js';
import type { Principal } from '../model/principal.js';
import { runAsSpan, withTrace, type SpanOptions, type SpanWork, type TraceSpan } from '../model/trace.js';
import { progressEvent, type RunningEvent } from '../model/stream-event.js';
import type { Revision } from '../revisions/revision.js';
import { CallCancelled, CallOver, CatalogRevoked } from './abort-reasons.js';
import { callerCatalog } from './caller-catalog.js';
import { withoutViewTools } from './client-catalog.js';
import { CallAbort } from './call-abort.js';
import type { CallFollower } from './call-observer.js';
import type { Client, MirroredArgument } from './client.js';
import { passedExtensions } from './passed-extensions.js';
import { openDeadline, type Deadline, type DeadlineLimits } from './deadline.js';
import { readCalledTool } from './discovery-tools.js';
import { isLogged, logMessage } from './log-messages.js';
import type { Outlet } from './outlet.js';
import { ProgressNotices } from './progress-notices.js';
import { releasedMethod, wantsReleaseNotice } from './release-notice.js';
import type { ServerFacts } from './server-facts.js';
import type { TaskBeginner } from './task-beginner.js';

/** The request of a call, and the parties between which it runs. */
export interface CallParts<Server, From> {
  readonly request: PeerRequest;
  readonly revision: Revision;
  readonly server: Server;
  readonly client: From;
  /** Takes the answer and the notifications of the call. */
  readonly outlet: Outlet;
  /** The caller. */
  readonly principal: Principal;
}

/** The channels to the client that remain when a call continues without its request. */
export interface DetachedPeer {
  readonly notify: (json: string) => Promise<void> | undefined;
  /** @param before the asker that the call used until now */
  readonly openAsker: (before: Asker) => Asker;
  /** Added to the `_meta` of the call's notifications. */
  readonly meta?: JsonObject;
  /** Called with each progress message. */
  readonly onProgress: (message: string) => void;
  /** Settles, without rejecting, when the call is over. */
  readonly ended: Promise<void>;
}

const noMeta: JsonObject = Object.freeze({});

/** Its creator releases it when nothing of the call runs any more. */
export class Call<Server extends ServerFacts = ServerFacts, From extends Client = Client>
  implements StreamCarrier, CatalogHolder
{
  readonly request: PeerRequest;
  readonly revision: Revision;
  readonly server: Server;
  readonly client: From;
  readonly outlet: Outlet;
  readonly principal: Principal;
  /** The component that this call runs; set before its method runs. */
  component: RunComponent | undefined = undefined;
  /** Makes the call a task; set before the method runs, if the call can become one. */
  taskBeginner: TaskBeginner | undefined = undefined;
  /** The engine observer's follower of this call; undefined once the end was reported. */
  follower: CallFollower | undefined = undefined;
  /** The call's own span, if it is traced; set before its operation begins. */
  trace: TraceSpan | undefined = undefined;
  /** True when the tool failed; set by `noteToolFailure`. */
  hasFailedTool = false;
  /** The text that the caller reads of a failure. */
  failureText: string | undefined = undefined;
  /** True when the answer is a question to the client. */
  endsWithQuestion = false;
  #params: JsonObject;
  /** True for a call through `call_tool`, which is for models. */
  readonly #isThroughTool: boolean;
  #auditNotes: Record<string, JsonObject> | undefined = undefined;
  #catalog: Catalog | undefined = undefined;
  /** The same before components that the caller may not use are removed. */
  #whole: Catalog | undefined = undefined;
  #held: CatalogHold | undefined = undefined;
  #isContinued = false;
  #tracedMeta: JsonObject | undefined = undefined;
  #detached: DetachedPeer | undefined = undefined;
  #notices: ProgressNotices | undefined = undefined;
  #isOver = false;
  #aborting: CallAbort | undefined = undefined;
  #deadline: Deadline | undefined = undefined;
  #asker: Asker | undefined = undefined;
  #askedCount = 0;
  #openQuestions = 0;

  constructor({ request, revision, server, client, outlet, principal }: CallParts<Server, From>) {
    this.request = request;
    this.revision = revision;
    this.server = server;
    this.client = client;
    this.outlet = outlet;
    this.principal = principal;
    this.#params =
      server.discovery && request.method === 'tools/call' ? readCalledTool(request.params) : request.params;
    this.#isThroughTool = this.#params !== request.params;
  }

  get method(): string {
    return this.request.method;
  }

  get requestId(): RequestId {
    return this.request.id;
  }

  /** The params of the request, or those in their place: of a tool that is called through another one, or of an interceptor. */
  get params(): JsonObject {
    return this.#params;
  }

  /** Goes on with other params, of an interceptor. */
  replaceParams(params: JsonObject): void {
    this.#params = params;
  }

  /** An argument that a gateway saw in a header; a call through another tool mirrors none. */
  get mirroredArgument(): MirroredArgument | undefined {
    return this.#params === this.request.params ? this.client.mirroredArgument : undefined;
  }

  /** Fields for the audit trail, by the interceptor that added them. */
  get auditNotes(): JsonObject | undefined {
    return this.#auditNotes;
  }

  /** Adds to the call's line in the audit trail. @param interceptor names the source of the fields */
  noteForAudit(interceptor: string, fields: JsonObject): void {
    this.#auditNotes ??= {};
    this.#auditNotes[interceptor] = { ...this.#auditNotes[interceptor], ...fields };
  }

  /** Notes that the tool failed, and the text that its caller reads. Call it where the result is written. */
  noteToolFailure(content: readonly ContentBlock[]): void {
    this.hasFailedTool = true;
    this.failureText = content.find((block) => block.type === 'text')?.text;
  }

  /** The request's `_meta`, with the trace context of its span if it is traced. */
  get meta(): JsonObject {
    if (this.#tracedMeta) return this.#tracedMeta;
    const { _meta: meta } = this.params;
    const given = isJsonObject(meta) ? meta : noMeta;
    return this.trace ? (this.#tracedMeta = withTrace(given, this.trace)) : given;
  }

  /** True when the request continues an earlier round. */
  get isLaterRound(): boolean {
    return this.params['requestState'] !== undefined || this.params['inputResponses'] !== undefined;
  }

  // Catalog and component

  /**
   * The catalog at the first read. Reading it holds no generation: lists, and subscriptions that may last for days, need none.
   */
  get catalog(): Catalog {
    if (this.#catalog) return this.#catalog;
    const catalog = (this.#whole ??= this.server.source.current());
    const allowed = catalog.showsOnlyAllowed === true ? callerCatalog(catalog, this.principal) : catalog;
    const hasViewTools = this.client.showsViews && !this.#isThroughTool;
    this.#catalog = allowed.hasViewTools && !hasViewTools ? withoutViewTools(allowed) : allowed;
    return this.#catalog;
  }

  /** Lets go of the catalog, so that a call that may last for days keeps no old generation alive. The next use reads it again. */
  forgetCatalog(): void {
    this.#catalog = undefined;
    this.#whole = undefined;
  }

  /** Holds the generation of a component while the call runs. Call it as soon as the component is found, before any wait. */
  hold(component: object): void {
    if (this.#held) return;
    const holder = this.client.rounds?.holder;
    if (holder) holder.end = (why) => this.revoke(why);
    this.#held = this.server.source.hold(component, holder ?? this);
  }

  /**
   * Records the component whose code runs next.
   *
   * @throws ToolError when an earlier round of the call ran steps in a build that this build cannot continue from
   */
  enter(component: RunComponent): void {
    this.component = component;
    this.client.rounds?.refuseOtherBuild(component.build);
  }

  /**
   * Reads the state of earlier rounds, if there were any, and continues on their code if it still runs here.
   *
   * @throws McpError when the state is unusable
   */
  async continueEarlierRounds(): Promise<void> {
    const { rounds } = this.client;
    if (!rounds || !this.isLaterRound) return;
    const parked = await rounds.continueEarlier();
    // An observer may have read the catalog before the wait, and its tool may be retired by now.
    this.forgetCatalog();
    if (!parked) return;
    this.#whole = parked.catalog;
    this.#held = parked.hold;
    this.#isContinued = true;
    parked.holder.end = (why) => this.revoke(why);
  }

  /**
   * Releases the generation; has no effect after the first time. A call that asked keeps it for the answers; so does a round whose
   * client broke off, since it may repeat it.
   */
  release(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    const isBroken = this.#isContinued && this.abortReason instanceof CallCancelled;
    const holder = this.endsWithQuestion || isBroken ? this.client.rounds?.holder : undefined;
    const { parkedCalls } = this.server;
    if (holder && parkedCalls && this.#whole) parkedCalls.park({ holder, catalog: this.#whole, hold: held });
    else held.release();
  }

  // End of the call

  get signal(): AbortSignal {
    return this.#openAbort().signal;
  }

  get abortSource(): AbortSource {
    return this.#openAbort();
  }

  /** The reason of the abort; undefined while the call may continue. */
  get abortReason(): Error | undefined {
    return this.#aborting?.reason;
  }

  /** Calls back on abort, immediately if it has already happened; one listener at a time. */
  onAbort(listener: (reason: Error) => void): void {
    this.#openAbort().tell(listener);
  }

  /** Aborts the call once, which ends the wait for it; has no effect on a detached call. */
  abort(reason: Error): void {
    if (!this.#detached) this.#abort(reason);
  }

  /** Aborts the call because its code ends now, even if the call is detached. */
  revoke(why: string): void {
    this.#abort(new CatalogRevoked(why));
  }

  /** Aborts the call when it runs longer than the limits allow, until `stopDeadline`. */
  startDeadline(limits: DeadlineLimits): void {
    if (this.#detached) return;
    this.#deadline = openDeadline(this.server, limits, (reason) => this.abort(reason));
    this.#deadline.start();
  }

  stopDeadline(): void {
    this.#deadline?.pause();
  }

  /** Marks the outcome as final: nothing more is sent for the call. */
  finish(): void {
    this.#isOver = true;
    this.#aborting?.tell(undefined);
    this.#notices?.close();
  }

  #abort(reason: Error): void {
    if (!this.#isOver) this.#openAbort().abort(reason);
  }

  #openAbort(): CallAbort {
    return (this.#aborting ??= new CallAbort());
  }

  // Task

  /** Settles when a call that continues without its request is over; undefined for a call that ends with its request. */
  get detachedUntil(): Promise<void> | undefined {
    return this.#detached?.ended;
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

  // Reports

  get loop(): EventLoopYield {
    return this.server.loop;
  }

  get delivery(): StreamDelivery {
    const { maxResultLength: maxLength, maxResourceBytes } = this.server.limits;
    return { asEvents: this.client.events !== undefined, maxLength, maxResourceBytes };
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
    const { events } = this.client;
    if (events) return events.emit(event);
    if (event.type === 'log') return this.log(event.level, event.data, event.logger);
    return this.#openNotices().tell(event);
  }

  reportProgress(progress: number, total?: number, message?: string): Promise<void> {
    return this.emit(progressEvent(progress, total, message));
  }

  async log(level: LogLevel, data: JsonValue, logger?: string): Promise<void> {
    const { logThreshold, events } = this.client;
    if (!isLogged(level, logThreshold)) return this.loop.after(undefined);
    const message = logMessage(level, data, logger);
    if (events) return this.emit({ type: 'log', ...message });
    return this.loop.after(this.notify('notifications/message', message));
  }

  /** Sends a notification for this call, unless it is over or aborted. @returns resolves when the transport can take more */
  async notify(method: string, params: JsonObject): Promise<void> {
    const meta = this.#detached?.meta;
    await this.#send(writeNotification(method, meta ? { ...params, _meta: meta } : params));
  }

  /** Sends the delayed progress notification, if there is one. */
  flushNotices(): Promise<void> | undefined {
    return this.#detached ? undefined : this.#notices?.flush();
  }

  resourceUpdated(uri: string): void {
    this.component?.announcer?.resourceUpdated(uri);
  }

  listChanged(kind: 'tools' | 'resources' | 'prompts'): void {
    this.component?.announcer?.listChanged(kind);
  }

  span<Result>(name: string, work: SpanWork<Result>, options?: SpanOptions): Promise<Result> {
    return runAsSpan(this, work, { name, ...options });
  }

  releaseConnection(): void {
    if (this.#isOver || this.#detached || this.client.events) return;
    const isSeen = this.outlet.releaseConnection?.() === true;
    if (isSeen || !wantsReleaseNotice(this.clientCapabilities)) return;
    void this.#send(writeNotification(releasedMethod, { requestId: this.requestId }));
  }

  #openNotices(): ProgressNotices {
    const { revision, server } = this;
    this.#notices ??= new ProgressNotices({
      progressToken: this.meta['progressToken'],
      hasMessages: revision.progressMessage === 'known',
      maxPerSecond: server.limits.maxProgressPerSecond,
      clock: server.clock,
      send: (members) => this.#send(writeNotificationWith('notifications/progress', members, this.#detached?.meta)),
      onDropped: () => server.onNoticeDropped(),
      follower: () => this.#detached?.onProgress,
    });
    return this.#notices;
  }

  #send(json: string): Promise<void> | undefined {
    if (this.#isOver || this.abortReason) return undefined;
    return this.#detached ? this.#detached.notify(json) : this.outlet.send({ kind: 'notification', json });
  }

  // Questions

  get clientCapabilities(): JsonObject {
    return this.#requireAsker().capabilities;
  }

  get passedExtensions(): JsonObject | undefined {
    const { extensions } = this.catalog;
    return extensions && passedExtensions(this.clientCapabilities, extensions, this.principal);
  }

  get clientFacts(): ClientFacts {
    return {
      task: this.#detached ? 'running' : this.taskBeginner ? 'possible' : 'none',
      isLaterRound: this.isLaterRound,
      questionsEndCall: this.#requireAsker().endsCall === true,
      logThreshold: this.client.logThreshold,
      session: this.client.session,
      knowsPageErrors: this.revision.asking.urlHasId,
    };
  }

  /** True while a question waits for the client. */
  get isAsking(): boolean {
    return this.#openQuestions > 0;
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
    requireCapabilities(needed, this.clientCapabilities, this.revision.asking.by);
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
    return (this.#asker ??= this.client.openAsker(this));
  }
}
