/**
 * Counts the calls of clients in this process.
 */
import { systemClock, type Clock } from '../model/clock.js';
import type { CallRates } from './call-rates.js';

interface Bucket {
  left: number;
  filledAt: number;
}

/** Below this number of clients no cleanup is needed. */
const fewClients = 64;
/** A bucket is full after this time, so that forgetting it loses nothing. */
const fullAfterMs = 1_000;

/** @returns rates that any number of servers in this process may share */
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
      // Bounds the debt, so that a client that exceeded its rate is not blocked for long.
      const next = Math.max(-maxCallsPerSecond, Math.min(maxCallsPerSecond, filled) - calls);
      buckets.set(client, { left: next, filledAt: now });
      return next;
    },
  };
}
