/**
 * Keeps leases in this process.
 */
import { systemClock, type Clock } from '../model/clock.js';
import type { Leases } from './leases.js';

interface Lease {
  readonly holder: string;
  readonly until: number;
}

/** @returns leases that any number of servers in this process may share */
export function openMemoryLeases(clock: Clock = systemClock): Leases {
  const leases = new Map<string, Lease>();
  const find = (name: string): Lease | undefined => {
    const lease = leases.get(name);
    if (!lease || lease.until > clock.now()) return lease;
    leases.delete(name);
    return undefined;
  };
  return {
    async hold(name, holder, ms) {
      const lease = find(name);
      if (lease && lease.holder !== holder) return false;
      leases.set(name, { holder, until: clock.now() + ms });
      return true;
    },
    findHolder: async (name) => find(name)?.holder,
    async release(name, holder) {
      if (find(name)?.holder === holder) leases.delete(name);
    },
  };
}
