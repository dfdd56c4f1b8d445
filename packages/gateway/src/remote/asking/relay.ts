/**
 * Passes one call on to an upstream server and the upstream's questions back to the client, in any combination of eras.
 *
 * Where the client's questions end its call, each round at the upstream is a step of the call, so that no round runs twice.
 */
import { isJsonObject, ToolError, type Context, type JsonObject, type JsonValue } from '@sigil/core';
import { InputRequired } from '@sigil/core/catalog';
import {
  countDown,
  type ExchangeResult,
  InFlight,
  pageDoneMethod,
  type ReconnectingClient,
  replyToQuestion,
  type WireMessage,
} from '@sigil/client/internal';
import { refuseLacking } from './read-capability-error.js';
import { inWords } from '../trouble/describe-failure.js';
import { askClient } from './ask-client.js';
import type { CallRelay, RelayedCall } from './call-relay.js';
import { SessionPool } from './session-pool.js';
import { askForPages, canShowPages, pagesOf, readPages } from './pages.js';
import { tellClient } from './tell-client.js';
import { beginPassing, canBeTask, type Passing } from './passing.js';
import { ParkedCall, ParkedCalls, type Begun, type ParkedExchange } from './parked-calls.js';
import type { RelayLimits, RelayOptions } from './relay-options.js';
import { answerAll, readAsked } from './rounds.js';
import { readQuestionKey } from './question-key.js';
import { Sender, type SentWith } from './sender.js';
import { awaitTask, becomeTask, followTask, readCreatedTask, type TaskFollowing } from './upstream-task.js';

/** The number of rounds after which an upstream that keeps asking is stopped. */
const mostRounds = 10;
const tasksExtension: JsonObject = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
/** Names of steps in the sealed state of a call. */
const parkedStep = 'sigil.upstream.parked';
const roundStep = 'sigil.upstream.round';

export class Relay implements CallRelay {
  readonly #parked: ParkedCalls;
  readonly #sender: Sender;
  readonly #sessions: SessionPool;
  /** Calls that may send more than one request; a call that ends to ask its client does not count. */
  readonly #running = new InFlight();

  constructor(
    private readonly options: RelayOptions,
    private readonly upstream: ReconnectingClient,
    limits: RelayLimits,
  ) {
    this.#parked = new ParkedCalls(limits);
    this.#sessions = new SessionPool(limits.clientSessionIdleMs);
    this.#sender = new Sender(options, upstream, limits);
  }

  pass(call: RelayedCall, context: Context): PromiseLike<ExchangeResult> {
    const passing = beginPassing(call, context);
    const answer = this.upstream.isOpen ? this.#passInEra(passing) : this.#passOnceOpen(passing);
    const over = passing.client?.questionsEndCall === true ? undefined : this.#running.enter();
    return answer.then(
      (result) => {
        over?.();
        this.options.onEnded?.();
        return this.options.secrets.fromResult(result);
      },
      (error: unknown) => {
        over?.();
        this.options.onEnded?.(error);
        throw this.options.secrets.fromError(inWords(error, this.options.name));
      },
    );
  }

  async close(graceMs: number): Promise<void> {
    const left = countDown(graceMs);
    this.#parked.close();
    await this.#running.untilIdle(graceMs);
    await this.#sender.close(left());
  }

  async #passOnceOpen(passing: Passing): Promise<ExchangeResult> {
    await this.upstream.reach(passing.signal);
    return this.#passInEra(passing);
  }

  #passInEra(passing: Passing): PromiseLike<ExchangeResult> {
    if (this.upstream.facts?.era === 'modern') return this.#inRounds(passing);
    const { call, client, capabilities } = passing;
    // A task asks its own questions. A call that may still become a task can ask before it does.
    const isTask = call.task !== undefined && canBeTask(passing);
    const canAskFirst = !isTask || (call.task === 'optional' && client?.task === 'possible');
    const isParked = client?.questionsEndCall === true && canAskFirst && Object.keys(capabilities).length > 0;
    const answer = isParked ? this.#parking(passing, client.isLaterRound) : this.#waiting(passing, 0);
    return client?.questionsEndCall === true ? answer.then((it) => refuseLacking(it, passing.context)) : answer;
  }

  /** Runs a call whose client answers the questions of a legacy upstream while the call waits. */
  #waiting(passing: Passing, round: number): PromiseLike<ExchangeResult> {
    return this.#waitOnce(passing).then(undefined, async (error: unknown) => {
      const { client, context } = passing;
      const pages = pagesOf(error);
      const isTheClients = client?.knowsPageErrors === true && canShowPages(context);
      if (isTheClients) this.options.pages.rememberAll(passing, error);
      if (!pages || isTheClients || round >= mostRounds) throw error;
      await askForPages(context, pages, round);
      return this.#waiting(passing, round + 1);
    });
  }

  #waitOnce(passing: Passing): PromiseLike<ExchangeResult> {
    const { context, capabilities, signal } = passing;
    let asked = 0;
    return this.#run(passing, {
      capabilities,
      signal,
      onReleased: () => context.releaseConnection(),
      onNotification: (message) => this.#tell(context, message),
      onQuestion: ({ method, params }, withdrawn) => {
        const elicitationId = this.options.pages.remember(passing, params);
        const key = readQuestionKey(params) ?? `upstream-${++asked}`;
        return askClient(context, { key, method, params, elicitationId, withdrawn });
      },
    });
  }

  /** Runs the call as a task at the upstream if the upstream requires it, or allows it and the call can be a task here. */
  #run(passing: Passing, sent: SentWith): PromiseLike<ExchangeResult> {
    const { call } = passing;
    const isTask = call.task === 'required' || (call.task === 'optional' && canBeTask(passing));
    return isTask ? this.#runAsTask(passing, sent) : this.#sender.send(passing, call, sent);
  }

  async #runAsTask(passing: Passing, sent: SentWith): Promise<ExchangeResult> {
    const { call } = passing;
    const answer = await this.#sender.send(passing, { ...call, params: { ...call.params, task: {} } }, sent);
    const created = readCreatedTask(answer.result);
    return created ? this.#follow(created, passing, sent) : answer;
  }

  #follow(created: JsonObject, passing: Passing, sent: SentWith): Promise<ExchangeResult> {
    const era = this.upstream.facts?.era ?? 'modern';
    const following = { context: passing.context, era, send: this.#sendOfTask(passing, sent) };
    return this.#running.during(followTask(created, following));
  }

  #sendOfTask(passing: Passing, sent: SentWith): TaskFollowing['send'] {
    return ({ signal, ...request }) =>
      this.#sender.send(passing, { ...request, mayRepeat: true }, { ...sent, signal: signal ?? sent.signal });
  }

  /** Runs a call whose client answers the questions of a legacy upstream in another request. */
  async #parking(passing: Passing, isLater: boolean): Promise<ExchangeResult> {
    const { context } = passing;
    for (let round = 0; round < mostRounds; round++) {
      const begun: Begun = {};
      const begin = (): Promise<JsonValue> => this.#begin(passing, begun);
      // Most calls ask nothing, so most calls store no step.
      const isFirst = round === 0 && !isLater;
      const stands = isFirst ? await begin() : await context.step(`${parkedStep}-${round}`, begin);
      if (begun.result) return begun.result;
      if (isFirst) await context.step(`${parkedStep}-0`, () => stands);
      if (typeof stands === 'string') return this.#goOn(stands, begun, context);
      await askForPages(context, readPages(stands), round);
    }
    throw this.#tooManyRounds();
  }

  /** @returns the id of the parked call; the pages to open first; or `null` when the call is done */
  async #begin(passing: Passing, begun: Begun): Promise<JsonValue> {
    const { context } = passing;
    const isTask = passing.call.task !== undefined && canBeTask(passing);
    const parked = new ParkedCall((exchange) =>
      isTask ? this.#startTask(passing, exchange) : this.#startCall(passing, exchange),
    );
    this.#tellOf(parked, context);
    try {
      const event = await parked.next();
      if (event.kind === 'done') begun.result = event.result;
      if (event.kind === 'done') return null;
      if (event.kind === 'task') begun.task = event.task;
    } catch (error) {
      const pages = pagesOf(error);
      if (pages) return pages.map((page) => ({ ...page }));
      throw error;
    }
    if (!begun.task) this.#parked.keep(parked, context.principal);
    begun.parked = parked;
    return parked.id;
  }

  async #startCall(passing: Passing, exchange: ParkedExchange): Promise<ExchangeResult> {
    const { call, capabilities } = passing;
    const session = this.#sessions.take(capabilities);
    try {
      return await this.#sender.send(passing, call, { capabilities, session, ...exchange });
    } finally {
      this.#sessions.give(capabilities, session);
    }
  }

  /** A task's questions name the task, so it needs no session of its own. */
  async #startTask(passing: Passing, exchange: ParkedExchange): Promise<ExchangeResult> {
    const { call, capabilities } = passing;
    const sent = { capabilities, ...exchange };
    const answer = await this.#sender.send(passing, { ...call, params: { ...call.params, task: {} } }, sent);
    const created = readCreatedTask(answer.result);
    if (!created) return answer;
    exchange.onTask(created);
    return awaitTask(created, { signal: exchange.signal, send: this.#sendOfTask(passing, sent) });
  }

  async #goOn(id: string, { parked, task }: Begun, context: Context): Promise<ExchangeResult> {
    const call = parked ?? this.#parked.take(id);
    if (task) await this.#becomeTask(call, task, context);
    return this.#untilDone(call, context);
  }

  async #becomeTask(parked: ParkedCall, task: JsonObject, context: Context): Promise<void> {
    if (!(await becomeTask(context, task))) return;
    parked.askWith(({ key, message: { method, params } }) => askClient(context, { key, method, params }));
  }

  async #untilDone(parked: ParkedCall, context: Context): Promise<ExchangeResult> {
    this.#tellOf(parked, context);
    for (;;) {
      const event = await parked.next();
      if (event.kind === 'done') return event.result;
      if (event.kind === 'task') {
        await this.#becomeTask(parked, event.task, context);
        continue;
      }
      this.#parked.keep(parked, context.principal);
      const answered = event.questions.map(async ({ key, message, reply }) => {
        const { method, params } = message;
        reply(await replyToQuestion(message, () => askClient(context, { key, method, params })));
      });
      await Promise.all(answered);
      this.#parked.take(parked.id);
    }
  }

  /** Runs a call at a modern upstream, which ends it with its questions and is called again with the answers. */
  #inRounds(passing: Passing): PromiseLike<ExchangeResult> {
    const { call, context, client, capabilities, signal } = passing;
    const isTask = call.task !== undefined && canBeTask(passing);
    const sent = {
      capabilities: isTask ? { ...capabilities, ...tasksExtension } : capabilities,
      signal,
      // A client without a session could not come back.
      ...(client?.session ? { onReleased: () => context.releaseConnection() } : {}),
      onNotification: (message: WireMessage) => this.#tell(context, message),
    };
    if (client?.isLaterRound === true) return this.#askInRounds(passing, sent);
    // Most calls ask nothing, so most calls store no step.
    return this.#sender.send(passing, call, sent).then((answer) => {
      const asked = readAsked(answer.result);
      return asked === null ? answer : this.#askInRounds(passing, sent, asked);
    });
  }

  /** @param first the questions of the first round, unless this is a later run of the call */
  async #askInRounds(passing: Passing, sent: SentWith, first?: JsonObject): Promise<ExchangeResult> {
    const { call, context } = passing;
    let answers: JsonObject = {};
    for (let round = 0; round < mostRounds; round++) {
      let answer: ExchangeResult | undefined;
      const ask = async (): Promise<JsonValue> => {
        if (round === 0 && first) return first;
        answer = await this.#sender.send(passing, { ...call, params: { ...call.params, ...answers } }, sent);
        return readAsked(answer.result);
      };
      const asked = await context.step(`${roundStep}-${round}`, ask);
      if (answer && asked === null) return answer;
      if (!isJsonObject(asked)) break;
      const { task } = asked;
      if (isJsonObject(task)) return this.#follow(task, passing, sent);
      answers = await answerAll(context, asked, round);
    }
    throw this.#tooManyRounds();
  }

  /** Sends reports to this run of the call. The parked call ends with the run, unless the run ends to ask its client. */
  #tellOf(parked: ParkedCall, context: Context): void {
    parked.follow((message) => this.#tell(context, message));
    context.signal.addEventListener('abort', () => {
      if (!(context.signal.reason instanceof InputRequired)) parked.cancel();
    });
  }

  /** The page may belong to another call than the one that received the notice. */
  #tell(context: Context, message: WireMessage): void {
    if (message.method === pageDoneMethod) this.options.pages.done(message.params);
    else tellClient(context, message);
  }

  #tooManyRounds(): ToolError {
    return new ToolError(`server "${this.options.name}" asked for input in more than ${mostRounds} rounds`);
  }
}
