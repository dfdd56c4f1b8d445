/**
 * One call while it is served: its request, the parties between which it runs, and what became of it. It is the context that the
 * author's method gets.
 *
 * Its catalog, its end, its questions and its reports have files of their own. Most calls ask nothing and report nothing, so the
 * state for these two is created on first use.
 */
import { checkSampling } from '../asking/check-sampling.js';
import { requireCapabilities } from '../asking/missing-capabilities.js';
import type { Answer } from '../asking/read-answer.js';
import type { Question } from '../asking/question.js';
import { outcomeAsJson } from '../asking/step-memory.js';
import type { Catalog, CatalogHolder, RunComponent } from '../catalog/catalog.js';
import type { EventLoopYield } from '../catalog/event-loop-yield.js';
import type { ClientFacts, RelayedAskOptions, StreamCarrier, StreamDelivery } from '../catalog/stream-carrier.js';
import type { PeerRequest, RequestId } from '../json-rpc/messages.js';
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
import type { SecretFilter } from '../model/secret-filter.js';
import type { Principal } from '../model/principal.js';
import {
  runAsSpan,
  withTrace,
  type NamedSpan,
  type SpanOptions,
  type SpanWork,
  type TraceSpan,
} from '../model/trace.js';
import { progressEvent, type RunningEvent } from '../model/stream-event.js';
import type { Revision } from '../revisions/revision.js';
import { CallCatalog } from './call-catalog.js';
import { CallLifetime } from './call-lifetime.js';
import type { CallFollower } from './call-observer.js';
import { CallQuestions } from './call-questions.js';
import { CallReports } from './call-reports.js';
import type { Client, MirroredArgument } from './client.js';
import type { DeadlineLimits } from './deadline.js';
import type { DetachedPeer } from './detached-peer.js';
import { readCalledTool } from './discovery-tools.js';
import type { Outlet } from './outlet.js';
import { passedExtensions } from './passed-extensions.js';
import { releasedMethod, wantsReleaseNotice } from './release-notice.js';
import { SecretBlanks } from './secret-blanks.js';
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
  #auditNotes: Record<string, JsonObject> | undefined = undefined;
  #tracedMeta: JsonObject | undefined = undefined;
  readonly #lifetime = new CallLifetime();
  readonly #catalog: CallCatalog;
  #questions: CallQuestions | undefined = undefined;
  #reports: CallReports | undefined = undefined;
  #detached: DetachedPeer | undefined = undefined;
  #blanks: SecretBlanks | undefined = undefined;

  constructor({ request, revision, server, client, outlet, principal }: CallParts<Server, From>) {
    this.request = request;
    this.revision = revision;
    this.server = server;
    this.client = client;
    this.outlet = outlet;
    this.principal = principal;
    this.#catalog = new CallCatalog(server, principal, client, this.#lifetime);
    this.#params =
      server.discovery && request.method === 'tools/call' ? readCalledTool(request.params) : request.params;
    // A call through another tool is one of a model.
    if (this.#params !== request.params) this.#catalog.leaveOutViewTools();
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
    return this.#catalog.read();
  }

  /** Lets go of the catalog, so that a call that may last for days keeps no old generation alive. The next use reads it again. */
  forgetCatalog(): void {
    this.#catalog.forget();
  }

  /** Holds the generation of a component while the call runs. Call it as soon as the component is found, before any wait. */
  hold(component: object): void {
    this.#catalog.hold(component);
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
    if (this.client.rounds && this.isLaterRound) await this.#catalog.continueEarlierRounds();
  }

  /** Releases the generation, unless a later round may need it; has no effect after the first time. */
  release(): void {
    this.#catalog.release(this.endsWithQuestion);
  }

  // End

  get signal(): AbortSignal {
    return this.#lifetime.signal;
  }

  get abortSource(): AbortSource {
    return this.#lifetime.abortSource;
  }

  /** The reason of the abort; undefined while the call may continue. */
  get abortReason(): Error | undefined {
    return this.#lifetime.abortReason;
  }

  /** Calls back on abort, immediately if it has already happened; one listener at a time. */
  onAbort(listener: (reason: Error) => void): void {
    this.#lifetime.onAbort(listener);
  }

  /** Aborts the call once, which ends the wait for it; has no effect on a detached call. */
  abort(reason: Error): void {
    this.#lifetime.abort(reason);
  }

  /** Aborts the call because its code ends now, even if the call is detached. */
  revoke(why: string): void {
    this.#lifetime.revoke(why);
  }

  /** Aborts the call when it runs longer than the limits allow, until `stopDeadline`. */
  startDeadline(limits: DeadlineLimits): void {
    this.#lifetime.startDeadline(this.server, limits);
  }

  stopDeadline(): void {
    this.#lifetime.pauseDeadline();
  }

  /** Marks the outcome as final: nothing more is sent for the call. */
  finish(): void {
    this.#lifetime.finish();
    this.#reports?.close();
  }

  // Task

  /** Settles when a call that continues without its request is over; undefined for a call that ends with its request. */
  get detachedUntil(): Promise<void> | undefined {
    return this.#detached?.ended;
  }

  async beginTask(terms: TaskTerms = {}): Promise<boolean> {
    if (this.#lifetime.isOver || !this.taskBeginner) return false;
    return this.taskBeginner.begin(this.#blanks?.inData(terms) ?? terms);
  }

  /**
   * Detaches the call from its request: from now on it asks and notifies only the given peer and has no deadline, and the end of
   * the request does not end the call.
   *
   * @returns a function that aborts the call
   */
  detach(peer: DetachedPeer): (reason: Error) => void {
    this.#detached = peer;
    this.#openReports().detach(peer);
    this.#openQuestions().replaceAsker((before) => peer.openAsker(before));
    return this.#lifetime.detach();
  }

  // Reports

  get loop(): EventLoopYield {
    return this.server.loop;
  }

  get delivery(): StreamDelivery {
    const { maxResultLength: maxLength, maxResourceBytes } = this.server.limits;
    return { asEvents: this.client.events !== undefined, maxLength, maxResourceBytes };
  }

  blankMessages(filter: SecretFilter): void {
    this.#blanks ??= new SecretBlanks(this.client.events !== undefined);
    this.#blanks.add(filter);
  }

  emit(event: RunningEvent): Promise<void> {
    return this.#openReports().emit(this.#blanks?.inEvent(event) ?? event);
  }

  reportProgress(progress: number, total?: number, message?: string): Promise<void> {
    return this.emit(progressEvent(progress, total, message));
  }

  log(level: LogLevel, data: JsonValue, logger?: string): Promise<void> {
    const blanks = this.#blanks;
    if (!blanks) return this.#openReports().log(level, data, logger);
    return this.#openReports().log(level, blanks.inData(data), blanks.inData(logger));
  }

  /** Sends a notification for this call, unless it is over or aborted. @returns resolves when the transport can take more */
  notify(method: string, params: JsonObject): Promise<void> {
    return this.#openReports().notify(method, this.#blanks?.inData(params) ?? params);
  }

  /** Sends the delayed progress notification, if there is one. */
  flushNotices(): Promise<void> | undefined {
    return this.#reports?.flush();
  }

  resourceUpdated(uri: string): void {
    this.component?.announcer?.resourceUpdated(uri);
  }

  listChanged(kind: 'tools' | 'resources' | 'prompts'): void {
    this.component?.announcer?.listChanged(kind);
  }

  span<Result>(name: string, work: SpanWork<Result>, options?: SpanOptions): Promise<Result> {
    return runAsSpan(this, work, this.blankSpan({ name, ...options }));
  }

  blankSpan(span: NamedSpan): NamedSpan {
    return this.#blanks?.inSpan(span) ?? span;
  }

  releaseConnection(): void {
    if (this.#lifetime.isOver || this.#detached || this.client.events) return;
    const isSeen = this.outlet.releaseConnection?.() === true;
    if (isSeen || !wantsReleaseNotice(this.clientCapabilities)) return;
    void this.#openReports().notify(releasedMethod, { requestId: this.requestId });
  }

  #openReports(): CallReports {
    return (this.#reports ??= new CallReports(this, this.#lifetime));
  }

  // Questions

  get clientCapabilities(): JsonObject {
    return this.#openQuestions().asker.capabilities;
  }

  get passedExtensions(): JsonObject | undefined {
    const { extensions } = this.catalog;
    return extensions && passedExtensions(this.clientCapabilities, extensions, this.principal);
  }

  get clientFacts(): ClientFacts {
    return {
      task: this.#detached ? 'running' : this.taskBeginner ? 'possible' : 'none',
      isLaterRound: this.isLaterRound,
      questionsEndCall: this.#openQuestions().asker.endsCall === true,
      logThreshold: this.client.logThreshold,
      session: this.client.session,
      knowsPageErrors: this.revision.asking.urlHasId,
    };
  }

  /** True while a question waits for the client. */
  get isAsking(): boolean {
    return this.#questions?.isAsking === true;
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

  async elicitUrl(message: string, url: string, options?: RelayedAskOptions): Promise<UrlAnswer> {
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
    const value = await this.#openQuestions().asker.step(name, () => outcomeAsJson(name, effect), options);
    await this.loop.whenDue();
    return value as Value; // the asker returns the value that this or an earlier run of the step stored
  }

  #ask(question: Question, options: RelayedAskOptions = {}): Promise<Answer> {
    return this.#openQuestions().ask(this.#blanks?.inQuestion(question) ?? question, options, this.taskBeginner);
  }

  #openQuestions(): CallQuestions {
    return (this.#questions ??= new CallQuestions(this.client.openAsker(this), this.#lifetime));
  }
}
