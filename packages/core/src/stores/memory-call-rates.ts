/**
 * Counts the calls of clients in this process.
 */
import { systemClock, type Clock } from '../model/clock.js';
import type { CallRates } from './call-rates.js';

interface Bucket {
  left: number;
  filledAt: number;
}

/** Fewer clients than this are not worth looking through. */
const fewClients = 64;
/** A bucket is full after this time, and then nothing is lost with it. */
const fullAfterMs = 1_000;

/** @returns rates that as many servers of this process may share as there are */
export function openMemoryCallRates(clock: Clock = systemClock): CallRates {
  const buckets = new Map<string, Bucket>();
  let lookAt = fewClients;
  const forgetFull = (now: number): void => {
    for (const [client, { left, filledAt }] of buckets)
      if (left >= 0 && now - filledAt >= fullAfterMs) buckets.delete(client);
    lookAt = Math.max(fewClients, buckets.size * 2);
  };
  return {
    async spend(client, calls, maxCallsPerSecond) {
      const now = clock.now();
      if (buckets.size >= lookAt) forgetFull(now);
      const { left, filledAt } = buckets.get(client) ?? { left: maxCallsPerSecond, filledAt: now };
      const filled = left + (Math.max(0, now - filledAt) * maxCallsPerSecond) / 1_000;
      // Debt has an end, so that a client that was let through once too often is not shut out for long.
      const next = Math.max(-maxCallsPerSecond, Math.min(maxCallsPerSecond, filled) - calls);
      buckets.set(client, { left: next, filledAt: now });
      return next;
    },
  };
}
