/**
 * Runs a call at a modern upstream, which ends it with its questions and is called again with the answers.
 *
 * If the client's questions end its call too, each round at the upstream is a step of the call, so that no round runs twice.
 * Spec: 2026-07-28 basic/patterns/mrtr
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { ExchangeResult } from '@sigil/client/internal';
import { mostRounds, type RelayedCall, type RequestListeners } from './relayed-call.js';
import { answerAll, readAsked } from './rounds.js';

const tasksExtension: JsonObject = { 'io.modelcontextprotocol/tasks': {} };
/** Name of the steps in the sealed state of the call. */
const roundStep = 'sigil.upstream.round';

export async function callInRounds(call: RelayedCall): Promise<ExchangeResult> {
  const { request, context, client, capabilities, signal } = call;
  const isTask = request.task !== undefined && call.canBeTask;
  const listeners: RequestListeners = {
    capabilities: isTask ? withTasks(capabilities) : capabilities,
    signal,
    // A client without a session could not come back.
    ...(client?.session ? { onReleased: () => context.releaseConnection() } : {}),
    onNotification: (message) => call.report(message),
  };
  if (client?.isLaterRound === true) return askInRounds(call, listeners);
  // Most calls ask nothing, so most calls store no step.
  const answer = await call.send(request, listeners);
  const asked = readAsked(answer.result);
  return asked === null ? answer : askInRounds(call, listeners, asked);
}

function withTasks({ extensions, ...others }: JsonObject): JsonObject {
  return { ...others, extensions: isJsonObject(extensions) ? { ...extensions, ...tasksExtension } : tasksExtension };
}

/** @param first the questions of the first round, unless this is a later run of the call */
async function askInRounds(
  call: RelayedCall,
  listeners: RequestListeners,
  first?: JsonObject,
): Promise<ExchangeResult> {
  const { request, context } = call;
  let answers: JsonObject = {};
  for (let round = 0; round < mostRounds; round++) {
    let answer: ExchangeResult | undefined;
    const ask = async (): Promise<JsonValue> => {
      if (round === 0 && first) return first;
      answer = await call.send({ ...request, params: { ...request.params, ...answers } }, listeners);
      return readAsked(answer.result);
    };
    const asked = await context.step(`${roundStep}-${round}`, ask);
    if (answer && asked === null) return answer;
    if (!isJsonObject(asked)) break;
    const { task } = asked;
    if (isJsonObject(task)) return call.follow(task, listeners);
    answers = await answerAll(context, asked, round);
  }
  throw call.tooManyRounds();
}
