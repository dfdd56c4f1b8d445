/** The pauses between openings, by a clock and dice that the tests set. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OpeningLimiter, type Opening } from './opening-limiter.js';
import { ConnectionError } from '../errors/connection-error.js';

function open(random = (): number => 0) {
  let at = 10_000;
  let told = 0;
  const openings = new OpeningLimiter({ now: () => at, random, onHeldBack: () => void told++ });
  const tryOpening = (key = 'main'): Opening | undefined => {
    try {
      return openings.begin(key);
    } catch (error) {
      expect(error).toMatchObject({ failure: 'held-back', mayHaveRun: false });
      return undefined;
    }
  };
  return { openings, tryOpening, pass: (ms: number) => void (at += ms), told: () => told, now: () => at };
}

/** Tries every tenth of a second. @returns the times of the openings, in seconds */
function openAlways(seconds: number, { tryOpening, pass }: ReturnType<typeof open>): number[] {
  const opened: number[] = [];
  for (let tenths = 0; tenths < seconds * 10; tenths++) {
    if (tryOpening()) opened.push(tenths / 10);
    pass(100);
  }
  return opened;
}

test('what is lost again and again is opened with growing pauses, and then twice a minute', () => {
  expect(openAlways(180, open())).toEqual([0, 0.1, 0.6, 1.6, 3.6, 7.6, 15.6, 57.6, 99.6, 141.6]);
});

test('what was not opened lately is opened at once, whatever happens to the others', () => {
  const opened = open();
  openAlways(30, opened);

  expect(opened.tryOpening('other')).toBeDefined();
  expect(opened.tryOpening('other')).toBeUndefined();
});

test('after a calm time, the pauses begin anew', () => {
  const opened = open();
  openAlways(30, opened);

  opened.pass(90_000);

  expect(openAlways(10, opened)).toEqual([0, 0.1, 0.6, 1.6, 3.6, 7.6]);
});

test('trouble is reported once, when openings are held back for long', () => {
  const opened = open();

  openAlways(10, opened);
  const early = opened.told();
  openAlways(170, opened);

  expect([early, opened.told()]).toEqual([0, 1]);
});

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const unreachable = new ConnectionError('unreachable', 'cannot be reached', { mayHaveRun: false, cause: refused });

test('an opening that finds nobody does not count', () => {
  const { tryOpening } = open();

  const tried = Array.from({ length: 20 }, () => {
    const opening = tryOpening();
    opening?.failed(unreachable);
    return opening !== undefined;
  });

  expect(tried).not.toContain(false);
});

test('an upstream that restarts is opened at once, however often', () => {
  const { tryOpening, openings } = open();

  const tried = Array.from({ length: 20 }, () => {
    const opening = tryOpening();
    openings.noteFailure(unreachable);
    return opening !== undefined;
  });

  expect(tried).not.toContain(false);
});

test.each([
  ['a lost session of the oldest transport', new ConnectionError('unreachable', 'no such session', { status: 404 })],
  ['a stream that ended', new ConnectionError('unreachable', 'the stream has ended')],
  ['a closed connection', new ConnectionError('broken', 'it broke', { cause: refused })],
])('%s counts', (_what, error) => {
  const { tryOpening, openings } = open();

  tryOpening()?.failed(error);
  tryOpening()?.failed(error);
  openings.noteFailure(error);

  expect(tryOpening()).toBeUndefined();
});

const moments = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 100, maxLength: 300 });
const rolls = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1 });

// An upstream of the oldest transport gets two handshakes with each opening.
test.each([1, 2])(
  'whenever it is tried, with %i handshakes for each opening, at most 10 come in 10 s and then 2 a minute',
  (handshakes) => {
    fc.assert(
      fc.property(moments, rolls, (waits, dice) => {
        let rolled = 0;
        const opened = open(() => dice[rolled++ % dice.length]!);
        const at: number[] = [];
        for (const ms of waits) {
          opened.pass(ms);
          for (let sent = 0; sent < handshakes; sent++) {
            if (sent > 0) opened.openings.count('main');
            else if (!opened.tryOpening()) break;
            at.push(opened.now());
          }
        }
        const within = (from: number, ms: number): number => at.filter((it) => it >= from && it < from + ms).length;
        const [first = 0] = at;
        expect(within(first, 10_000)).toBeLessThanOrEqual(10);
        for (const from of at.filter((it) => it >= first + 10_000)) expect(within(from, 60_000)).toBeLessThanOrEqual(2);
      }),
      { numRuns: 200 },
    );
  },
);
