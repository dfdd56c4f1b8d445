import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogOf, text, toolOf, type Run } from '../catalog/catalog.test-support.js';
import type { ToolLimits } from '../catalog/catalog.js';
import { ToolError } from '../errors/tool-error.js';
import { deferred } from '../engine/engine.test-support.js';
import { modernClient, taskIdOf, taskIn } from '../engine/tasks.test-support.js';
import { CallCancelled, ServerClosing } from './abort-reasons.js';
import { callWith, resultOf, type TestCallOptions } from '../operations/operation.test-support.js';
import { toolsCall } from '../operations/tools-call.js';

// setImmediate stays real, because tasks are awaited with it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Calls of one tool of one server. */
function serverOf(limits: ToolLimits, run: Run, options: TestCallOptions = {}) {
  const catalog = catalogOf({ tools: [{ ...toolOf('a', run), limits }] });
  const first = callWith({ params: { name: 'a' }, catalog, ...options });
  const nextCall = () => callWith({ params: { name: 'a' }, catalog, server: first.server });
  return { nextCall };
}

describe('a tool with its own timeout', () => {
  test('is stopped when the timeout passes, and the message names its limit', async () => {
    const { nextCall } = serverOf({ timeoutMs: 50 }, () => new Promise(() => undefined));

    const answered = resultOf(toolsCall, nextCall());
    await vi.advanceTimersByTimeAsync(50);

    expect(await answered).toEqual({
      content: [
        { type: 'text', text: 'tool "a" was stopped: it took longer than 50 ms (the tool\'s limit timeoutMs)' },
      ],
      isError: true,
    });
  });

  test('may exceed callTimeoutMs, but not maxCallMs', async () => {
    const limits = { callTimeoutMs: 10, maxCallMs: 100 };
    const { nextCall } = serverOf({ timeoutMs: 500 }, () => new Promise(() => undefined), { limits });

    const answered = resultOf(toolsCall, nextCall());
    await vi.advanceTimersByTimeAsync(100);

    expect(JSON.stringify(await answered)).toContain('100 ms (limit maxCallMs)');
  });
});

describe('a tool with maxConcurrentCalls 1', () => {
  test('never runs twice at a time, and every call is answered', async () => {
    let running = 0;
    let most = 0;
    const { nextCall } = serverOf({ maxConcurrentCalls: 1 }, async () => {
      most = Math.max(most, ++running);
      await vi.advanceTimersByTimeAsync(1);
      running--;
      return text('done');
    });

    const answers = await Promise.all(Array.from({ length: 20 }, () => resultOf(toolsCall, nextCall())));

    expect(most).toBe(1);
    expect(answers.filter(({ isError }) => isError === false)).toHaveLength(20);
  });

  test.each([
    ['returns', async () => text('ok')],
    [
      'throws',
      async () => {
        throw new ToolError('no');
      },
    ],
    [
      'throws before it is asynchronous',
      () => {
        throw new Error('at once');
      },
    ],
    ['refuses its arguments', async () => ({ kind: 'bad-arguments', problems: [] })],
  ] as [string, Run][])('is free again when it %s', async (_how, firstRun) => {
    let runs = 0;
    const { nextCall } = serverOf({ maxConcurrentCalls: 1 }, (...args) =>
      runs++ === 0 ? firstRun(...args) : Promise.resolve(text('second')),
    );

    await resultOf(toolsCall, nextCall());

    expect(await resultOf(toolsCall, nextCall())).toMatchObject({ content: [{ text: 'second' }] });
  });

  test('is free again after a call is cancelled, times out or is stopped by the server', async () => {
    let runs = 0;
    const run: Run = () => (runs++ < 3 ? new Promise(() => undefined) : Promise.resolve(text('fourth')));
    const { nextCall } = serverOf({ maxConcurrentCalls: 1, timeoutMs: 10 }, run);
    const [cancelled, stopped] = [nextCall(), nextCall()];

    const first = toolsCall(cancelled);
    await vi.advanceTimersByTimeAsync(0);
    cancelled.abort(new CallCancelled('the peer left'));
    await expect(first).rejects.toBeInstanceOf(CallCancelled);
    const second = resultOf(toolsCall, nextCall());
    await vi.advanceTimersByTimeAsync(10);
    expect(await second).toMatchObject({ isError: true });
    const third = resultOf(toolsCall, stopped);
    await vi.advanceTimersByTimeAsync(0);
    stopped.abort(new ServerClosing('the session was ended'));
    expect(await third).toMatchObject({ isError: true });

    expect(await resultOf(toolsCall, nextCall())).toMatchObject({ content: [{ text: 'fourth' }] });
  });

  test('drops a queued call that is cancelled, without running it', async () => {
    const first = deferred();
    const run = vi.fn<Run>(async () => {
      await first.promise;
      return text('ok');
    });
    const { nextCall } = serverOf({ maxConcurrentCalls: 1 }, run);
    const running = resultOf(toolsCall, nextCall());
    const waiting = nextCall();

    const waited = toolsCall(waiting);
    waiting.abort(new CallCancelled('the peer left'));

    await expect(waited).rejects.toBeInstanceOf(CallCancelled);
    first.resolve();
    await running;
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('returns a tool error to a call that waited too long', async () => {
    const { nextCall } = serverOf({ maxConcurrentCalls: 1 }, () => new Promise(() => undefined));
    void toolsCall(nextCall());

    const waited = resultOf(toolsCall, nextCall());
    await vi.advanceTimersByTimeAsync(1000);

    expect(await waited).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('is busy') }] });
  });

  test('stays busy while a call runs as a task, until the task ends', async () => {
    const first = deferred();
    const tool = toolOf('job', async () => first.promise.then(() => text('done')), { task: 'required' });
    const client = modernClient([{ ...tool, limits: { maxConcurrentCalls: 1 } }]);
    const running = await taskIdOf(client, { name: 'job' });

    const refused = await taskIdOf(client, { name: 'job' });
    await vi.advanceTimersByTimeAsync(1000);
    first.resolve();

    expect((await taskIn(client, refused, 'completed'))['result']).toMatchObject({ isError: true });
    expect((await taskIn(client, running, 'completed'))['result']).toMatchObject({ isError: false });
    const next = await taskIdOf(client, { name: 'job' });
    expect((await taskIn(client, next, 'completed'))['result']).toMatchObject({ isError: false });
  });

  test('does not count the time in the queue towards the timeout', async () => {
    const first = deferred();
    let runs = 0;
    const { nextCall } = serverOf({ maxConcurrentCalls: 1, timeoutMs: 100 }, async () => {
      if (runs++ === 0) await first.promise;
      else await vi.advanceTimersByTimeAsync(60);
      return text('ok');
    });
    const running = resultOf(toolsCall, nextCall());
    const waiting = resultOf(toolsCall, nextCall());

    await vi.advanceTimersByTimeAsync(60);
    first.resolve();

    expect(await running).toMatchObject({ isError: false });
    expect(await waiting).toMatchObject({ isError: false });
  });
});
