/**
 * Runs a call at a legacy upstream while its client waits, and answers the upstream's questions meanwhile.
 *
 * Spec: 2025-11-25 client/elicitation, client/sampling, client/roots
 */
import type { ExchangeResult } from '@sigil/client/internal';
import { askClient } from './ask-client.js';
import { askForPages, canShowPages, pagesOf } from './pages.js';
import { readQuestionKey } from './question-key.js';
import { mostRounds, type RelayedCall, type RequestListeners } from './relayed-call.js';
import { readCreatedTask } from './upstream-task.js';

/** Calls again after each round of pages that the upstream wants opened first. */
export async function callAndAnswer(call: RelayedCall): Promise<ExchangeResult> {
  const { client, context } = call;
  for (let round = 0; ; round++) {
    try {
      return await callOnce(call);
    } catch (error) {
      const pages = pagesOf(error);
      const isShownByClient = client?.knowsPageErrors === true && canShowPages(context);
      if (isShownByClient) call.parts.pages.rememberAll(client, error);
      if (!pages || isShownByClient || round >= mostRounds) throw error;
      await askForPages(context, pages, round);
    }
  }
}

async function callOnce(call: RelayedCall): Promise<ExchangeResult> {
  const { request, context, client, capabilities, signal } = call;
  let asked = 0;
  const listeners: RequestListeners = {
    capabilities,
    signal,
    onReleased: () => context.releaseConnection(),
    onNotification: (message) => call.report(message),
    onQuestion: ({ method, params }, withdrawn) => {
      const elicitationId = call.parts.pages.remember(client, params);
      const key = readQuestionKey(params) ?? `upstream-${++asked}`;
      return askClient(context, { key, method, params, elicitationId, withdrawn });
    },
  };
  const isTask = request.task === 'required' || (request.task === 'optional' && call.canBeTask);
  if (!isTask) return call.send(request, listeners);
  const answer = await call.send({ ...request, params: { ...request.params, task: {} } }, listeners);
  const created = readCreatedTask(answer.result);
  return created ? call.follow(created, listeners) : answer;
}
