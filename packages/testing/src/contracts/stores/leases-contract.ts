/**
 * A contract for all leases: one holder at a time, for as long as it renews them.
 */
import type { Leases } from '@sigil/core/stores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Leases as two processes see them; in one process both may be the same object. */
export interface OpenLeases {
  readonly leases: readonly [Leases, Leases];
  /** Lets at least this much of the store's time pass. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** @param open leases that nobody holds */
export function runLeasesContract(name: string, open: () => Promise<OpenLeases>): void {
  describe(`leases ${name}`, () => {
    let opened: OpenLeases;
    let one: Leases;
    let other: Leases;
    beforeEach(async () => {
      opened = await open();
      [one, other] = opened.leases;
    });
    afterEach(() => opened.close());

    test('have one holder, which every process can see', async () => {
      const held = await Promise.all([one.hold('job', 'ada', 60_000), other.hold('job', 'bo', 60_000)]);

      expect(held.filter(Boolean)).toEqual([true]);
      expect(await other.findHolder('job')).toBe(held[0] ? 'ada' : 'bo');
      expect(await other.findHolder('another')).toBeUndefined();
    });

    test('can be renewed by their holder', async () => {
      await one.hold('job', 'ada', 40);

      expect(await one.hold('job', 'ada', 60_000)).toBe(true);
      await opened.pass(60);

      expect(await other.hold('job', 'bo', 60_000)).toBe(false);
    });

    test('can be taken by another holder after they expire', async () => {
      await one.hold('job', 'ada', 40);

      await opened.pass(60);

      expect(await other.findHolder('job')).toBeUndefined();
      expect(await other.hold('job', 'bo', 60_000)).toBe(true);
      expect(await one.hold('job', 'ada', 60_000)).toBe(false);
    });

    test('can be released only by their holder', async () => {
      await one.hold('job', 'ada', 60_000);

      await other.release('job', 'bo');
      expect(await one.findHolder('job')).toBe('ada');
      await other.release('job', 'ada');

      expect(await one.findHolder('job')).toBeUndefined();
    });
  });
}
