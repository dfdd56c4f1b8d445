/**
 * Runs a call at a legacy upstream whose client answers questions in another request: the call at the upstream is parked meanwhile.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { InputRequired } from '@sigil/core/catalog';
import { type ExchangeResult, replyToQuestion } from '@sigil/client/internal';
import { askClient } from './ask-client.js';
import { askForPages, pagesOf, readPages } from './pages.js';
import { ParkedCall, type ParkedExchange } from './parked-calls.js';
import { mostRounds, type RelayedCall } from './relayed-call.js';
import { awaitTask, becomeTask, readCreatedTask } from './upstream-task.js';

/** Name of the steps in the sealed state of the call. */
const parkedStep = 'sigil.upstream.parked';

/** The first event of a call that may be parked. */
interface Begun {
  /** The id of the parked call; the pages to open first; or `null` when the call is done. The call's state keeps it. */
  readonly step: JsonValue;
  readonly parked?: ParkedCall;
  /** The upstream's task, which the client does not have yet. */
  readonly task?: JsonObject;
  readonly result?: ExchangeResult;
}

export async function callAndPark(call: RelayedCall): Promise<ExchangeResult> {
  const { context, client } = call;
  for (let round = 0; round < mostRounds; round++) {
    let begun: Begun | undefined;
    const begin = async (): Promise<JsonValue> => {
      begun = await beginCall(call);
      return begun.step;
    };
    // Most calls ask nothing, so most calls store no step.
    const isFirst = round === 0 && client?.isLaterRound !== true;
    const step = isFirst ? await begin() : await context.step(`${parkedStep}-${round}`, begin);
    if (begun?.result) return begun.result;
    if (isFirst) await context.step(`${parkedStep}-0`, () => step);
    if (typeof step === 'string')
      return continueParked(call, begun?.parked ?? call.parts.parked.take(step), begun?.task);
    await askForPages(context, readPages(step), round);
  }
  throw call.tooManyRounds();
}

async function beginCall(call: RelayedCall): Promise<Begun> {
  const isTask = call.request.task !== undefined && call.canBeTask;
  const parked = new ParkedCall((exchange) => (isTask ? startTask(call, exchange) : startCall(call, exchange)));
  report(parked, call);
  let task: JsonObject | undefined;
  try {
    const event = await parked.next();
    if (event.kind === 'done') return { step: null, result: event.result };
    if (event.kind === 'task') task = event.task;
  } catch (error) {
    const pages = pagesOf(error);
    if (pages) return { step: pages.map((page) => ({ ...page })) };
    throw error;
  }
  if (task) return { step: parked.id, parked, task };
  call.parts.parked.keep(parked, call.context.principal);
  return { step: parked.id, parked };
}

/** Sends the call in a session of its own, so that every question in the session belongs to the call. */
async function startCall(call: RelayedCall, exchange: ParkedExchange): Promise<ExchangeResult> {
  const { request, capabilities } = call;
  const { sessions } = call.parts;
  const session = sessions.lend(capabilities);
  const { onTask: _onTask, ...listeners } = exchange;
  try {
    return await call.send(request, { capabilities, session, ...listeners });
  } finally {
    sessions.giveBack(capabilities, session);
  }
}

/** A task's questions name the task, so it needs no session of its own. */
async function startTask(call: RelayedCall, { onTask, ...listeners }: ParkedExchange): Promise<ExchangeResult> {
  const { request, capabilities } = call;
  const sent = { capabilities, ...listeners };
  const answer = await call.send({ ...request, params: { ...request.params, task: {} } }, sent);
  const created = readCreatedTask(answer.result);
  if (!created) return answer;
  onTask(created);
  return awaitTask(created, listeners.signal, call.taskSender(sent));
}

/** Waits for a call that runs at the upstream, and asks its client what the upstream asks. */
async function continueParked(call: RelayedCall, parked: ParkedCall, task?: JsonObject): Promise<ExchangeResult> {
  const { context } = call;
  if (task) await giveTask(call, parked, task);
  report(parked, call);
  for (;;) {
    const event = await parked.next();
    if (event.kind === 'done') return event.result;
    if (event.kind === 'task') {
      await giveTask(call, parked, event.task);
      continue;
    }
    call.parts.parked.keep(parked, context.principal);
    const answered = event.questions.map(async ({ key, message, reply }) => {
      const { method, params } = message;
      reply(await replyToQuestion(message, () => askClient(context, { key, method, params })));
    });
    await Promise.all(answered);
    call.parts.parked.take(parked.id);
  }
}

/** Gives the client a task too, if the call can become one; the task then asks the further questions. */
async function giveTask({ context }: RelayedCall, parked: ParkedCall, task: JsonObject): Promise<void> {
  if (!(await becomeTask(context, task))) return;
  parked.askWith(({ key, message: { method, params } }) => askClient(context, { key, method, params }));
}

/** Sends reports to this run of the call. The parked call ends with the run, unless the run ends to ask its client. */
function report(parked: ParkedCall, call: RelayedCall): void {
  const { signal } = call.context;
  parked.follow((message) => call.report(message));
  signal.addEventListener('abort', () => {
    if (!(signal.reason instanceof InputRequired)) parked.cancel();
  });
}
