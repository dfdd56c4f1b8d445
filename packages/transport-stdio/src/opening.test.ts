/** Lines that arrive while the server opens. */
import { revisions } from '@sigil/core/engine';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { serveNativeStdio } from './serve-stdio.js';
import {
  callOf,
  echo,
  engineOf,
  gate,
  heldTool,
  initialize,
  modernRequest,
  request,
  type JsonMessage,
} from '@sigil/testing/transports';
import { openTestPipe, type TestPipe } from './stdio.test-support.js';

const never = new Promise<void>(() => undefined);
const cancel = (requestId: number) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

/** @returns the ids of this many answers */
async function idsOf(pipe: TestPipe, count: number): Promise<unknown[]> {
  const ids: unknown[] = [];
  while (ids.length < count) ids.push((await pipe.next())?.id);
  return ids;
}

describe.each(revisions)('$date', ({ date, era }) => {
  const requestOf = era === 'legacy' ? request : modernRequest;
  const handshake = era === 'legacy' ? initialize(1, date) : modernRequest(1, 'server/discover');

  test('the handshake is answered at once, and the first list when the server is open', async () => {
    const opening = gate();
    const pipe = openTestPipe([echo], { opening: opening.opened, openingTimeoutMs: 60_000 });

    pipe.tell(handshake, requestOf(2, 'tools/list'), handshake);
    const before = await idsOf(pipe, 2);
    opening.open();

    expect(before).toEqual([1, 1]);
    expect((await pipe.next())?.id).toBe(2);
  });

  test('a request that is cancelled while it waits is not answered', async () => {
    const opening = gate();
    const pipe = openTestPipe([echo], { opening: opening.opened, openingTimeoutMs: 60_000 });
    pipe.tell(handshake);
    await pipe.next();

    pipe.tell(requestOf(2, 'tools/list'), requestOf(3, 'tools/list'), cancel(2));
    pipe.input.end();
    await new Promise((resolve) => pipe.input.once('close', resolve));
    opening.open();

    expect((await pipe.next())?.id).toBe(3);
    expect(await pipe.next()).toBeUndefined();
  });
});

test('pings of a session are answered at once, also in a batch', async () => {
  const pipe = openTestPipe([echo], { opening: never, openingTimeoutMs: 60_000 });
  const ping = request(3, 'ping');

  pipe.tell(initialize(1, '2025-03-26'), request(2, 'tools/list'), ping, JSON.stringify([ping, ping]));

  expect(await idsOf(pipe, 2)).toEqual([1, 3]);
  expect(await pipe.next()).toMatchObject([{ id: 3 }, { id: 3 }]);
  await pipe.server.close();
});

test('a batch with another request waits', async () => {
  const opening = gate();
  const pipe = openTestPipe([echo], { opening: opening.opened, openingTimeoutMs: 60_000 });

  pipe.tell(initialize(1, '2025-03-26'), JSON.stringify([request(2, 'ping'), request(3, 'tools/list')]));
  pipe.tell(request(4, 'ping'));
  const before = await idsOf(pipe, 2);
  opening.open();

  expect(before).toEqual([1, 4]);
  expect(await pipe.next()).toMatchObject([{ id: 2 }, { id: 3 }]);
});

test('requests that waited are answered in their order, before later ones', async () => {
  const opening = gate();
  const pipe = openTestPipe([echo], { opening: opening.opened, openingTimeoutMs: 60_000 });
  pipe.tell(callOf(1, 'echo'), callOf(2, 'echo'), callOf(2, 'echo'), modernRequest(3, 'server/discover'));
  await pipe.next();

  opening.open();
  await opening.opened;
  pipe.tell(callOf(4, 'echo'));

  expect(await idsOf(pipe, 4)).toEqual([1, 2, 2, 4]);
});

test('what cannot be read is refused at once', async () => {
  const pipe = openTestPipe([echo], { opening: never, maxLineBytes: 300 });

  pipe.tell(callOf(1, 'echo'), 'hello', 'x'.repeat(400));

  expect([(await pipe.next())?.error?.code, (await pipe.next())?.error?.code]).toEqual([-32700, -32700]);
  await pipe.server.close();
});

test('requests are answered once the wait is over', async () => {
  const pipe = openTestPipe([echo], { opening: never, openingTimeoutMs: 1 });

  pipe.tell(callOf(1, 'echo'));

  expect((await pipe.next())?.id).toBe(1);
});

test('requests are answered once the opening has failed', async () => {
  const pipe = openTestPipe([echo], { opening: Promise.reject(new Error('gone')), openingTimeoutMs: 60_000 });

  pipe.tell(callOf(1, 'echo'));

  expect((await pipe.next())?.id).toBe(1);
});

test('a request still waits when the input has ended, and the grace period begins afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const opening = gate();
  const { tool, started, finish } = heldTool();
  const pipe = openTestPipe([tool], { opening: opening.opened, openingTimeoutMs: 60_000, endGraceMs: 10 });
  let isDone = false;
  void pipe.server.done.then(() => (isDone = true));

  pipe.input.end(JSON.stringify(callOf(1, 'slow')));
  await new Promise((resolve) => pipe.input.once('close', resolve));
  await vi.advanceTimersByTimeAsync(1_000);
  opening.open();
  await started.opened;
  await vi.advanceTimersByTimeAsync(1);
  const wasDone = isDone;
  finish.open();

  expect(wasDone).toBe(false);
  expect((await pipe.next())?.result?.['content']).toEqual([{ type: 'text', text: 'finished' }]);
  await pipe.server.done;
});

test('the end of an input without waiting requests waits for nothing', async () => {
  const pipe = openTestPipe([echo], { opening: never, openingTimeoutMs: 60_000, endGraceMs: 60_000 });

  pipe.tell(modernRequest(1, 'server/discover'), callOf(2, 'echo'), cancel(2));
  pipe.input.end();

  expect((await pipe.next())?.id).toBe(1);
  expect(await pipe.next()).toBeUndefined();
  await pipe.server.done;
});

test('a server that is closed drops the requests that wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const opening = gate();
  const pipe = openTestPipe([echo], { opening: opening.opened, openingTimeoutMs: 60_000 });
  pipe.tell(callOf(1, 'echo'), modernRequest(2, 'server/discover'));
  await pipe.next();

  await pipe.server.close();
  opening.open();

  expect(vi.getTimerCount()).toBe(0);
  expect(await pipe.next()).toBeUndefined();
});

test('while more than maxBufferedBytes wait, nothing is read, and nothing is lost', async () => {
  const opening = gate();
  const options = { opening: opening.opened, openingTimeoutMs: 60_000, maxBufferedBytes: 1_000 };
  const pipe = openTestPipe([echo], options);

  for (const id of [1, 2, 3]) pipe.tell(callOf(id, 'echo', { text: 'x'.repeat(600) }));
  await expect.poll(() => pipe.input.isPaused()).toBe(true);
  pipe.tell(modernRequest(4, 'server/discover'));
  opening.open();

  expect(await idsOf(pipe, 4)).toEqual([1, 2, 3, 4]);
  expect(pipe.input.isPaused()).toBe(false);
});

test('in the native view every call waits', async () => {
  const opening = gate();
  const options = { opening: opening.opened, openingTimeoutMs: 60_000 };
  const pipe = openTestPipe([echo], options, engineOf([echo]), serveNativeStdio);
  const answers: JsonMessage[] = [];
  const first = pipe.next().then((answer) => answer && answers.push(answer));

  pipe.tell(request(1, 'echo', { text: 'hi' }), request(2, 'echo', { text: 'ho' }));
  await new Promise((resolve) => setImmediate(resolve));
  const before = [...answers];
  opening.open();
  await first;

  expect(before).toEqual([]);
  expect(answers).toMatchObject([{ id: 1 }]);
});
