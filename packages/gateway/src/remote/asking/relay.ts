/**
 * Passes one call on to an upstream server and its questions back to the client, whichever eras the two are of.
 *
 * Where the client's questions end its call, the rounds at the upstream are steps of the call, so that none runs twice.
 */
import { isJsonObject, ToolError, type Context, type JsonObject, type JsonValue } from '@sigil/core';
import { carrierOf, InputRequired, type StreamCarrier } from '@sigil/core/catalog';
import type { WireMessage } from '../wire/wire-message.js';
import type { Exchange, ExchangeResult } from '../conversation/exchange.js';
import { KeptWays } from '../conversation/kept-ways.js';
import type { Upstream } from '../conversation/upstream.js';
import { UpstreamError } from '../trouble/upstream-error.js';
import { answerClient, askClient } from './ask-client.js';
import type { CallRelay, RelayedCall } from './call-relay.js';
import { Lanes } from './lanes.js';
import { askForPages, pagesOf, readPages } from './pages.js';
import { tellClient } from './tell-client.js';
import { tellWhenOver, type PassingOn } from './passed-on.js';
import { followTask, readCreatedTask } from './upstream-task.js';
import { ParkedCall, ParkedCalls, type ParkingLimits } from './parked-calls.js';

/** The outcome of beginning a call that may be parked. */
interface Begun {
  parked?: ParkedCall;
  result?: ExchangeResult;
}

/** Members of a request beside the call, and the object that stands for the session at the upstream that it is sent in. */
interface SentExchange extends Partial<Exchange> {
  readonly session?: object;
}

/** The limits of passing calls on, and whether clients share sessions. */
export interface RelayLimits extends ParkingLimits {
  readonly sessions: 'shared' | 'perClient';
  readonly maxClientSessions: number;
  readonly clientSessionIdleMs: number;
}

/** An upstream that asks and asks is stopped after so many rounds. */
const mostRounds = 10;
const tasksExtension: JsonObject = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
/** Names of steps in the sealed state of a call. */
const parkedStep = 'sigil.upstream.parked';
const roundStep = 'sigil.upstream.round';

export class Relay implements CallRelay {
  readonly #parked: ParkedCalls;
  /** The sessions at a legacy upstream, by what stands for the client's session with us. */
  readonly #clients: KeptWays<object, Upstream> | undefined;
  readonly #lanes = new Lanes();

  constructor(
    private readonly options: PassingOn,
    private readonly upstream: Upstream,
    limits: RelayLimits,
  ) {
    this.#parked = new ParkedCalls(limits);
    if (limits.sessions !== 'perClient') return;
    const { maxClientSessions, clientSessionIdleMs } = limits;
    this.#clients = new KeptWays({ most: maxClientSessions, idleMs: clientSessionIdleMs, limit: 'maxClientSessions' });
  }

  async pass(call: RelayedCall, context: Context): Promise<ExchangeResult> {
    try {
      await this.upstream.reach(context.signal);
      const carrier = carrierOf(context);
      if (this.upstream.facts?.era === 'modern') return await this.#inRounds(call, context, carrier);
      const facts = carrier?.clientFacts;
      // What runs as a task is asked for by the task, and nothing has to wait for it.
      const isTask = call.task !== undefined && (facts?.task ?? 'none') !== 'none';
      const isParked = facts?.questionsEndCall === true && !isTask && Object.keys(askable(context)).length > 0;
      return await (isParked ? this.#parking(call, context, facts.isLaterRound) : this.#waiting(call, context));
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      throw new ToolError(`server "${this.options.name}": ${error.message}`, { cause: error });
    }
  }

  async close(graceMs: number): Promise<void> {
    this.#parked.close();
    await this.#clients?.close(graceMs);
  }

  /** A legacy upstream asks while the call waits, and the client answers in time. */
  async #waiting(call: RelayedCall, context: Context): Promise<ExchangeResult> {
    const knowsPageErrors = carrierOf(context)?.clientFacts?.knowsPageErrors === true;
    for (let round = 0; ; round++) {
      try {
        return await this.#waitOnce(call, context);
      } catch (error) {
        const pages = pagesOf(error);
        const isTheClients = knowsPageErrors && canShowPages(context);
        if (!pages || isTheClients || round >= mostRounds) throw error;
        await askForPages(context, pages, round);
      }
    }
  }

  #waitOnce(call: RelayedCall, context: Context): Promise<ExchangeResult> {
    let asked = 0;
    return this.#run(call, context, {
      capabilities: askable(context),
      signal: context.signal,
      onNotification: (message) => tellClient(context, message),
      onQuestion: ({ method, params }) => askClient(context, { key: `upstream-${++asked}`, method, params }),
    });
  }

  /** As a task at the upstream where it has to be one, or the call is one here. */
  async #run(call: RelayedCall, context: Context, exchange: Partial<Exchange>): Promise<ExchangeResult> {
    const canBeTask = (carrierOf(context)?.clientFacts?.task ?? 'none') !== 'none';
    const wantsTask = call.task === 'required' || (call.task === 'optional' && canBeTask);
    const sent = wantsTask ? { ...call, params: { ...call.params, task: {} } } : call;
    const answer = await this.#send(sent, context, exchange);
    const created = wantsTask ? readCreatedTask(answer.result) : undefined;
    return created ? this.#follow(created, context, exchange) : answer;
  }

  #follow(created: JsonObject, context: Context, exchange: Partial<Exchange>): Promise<ExchangeResult> {
    return followTask(created, {
      context,
      era: this.upstream.facts?.era ?? 'modern',
      send: (request) => this.#send({ mayRepeat: true, ...request }, context, { ...exchange, ...request }),
    });
  }

  /** A legacy upstream asks, and the client's answer comes with another request. */
  async #parking(call: RelayedCall, context: Context, isLater: boolean): Promise<ExchangeResult> {
    for (let round = 0; round < mostRounds; round++) {
      const begun: Begun = {};
      const begin = (): Promise<JsonValue> => this.#begin(call, context, begun);
      // Most calls ask nothing, and then there is nothing to remember.
      const isFirst = round === 0 && !isLater;
      const stands = isFirst ? await begin() : await context.step(`${parkedStep}-${round}`, begin);
      if (begun.result) return begun.result;
      if (isFirst) await context.step(`${parkedStep}-0`, () => stands);
      if (typeof stands === 'string') return this.#untilDone(begun.parked ?? this.#parked.take(stands), context);
      await askForPages(context, readPages(stands), round);
    }
    throw this.#tooManyRounds();
  }

  /** @returns the id of the parked call, the pages that it wants first, or `null` when it is done */
  async #begin(call: RelayedCall, context: Context, begun: Begun): Promise<JsonValue> {
    const capabilities = askable(context);
    const parked = new ParkedCall(async (exchange) => {
      const session = this.#lanes.take(capabilities);
      try {
        return await this.#send(call, context, { capabilities, session, ...exchange });
      } finally {
        this.#lanes.give(capabilities, session);
      }
    });
    follow(parked, context);
    try {
      const event = await parked.next();
      if (event.kind === 'done') begun.result = event.result;
      if (event.kind === 'done') return null;
    } catch (error) {
      const pages = pagesOf(error);
      if (pages) return pages.map((page) => ({ ...page }));
      throw error;
    }
    this.#parked.keep(parked, context.principal);
    begun.parked = parked;
    return parked.id;
  }

  async #untilDone(parked: ParkedCall, context: Context): Promise<ExchangeResult> {
    follow(parked, context);
    for (;;) {
      const event = await parked.next();
      if (event.kind === 'done') return event.result;
      this.#parked.keep(parked, context.principal);
      const answered = event.questions.map(async ({ key, message: { method, params }, reply }) => {
        reply(await askClient(context, { key, method, params }));
      });
      await Promise.all(answered);
      this.#parked.take(parked.id);
    }
  }

  /** A modern upstream ends its call with what it wants to know, and is called again with the answers. */
  async #inRounds(call: RelayedCall, context: Context, carrier: StreamCarrier | undefined): Promise<ExchangeResult> {
    const canBeTask = call.task !== undefined && (carrier?.clientFacts?.task ?? 'none') !== 'none';
    const sent = {
      capabilities: { ...askable(context), ...(canBeTask ? tasksExtension : {}) },
      signal: context.signal,
      onNotification: (it: WireMessage) => tellClient(context, it),
    };
    let answers: JsonObject = {};
    for (let round = 0; round < mostRounds; round++) {
      let answer: ExchangeResult | undefined;
      const ask = async (): Promise<JsonValue> => {
        answer = await this.#send({ ...call, params: { ...call.params, ...answers } }, context, sent);
        return readAsked(answer.result);
      };
      // Most calls ask nothing, and then there is nothing to remember.
      const isFirst = round === 0 && carrier?.clientFacts?.isLaterRound !== true;
      const asked = isFirst ? await ask() : await context.step(`${roundStep}-${round}`, ask);
      if (answer && asked === null) return answer;
      if (!isJsonObject(asked)) break;
      if (isFirst) await context.step(`${roundStep}-0`, () => asked);
      const { task } = asked;
      if (isJsonObject(task)) return this.#follow(task, context, sent);
      answers = await answerAll(context, asked, round);
    }
    throw this.#tooManyRounds();
  }

  #tooManyRounds(): ToolError {
    return new ToolError(`server "${this.options.name}" asked for input in more than ${mostRounds} rounds`);
  }

  /** Clients without a session of ours share one at the upstream, but for calls that may be parked. */
  #upstreamOf(context: Context, lane: object | undefined): Upstream {
    const session = carrierOf(context)?.clientFacts?.session ?? lane;
    if (!this.#clients || session === undefined || this.upstream.facts?.era !== 'legacy') return this.upstream;
    return this.#clients.of(session, () => this.upstream.forClient(askable(context)));
  }

  #send(call: RelayedCall, context: Context, { session, ...exchange }: SentExchange): Promise<ExchangeResult> {
    const { mayRepeat, task: _task, ...request } = call;
    const carrier = carrierOf(context);
    const wantsProgress = context.meta['progressToken'] !== undefined || carrier?.delivery.asEvents === true;
    const logLevel = carrier?.clientFacts?.logThreshold;
    const upstream = this.#upstreamOf(context, session);
    const send = (meta: JsonObject): Promise<ExchangeResult> =>
      tellWhenOver(
        upstream.exchange({ ...request, meta, wantsProgress, logLevel, ...exchange }, mayRepeat),
        request.method,
        this.options,
      );
    if (!carrier?.trace) return send(context.meta);
    const { method } = request;
    const attributes = { 'mcp.method.name': method, 'sigil.upstream': this.options.name };
    return context.span(spanName(request), (trace) => send({ ...context.meta, ...trace }), {
      kind: 'client',
      attributes,
    });
  }
}

/** Addresses of resources are of too many kinds for a name. */
function spanName({ method, name }: Pick<RelayedCall, 'method' | 'name'>): string {
  return name !== undefined && (method === 'tools/call' || method === 'prompts/get') ? `${method} ${name}` : method;
}

/** Reports go to this run of the call; the call ends with it, unless it ends to ask its client. */
function follow(parked: ParkedCall, context: Context): void {
  parked.follow((message) => tellClient(context, message));
  context.signal.addEventListener('abort', () => {
    if (!(context.signal.reason instanceof InputRequired)) parked.cancel();
  });
}

function canShowPages({ clientCapabilities }: Context): boolean {
  const { elicitation } = clientCapabilities;
  return isJsonObject(elicitation) && isJsonObject(elicitation['url']);
}

/** The questions that the call's client can be asked. */
function askable({ clientCapabilities }: Context): JsonObject {
  const { elicitation, sampling, roots } = clientCapabilities;
  return {
    ...(elicitation === undefined ? {} : { elicitation }),
    ...(sampling === undefined ? {} : { sampling }),
    ...(roots === undefined ? {} : { roots: {} }),
  };
}

/** @returns `null` for a result that asks nothing */
function readAsked(result: JsonObject): JsonObject | null {
  const { resultType, inputRequests, requestState } = result;
  const task = resultType === 'task' ? readCreatedTask(result) : undefined;
  if (task) return { task };
  if (resultType !== 'input_required') return null;
  return {
    inputRequests: isJsonObject(inputRequests) ? inputRequests : {},
    ...(requestState === undefined ? {} : { requestState }),
  };
}

async function answerAll(context: Context, asked: JsonObject, round: number): Promise<JsonObject> {
  const requests = isJsonObject(asked['inputRequests']) ? Object.entries(asked['inputRequests']) : [];
  const answers = requests.map(async ([name, request]): Promise<[string, JsonObject]> => {
    const { method, params } = isJsonObject(request) ? request : {};
    const question = {
      key: round === 0 ? name : `${name}-${round}`,
      method: String(method),
      params: isJsonObject(params) ? params : {},
    };
    return [name, await answerClient(context, question)];
  });
  const inputResponses = Object.fromEntries(await Promise.all(answers));
  const { requestState } = asked;
  return { inputResponses, ...(requestState === undefined ? {} : { requestState }) };
}
