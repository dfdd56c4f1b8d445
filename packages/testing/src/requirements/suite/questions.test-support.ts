/**
 * Plays the client whom a call asks: the same replies for both eras, sent as responses to requests or with the next round.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { Peer } from './peer.test-support.js';

/** A received question: its method and params, in either era. */
export interface ReceivedQuestion {
  readonly method: string;
  readonly params: JsonObject;
}

/** A call's answer with all questions asked before it. */
export interface AnsweredCall {
  readonly answer: JsonObject;
  readonly questions: readonly ReceivedQuestion[];
}

export type Reply = (question: ReceivedQuestion) => JsonObject;

/** Answers every question positively. */
export const agreeable: Reply = ({ method, params }) => {
  if (method === 'roots/list') return { roots: [{ uri: 'file:///srv/a', name: 'a' }] };
  if (method === 'sampling/createMessage') {
    return { role: 'assistant', content: { type: 'text', text: 'Dear customer' }, model: 'm-1', stopReason: 'endTurn' };
  }
  return params['mode'] === 'url' ? { action: 'accept' } : { action: 'accept', content: {} };
};

/** Calls a tool and answers each of its questions. */
export function callAnswering(peer: Peer, params: JsonObject, reply: Reply = agreeable): Promise<AnsweredCall> {
  return peer.revision.era === 'legacy' ? callByRequests(peer, params, reply) : callByRounds(peer, params, reply);
}

async function callByRequests(peer: Peer, params: JsonObject, reply: Reply): Promise<AnsweredCall> {
  const questions: ReceivedQuestion[] = [];
  peer.onRequest = ({ id, method, params: asked }) => {
    const question = { method: String(method), params: isJsonObject(asked) ? asked : {} };
    questions.push(question);
    void peer.send({ jsonrpc: '2.0', id: id!, result: reply(question) });
  };
  return { answer: await peer.request('tools/call', params), questions };
}

async function callByRounds(peer: Peer, params: JsonObject, reply: Reply): Promise<AnsweredCall> {
  const questions: ReceivedQuestion[] = [];
  let answer = await peer.request('tools/call', params);
  for (let asked = questionsIn(answer); asked; asked = questionsIn(answer)) {
    questions.push(...asked.values());
    const inputResponses = Object.fromEntries([...asked].map(([key, question]) => [key, reply(question)]));
    answer = await peer.request('tools/call', { ...params, inputResponses, requestState: stateIn(answer) });
  }
  return { answer, questions };
}

/** Returns the questions that a result ends with, by key; `undefined` when it is complete. */
export function questionsIn({ result }: JsonObject): ReadonlyMap<string, ReceivedQuestion> | undefined {
  if (!isJsonObject(result) || result['resultType'] !== 'input_required') return undefined;
  const asked = isJsonObject(result['inputRequests']) ? result['inputRequests'] : {};
  return new Map(
    Object.entries(asked).map(([key, question]) => {
      const { method, params } = isJsonObject(question) ? question : {};
      return [key, { method: String(method), params: isJsonObject(params) ? params : {} }];
    }),
  );
}

export function stateIn({ result }: JsonObject): string {
  return isJsonObject(result) ? String(result['requestState']) : '';
}
