import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PeerResponse } from '../json-rpc/messages.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { collect, settled } from './engine.test-support.js';
import type { Outlet } from '../calls/outlet.js';
import { PeerRefusal, PeerRequests, PeerTimeout } from './peer-requests.js';
import { systemClock } from '../model/clock.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A session's requests, and a record of those sent. */
function requestsTo(outlet?: Outlet) {
  const collected = collect();
  const requests = new PeerRequests(systemClock);
  const leaving = new AbortController();
  const ask = (signal = leaving.signal) =>
    requests.send({ method: 'roots/list', params: {}, outlet: outlet ?? collected.outlet, signal, timeoutMs: 1000 });
  return { requests, ask, leave: (reason: Error) => leaving.abort(reason), sent: collected.sent };
}

function answerTo(message: JsonObject | undefined, outcome: Partial<PeerResponse>): PeerResponse {
  const id = isJsonObject(message) ? message['id'] : undefined;
  return { kind: 'response', id: id as string, result: undefined, error: undefined, ...outcome };
}

test('each request has its own id, and answers in any order reach their requests', async () => {
  const { requests, ask, sent } = requestsTo();

  const asked = [ask(), ask(), ask()];
  await settled();
  for (const message of [...sent].reverse())
    requests.receive(answerTo(message, { result: message['id'] as JsonValue }));

  const ids = sent.map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  await expect(Promise.all(asked)).resolves.toEqual(ids);
});

test('an error of the peer rejects the request with its code', async () => {
  const { requests, ask, sent } = requestsTo();

  const asked = ask();
  await settled();
  requests.receive(answerTo(sent[0], { error: { code: -1, message: 'no' } }));

  await expect(asked).rejects.toEqual(new PeerRefusal(-1));
  await expect(asked).rejects.toMatchObject({ code: -1 });
});

test.each<Partial<PeerResponse>>([
  { id: 'sigil-2', result: {} },
  { id: 1, result: {} },
  { id: '', result: {} },
  { id: '__proto__', error: { code: 1 } },
])('an answer with an unknown id is ignored: %j', async (outcome) => {
  const { requests, ask, sent } = requestsTo();
  const asked = ask();
  await settled();

  requests.receive(answerTo(undefined, outcome));
  requests.receive(answerTo(sent[0], { result: 'mine' }));

  await expect(asked).resolves.toBe('mine');
});

test('a timeout rejects the request and cancels it at the peer, and a late answer is ignored', async () => {
  const { requests, ask, sent } = requestsTo();

  const asked = ask();
  const ended = expect(asked).rejects.toBeInstanceOf(PeerTimeout);
  await vi.advanceTimersByTimeAsync(1000);
  await ended;
  requests.receive(answerTo(sent[0], { result: {} }));

  expect(sent.slice(1)).toMatchObject([{ method: 'notifications/cancelled', params: { requestId: sent[0]!['id'] } }]);
});

test('an answer settles the request, and nothing is cancelled later', async () => {
  const { requests, ask, sent, leave } = requestsTo();

  const asked = ask();
  await settled();
  requests.receive(answerTo(sent[0], { result: {} }));
  await asked;
  await vi.advanceTimersByTimeAsync(5000);
  leave(new Error('over'));

  expect(sent).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('aborting rejects the request with the reason, and sends the peer one cancellation', async () => {
  const { ask, sent, leave } = requestsTo();
  const reason = new Error('cancelled');

  const asked = ask();
  const ended = expect(asked).rejects.toBe(reason);
  await settled();
  leave(reason);
  await ended;
  await vi.advanceTimersByTimeAsync(5000);

  expect(sent.map(({ method }) => method)).toEqual(['roots/list', 'notifications/cancelled']);
});

test('a caller that is already aborted sends no request', async () => {
  const { ask, sent } = requestsTo();
  const reason = new Error('cancelled');

  await expect(ask(AbortSignal.abort(reason))).rejects.toBe(reason);

  expect(sent).toEqual([]);
});

test('aborting while the request is being sent causes no unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  let ready: () => void = () => undefined;
  const slow: Outlet = { send: () => new Promise((resolve) => (ready = resolve)) };
  const { ask, leave } = requestsTo(slow);
  const release: (() => void)[] = [];

  const asked = ask();
  const ended = expect(asked).rejects.toThrow('cancelled');
  release.push(ready);
  leave(new Error('cancelled'));
  await settled();
  release[0]!();
  await ended;
  process.off('unhandledRejection', unhandled);

  expect(unhandled).not.toHaveBeenCalled();
});
