import type { Principal } from '@sigil/core/engine';
import { expect, onTestFinished, test } from 'vitest';
import { ParkedCall, ParkedCalls } from './parked-calls.js';

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

test('one caller has half of the places at most, and another one the rest', () => {
  const calls = openCalls(4);
  for (let count = 0; count < 2; count++) calls.keep(waiting().call, callerOf('ann'));
  const third = waiting();

  expect(() => calls.keep(third.call, callerOf('ann'))).toThrow('one caller has at most 2, half of maxParkedCalls');
  calls.keep(waiting().call, callerOf('bob'));

  expect(third.isCancelled()).toBe(true);
  expect(calls.size).toBe(3);
});

test('a place that is taken again is not counted twice', () => {
  const calls = openCalls(2);
  const { call } = waiting();
  calls.keep(call, callerOf('ann'));

  calls.keep(call, callerOf('ann'));

  expect(calls.take(call.id)).toBe(call);
});
