/**
 * One call of a client that is relayed to an upstream server: what the client can be asked, and how requests of the call are sent and
 * reports about it delivered.
 */
import { ToolError, type Context, type JsonObject } from '@sigil/core';
import { carrierOf, showsViews, type AbortSource, type ClientFacts, type StreamCarrier } from '@sigil/core/catalog';
import { isNotificationOfProtocol, notificationPrefix } from '@sigil/core/internal';
import {
  type Exchange,
  type ExchangeResult,
  isEmpty,
  pageDoneMethod,
  viewsExtension,
  type WireMessage,
} from '@sigil/client/internal';
import { askableCapabilities } from './askable-capabilities.js';
import { observeRequest } from './observe-request.js';
import type { RelayParts } from './relay-parts.js';
import type { UpstreamRequest } from './relay.js';
import { reportToClient } from './report-to-client.js';
import { followTask, type TaskFollowing } from './upstream-task.js';

/** The number of rounds after which an upstream that keeps asking is stopped. */
export const mostRounds = 10;

/** A request of a call: the call itself, or one about its task. */
export type SentRequest = Omit<UpstreamRequest, 'task'> & Pick<Exchange, 'taskId'>;

/** The questions that an upstream may ask during a request, and the listeners for what it sends. */
export interface RequestListeners extends Pick<
  Exchange,
  'capabilities' | 'signal' | 'onReleased' | 'onNotification' | 'onQuestion'
> {
  /** The key of a session that the session pool has lent to the call. */
  readonly session?: object;
}

export class RelayedCall {
  readonly client: ClientFacts | undefined;
  /** The questions that the call's client can be asked, and the extensions that it shares with the upstream, as capabilities. */
  readonly capabilities: JsonObject;
  /** True if the call's client can be asked anything. */
  readonly canBeAsked: boolean;
  /** Aborts when the call ends. */
  readonly signal: AbortSource;
  readonly #carrier: StreamCarrier | undefined;

  constructor(
    readonly request: UpstreamRequest,
    readonly context: Context,
    readonly parts: RelayParts,
  ) {
    this.#carrier = carrierOf(context);
    this.client = this.#carrier?.clientFacts;
    const askable = askableCapabilities(context.clientCapabilities);
    this.canBeAsked = !isEmpty(askable);
    this.capabilities = withExtensions(askable, context.clientCapabilities, this.#carrier?.passedExtensions, parts);
    this.signal = this.#carrier?.abortSource ?? context.signal;
  }

  /** True if the call is a task of its client, or can become one. */
  get canBeTask(): boolean {
    return this.client !== undefined && this.client.task !== 'none';
  }

  /** True if the client answers a question in another request, which runs the call again. */
  get questionsEndCall(): boolean {
    return this.client?.questionsEndCall === true;
  }

  /** Sends a request of the call in its session, as a span of the call's trace if it has one. */
  async send(request: SentRequest, listeners: RequestListeners): Promise<ExchangeResult> {
    const { context } = this;
    if (!this.#carrier?.trace) return this.#exchange(request, listeners, context.meta);
    return context.span(
      spanName(request),
      (trace) => this.#exchange(request, listeners, { ...context.meta, ...trace }),
      { kind: 'client', attributes: { 'mcp.method.name': request.method, 'sigil.upstream': this.parts.name } },
    );
  }

  #exchange(request: SentRequest, listeners: RequestListeners, meta: JsonObject): Promise<ExchangeResult> {
    const { mayRepeat, ...message } = request;
    const { session: lent, ...events } = listeners;
    const clientSession = this.client?.session;
    const exchange: Exchange = {
      ...message,
      ...events,
      meta,
      wantsProgress: meta['progressToken'] !== undefined || this.#carrier?.delivery.asEvents === true,
      logLevel: this.client?.logThreshold,
      clientSession,
    };
    const client = this.parts.sessions.clientFor(clientSession ?? lent, this.capabilities);
    return observeRequest(request.method, () => client.exchange(exchange, mayRepeat), this.parts.onRequest);
  }

  /** Follows a task that the upstream made of the call, until the task ends. */
  follow(created: JsonObject, listeners: RequestListeners): Promise<ExchangeResult> {
    const era = this.parts.upstream.facts?.era ?? 'modern';
    const following = { context: this.context, era, send: this.taskSender(listeners) };
    return this.parts.running.during(this.request, followTask(created, following));
  }

  /** @returns sends requests about the call's task, which may be repeated */
  taskSender(listeners: RequestListeners): TaskFollowing['send'] {
    return ({ signal, ...request }) =>
      this.send({ ...request, mayRepeat: true }, { ...listeners, signal: signal ?? listeners.signal });
  }

  /** Passes a notification of the upstream to the client. A page that is done may belong to another call than this one. */
  report(message: WireMessage): void {
    const { method, params } = message;
    if (method === pageDoneMethod) this.parts.pages.done(params);
    else if (this.capabilities['extensions'] && isOfExtension(method)) void this.#carrier?.notify?.(method, params);
    else reportToClient(this.context, message);
  }

  tooManyRounds(): ToolError {
    return new ToolError(`server "${this.parts.name}" asked for input in more than ${mostRounds} rounds`);
  }
}

function withExtensions(
  askable: JsonObject,
  declared: JsonObject,
  passed: JsonObject | undefined,
  { offersExtension, hasViews }: RelayParts,
): JsonObject {
  const shared = Object.entries(passed ?? {}).filter(([id]) => offersExtension(id));
  const views = declared['extensions'] !== undefined && showsViews(declared) && hasViews();
  if (shared.length === 0 && !views) return askable;
  return { ...askable, extensions: { ...(views && viewsExtension), ...Object.fromEntries(shared) } };
}

function isOfExtension(method: string): boolean {
  return method.startsWith(notificationPrefix) && !isNotificationOfProtocol(method);
}

/** Leaves out URIs of resources: span names must have few distinct values. */
function spanName({ method, name }: SentRequest): string {
  return name !== undefined && (method === 'tools/call' || method === 'prompts/get') ? `${method} ${name}` : method;
}
