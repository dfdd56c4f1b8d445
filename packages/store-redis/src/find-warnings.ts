/**
 * Finds Redis settings and clock differences that will cause trouble later.
 */
import type { Redis } from 'ioredis';

const largestSkewMs = 2_000;

/** @returns sentences for the operator */
export async function findWarnings(redis: Redis): Promise<readonly string[]> {
  const warnings = [await describePolicy(redis), await describeSkew(redis)];
  return warnings.filter((warning) => warning !== undefined);
}

/** Warns of an eviction policy: it ends sessions that are in use. */
async function describePolicy(redis: Redis): Promise<string | undefined> {
  const found = await redis.config('GET', 'maxmemory-policy').catch(() => undefined);
  const policy = Array.isArray(found) ? String(found[1]) : undefined;
  if (policy === undefined)
    return 'Redis does not say its maxmemory-policy: make sure that it is "noeviction", or sessions in use may be lost';
  if (policy === 'noeviction') return undefined;
  return `Redis has maxmemory-policy "${policy}", so it may throw away sessions in use: set it to "noeviction"`;
}

/** Warns of clock skew: leases and sessions use Redis's clock, tokens and logs that of this machine. */
async function describeSkew(redis: Redis): Promise<string | undefined> {
  const [seconds, microseconds] = await redis.time();
  const skewMs = Math.round(Date.now() - (Number(seconds) * 1_000 + Number(microseconds) / 1_000));
  if (Math.abs(skewMs) < largestSkewMs) return undefined;
  const apart = `${Math.abs(skewMs / 1_000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'}`;
  return `the clock of this machine is ${apart} that of Redis: tokens and sealed states may be refused; set both by NTP`;
}
