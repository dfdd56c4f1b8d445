import type { Principal } from '@sigil/core/engine';
import { sigilMetaKeys } from '@sigil/core/internal';
import { expect, onTestFinished, test } from 'vitest';
import type { QuestionReply, WireMessage } from '@sigil/client/internal';
import { ParkedCall, ParkedCalls, type ParkedExchange } from './parked-calls.js';

const callerOf = (id: string): Principal => ({ id, issuer: 'https://id.example', scopes: [], claims: {} });

/** A call that waits until it is cancelled. */
function waiting(): { readonly call: ParkedCall; readonly isCancelled: () => boolean } {
  let isCancelled = false;
  const call = new ParkedCall(({ signal }) => {
    signal?.addEventListener('abort', () => (isCancelled = true));
    return new Promise(() => undefined);
  });
  return { call, isCancelled: () => isCancelled };
}

function openCalls(maxParkedCalls: number): ParkedCalls {
  const calls = new ParkedCalls({ maxParkedCalls, parkedCallMs: 60_000 });
  onTestFinished(() => calls.close());
  return calls;
}

test('one caller can park at most half of maxParkedCalls, which leaves room for another', () => {
  const calls = openCalls(4);
  for (let count = 0; count < 2; count++) calls.keep(waiting().call, callerOf('ann'));
  const third = waiting();

  expect(() => calls.keep(third.call, callerOf('ann'))).toThrow('one caller has at most 2, half of maxParkedCalls');
  calls.keep(waiting().call, callerOf('bob'));

  expect(third.isCancelled()).toBe(true);
  expect(calls.size).toBe(3);
});

test('parking the same call twice counts it once', () => {
  const calls = openCalls(2);
  const { call } = waiting();
  calls.keep(call, callerOf('ann'));

  calls.keep(call, callerOf('ann'));

  expect(calls.take(call.id)).toBe(call);
});

const task = { taskId: 'one' };
const result = { result: { content: [] }, text: '{}' };

function questionOf(key?: string): WireMessage {
  const params = key === undefined ? {} : { _meta: { [sigilMetaKeys.questionKey]: key } };
  return { kind: 'request', id: 1, method: 'elicitation/create', params, parsed: {}, text: '' };
}

/** A call whose upstream does what the test says. */
function upstreamCall() {
  let exchange: ParkedExchange | undefined;
  let end: (outcome: typeof result) => void = () => undefined;
  const call = new ParkedCall((given) => {
    exchange = given;
    return new Promise((resolve) => (end = resolve));
  });
  const ask = (key?: string): Promise<QuestionReply> => exchange!.onQuestion!(questionOf(key));
  return { call, ask, becomeTask: () => exchange!.onTask(task), end: () => end(result) };
}

test('a call that asks before its client has a task becomes a task after the answer', async () => {
  const { call, ask, becomeTask, end } = upstreamCall();
  becomeTask();

  void ask();
  const first = await call.next();
  if (first.kind === 'questions') for (const { reply } of first.questions) reply({ result: {} });
  end();

  expect(first).toMatchObject({ kind: 'questions', questions: [{ key: 'upstream-1' }] });
  expect(await call.next()).toEqual({ kind: 'task', task });
  expect(await call.next()).toEqual({ kind: 'done', result });
});

test('a call that asks nothing at first becomes a task and sends its later questions there', async () => {
  const { call, ask, becomeTask } = upstreamCall();
  becomeTask();

  const first = await call.next();
  call.askWith(async ({ key }) => ({ result: { key } }));

  expect(first).toEqual({ kind: 'task', task });
  expect(await ask('colour')).toEqual({ result: { key: 'colour' } });
});

test('questions keep the key that the upstream names, unless it is missing, in use or too long', async () => {
  const { call, ask } = upstreamCall();

  for (const key of ['name', undefined, 'name', 'x'.repeat(129)]) void ask(key);

  const event = await call.next();
  const keys = event.kind === 'questions' ? event.questions.map(({ key }) => key) : [];
  expect(keys).toEqual(['name', 'upstream-1', 'upstream-2', 'upstream-3']);
});
