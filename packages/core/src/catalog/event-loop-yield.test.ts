import { describe, expect, test } from 'vitest';
import { EventLoopYield } from './event-loop-yield.js';

/** A loop whose turns the test controls, and a clock that the test advances. */
function testLoop() {
  const waiting: (() => void)[] = [];
  const clock = { now: 0 };
  const loop = new EventLoopYield({ now: () => clock.now, nextTurn: (work) => void waiting.push(work) });
  const turn = () => {
    for (const work of waiting.splice(0)) work();
  };
  return { loop, clock, turn, waiting };
}

describe('a turn of the event loop', () => {
  test('is due after more than 20 ms without one', async () => {
    const { loop, clock, turn } = testLoop();

    expect(loop.whenDue()).toBeUndefined();
    clock.now = 20;
    expect(loop.whenDue()).toBeUndefined();
    clock.now = 21;
    const given = loop.whenDue();
    expect(given).toBeInstanceOf(Promise);
    turn();
    await given;

    expect(loop.whenDue()).toBeUndefined();
  });

  test('restarts the wait when it comes by itself', () => {
    const { loop, clock, turn } = testLoop();

    loop.whenDue();
    clock.now = 15;
    turn();
    loop.whenDue();
    clock.now = 30;

    expect(loop.isDue).toBe(false);
  });

  test('is shared by all waiting callers and requested once', async () => {
    const { loop, clock, waiting } = testLoop();
    loop.whenDue();
    clock.now = 100;

    const turns = [loop.whenDue(), loop.whenDue(), loop.take()];

    expect(new Set(turns).size).toBe(1);
    // The other entry records that the loop has turned.
    expect(waiting).toHaveLength(2);
  });

  test('is due even if the clock was set back', () => {
    const { loop, clock } = testLoop();
    clock.now = 1_000;
    loop.whenDue();
    clock.now = 0;

    expect(loop.isDue).toBe(true);
  });

  test('is awaited in addition to the pending send', async () => {
    const { loop, clock, turn } = testLoop();
    const sent = Promise.resolve();
    expect(loop.after(sent)).toBe(sent);
    clock.now = 50;

    let isOver = false;
    const over = loop.after(sent).then(() => (isOver = true));
    await sent;
    expect(isOver).toBe(false);
    turn();

    await over;
  });
});
