import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { Context } from '../model/context.js';
import { readResourceStream } from '../catalog/read-resource-stream.js';
import { drainStream } from '../catalog/drain-stream.js';
import { revisions } from '../revisions/choose-revision.js';
import { batching, callIn, deferred, engineOf, talkIn, type Talk, type TestEngine } from './engine.test-support.js';
import { clockAt } from '../model/clock.test-support.js';

/** The steps of each loop below, which never waits, and the time of one step by the test's clock. */
const steps = 100;
const stepMs = 5;

/** A server whose clock advances with each step, with a count of the event loop's turns given to timers meanwhile. */
function serverWith(work: (context: Context, step: () => void) => Promise<unknown>): TestEngine & { turns(): number } {
  let now = 0;
  let turns = 0;
  const tool = toolOf('busy', async (_input, context) => {
    let isBusy = true;
    const count = (): void => {
      if (!isBusy) return;
      turns++;
      setTimeout(count);
    };
    setTimeout(count);
    await work(context, () => (now += stepMs));
    isBusy = false;
    return text('done');
  });
  const server = engineOf(catalogOf({ tools: [tool] }), { clock: clockAt(() => now) });
  return { ...server, turns: () => turns };
}

const loops: readonly (readonly [string, (context: Context, step: () => void) => Promise<unknown>])[] = [
  [
    'reports progress',
    async (context, step) => {
      for (let count = 1; count <= steps; count++, step()) await context.reportProgress(count);
    },
  ],
  [
    'logs what is wanted',
    async (context, step) => {
      for (let count = 1; count <= steps; count++, step()) await context.log('emergency', count);
    },
  ],
  [
    'logs what nobody wants',
    async (context, step) => {
      for (let count = 1; count <= steps; count++, step()) await context.log('debug', count);
    },
  ],
  [
    'has steps that are done',
    async (context, step) => {
      for (let count = 1; count <= steps; count++, step()) await context.step(`step ${count}`, () => count);
    },
  ],
  [
    'yields values',
    async (context, step) =>
      drainStream(
        (function* () {
          for (let count = 1; count <= steps; count++, step()) yield 'a';
        })(),
        context,
        { form: 'nothing' },
      ),
  ],
  [
    'yields nothing',
    async (context, step) =>
      drainStream(
        (function* () {
          for (let count = 1; count <= steps; count++, step()) yield undefined;
        })(),
        context,
        { form: 'nothing' },
      ),
  ],
  [
    'streams a resource',
    async (context, step) =>
      readResourceStream(
        (function* () {
          for (let count = 1; count <= steps; count++, step()) yield 'a';
        })(),
        context,
        { uri: 'x://a', mimeType: undefined },
      ),
  ],
];

describe.each(revisions)('$date', (revision) => {
  test.each(loops)('a call that never waits yields to the event loop while it %s', async (_what, work) => {
    const server = serverWith(work);
    const talk = await talkIn(revision, server);

    await talk.request(callIn(revision, 1, { name: 'busy', _meta: { progressToken: 'p' } }));

    // The step after each turn records the time, and the fifth after that is more than 20 ms later.
    expect(server.turns()).toBeGreaterThanOrEqual(Math.floor(steps / 6) - 1);
  });

  test('a cancelled call that continues also yields to the event loop', async () => {
    const began = deferred();
    const ended = deferred();
    const server = serverWith(async (context, step) => {
      began.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      for (let count = 1; count <= steps; count++, step()) await context.reportProgress(count);
      ended.resolve();
    });
    const talk: Talk = await talkIn(revision, server);

    const call = talk.send(callIn(revision, 1, { name: 'busy' }));
    await began.promise;
    await talk.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await call;
    await ended.promise;

    expect(server.turns()).toBeGreaterThanOrEqual(Math.floor(steps / 6) - 1);
  });
});

test('a batch of calls that return at once yields to the event loop regularly', async () => {
  let now = 0;
  const tool = toolOf('quick', () => {
    now += stepMs;
    return text('done');
  });
  const talk = await talkIn(batching, engineOf(catalogOf({ tools: [tool] }), { clock: clockAt(() => now) }));
  const turnsAt = [0];
  let isOver = false;
  const note = (): void => {
    turnsAt.push(now);
    if (!isOver) setTimeout(note);
  };
  setTimeout(note);

  await talk.send(Array.from({ length: steps }, (_, id) => callIn(batching, id, { name: 'quick' })));
  isOver = true;

  expect(talk.sent[0]).toHaveLength(steps);
  const heldMs = turnsAt.slice(1).map((at, index) => at - turnsAt[index]!);
  expect(turnsAt.length).toBeGreaterThan(10);
  // More than 20 ms is too long, which is detected one step late; the batch's own timer may run between two records.
  expect(Math.max(...heldMs)).toBeLessThanOrEqual(2 * (20 + stepMs));
});

test('long results of calls that settle together are written over several event loop turns', async () => {
  let now = 0;
  const { promise: settled, resolve: settle } = deferred();
  const long = 'x'.repeat(300_000);
  const tool = toolOf('long', async () => {
    await settled;
    return {
      kind: 'result',
      isError: false,
      // Reading the content takes the time that writing it would.
      get content() {
        now += 10 * stepMs;
        return [{ type: 'text' as const, text: long }];
      },
    };
  });
  const talk = await talkIn(batching, engineOf(catalogOf({ tools: [tool] }), { clock: clockAt(() => now) }));
  const turnsAt: number[] = [];
  const note = (): void => {
    turnsAt.push(now);
    if (talk.sent.length === 0) setTimeout(note);
  };

  const answered = talk.send(Array.from({ length: 10 }, (_, id) => callIn(batching, id, { name: 'long' })));
  settle();
  setTimeout(note);
  await answered;

  expect(talk.sent[0]).toHaveLength(10);
  expect(new Set(turnsAt).size).toBeGreaterThan(4);
});
