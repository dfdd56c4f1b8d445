/**
 * A contract for all call rates: processes share one token bucket per client, which fills with the store's time.
 */
import type { CallRates } from '@sigil/core/stores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Rates as two processes see them; in one process both may be the same object. */
export interface OpenCallRates {
  readonly rates: readonly [CallRates, CallRates];
  /** Lets at least this much of the store's time pass. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** A rate so slow that nothing refills during a test. */
const slow = 10;

/** @param open opens rates with full buckets */
export function runCallRatesContract(name: string, open: () => Promise<OpenCallRates>): void {
  describe(`call rates ${name}`, () => {
    let opened: OpenCallRates;
    let one: CallRates;
    let other: CallRates;
    beforeEach(async () => {
      opened = await open();
      [one, other] = opened.rates;
    });
    afterEach(() => opened.close());

    test('processes share the bucket of a client', async () => {
      await one.spend('ada', 4, slow);

      const left = await other.spend('ada', 5, slow);

      expect(left).toBeGreaterThanOrEqual(1);
      expect(left).toBeLessThan(5);
    });

    test('each client has its own bucket', async () => {
      await one.spend('ada', 9, slow);

      expect(await other.spend('bo', 1, slow)).toBeGreaterThan(8);
      expect(await other.spend('__proto__', 1, slow)).toBeGreaterThan(8);
    });

    test('a bucket refills over time, up to the calls of one second', async () => {
      await one.spend('ada', 10, slow);

      await opened.pass(1_100);

      expect(await other.spend('ada', 0, slow)).toBe(slow);
    });

    test('the debt of a bucket is limited to the calls of one second', async () => {
      await one.spend('ada', 1_000, slow);

      expect(await other.spend('ada', 0, slow)).toBeGreaterThanOrEqual(-slow);
      expect(await other.spend('ada', 0, slow)).toBeLessThan(0);
    });
  });
}
