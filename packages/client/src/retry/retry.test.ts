import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionError } from '../errors/connection-error.js';
import { withRetries } from './retry.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @returns the times of the attempts at an upstream that is always busy */
async function triesOf(retryAfterMs: number | undefined): Promise<readonly number[]> {
  const tries: number[] = [];
  const begun = Date.now();
  const work = async (): Promise<never> => {
    // An endless loop would block the test.
    if (tries.length >= 20) throw new Error('tried without end');
    tries.push(Date.now() - begun);
    throw new ConnectionError('busy', 'the server is busy', { mayHaveRun: false, retryAfterMs });
  };
  const failed = withRetries(work, { retries: 3, mayRepeat: false }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await failed).toMatchObject({ failure: 'busy' });
  return tries;
}

test('an upstream that sets a retry time is retried as often as any other', async () => {
  expect(await triesOf(undefined)).toHaveLength(4);
  expect(await triesOf(1_000)).toHaveLength(4);
});

test('a busy upstream with a retry time of zero is retried with growing pauses', async () => {
  const tries = await triesOf(0);

  expect(tries).toHaveLength(4);
  expect(tries[1]).toBeGreaterThanOrEqual(50);
  expect(tries[2]! - tries[1]!).toBeGreaterThanOrEqual(100);
  expect(tries[3]! - tries[2]!).toBeGreaterThanOrEqual(200);
});

test('a pause is never shorter than the upstream’s retry time', async () => {
  const tries = await triesOf(2_000);

  expect(tries).toEqual([0, 2_000, 4_000, 6_000]);
});
