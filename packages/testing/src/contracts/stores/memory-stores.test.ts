import { openMemoryTaskStore } from '@sigil/core/internal';
import { openMemoryCallRates, openMemoryLeases, openMemoryPost, openMemorySessionStore } from '@sigil/core/stores';
import { runCallRatesContract } from './call-rates-contract.js';
import { runLeasesContract } from './leases-contract.js';
import { runPostContract } from './post-contract.js';
import { runSessionStoreContract } from './session-store-contract.js';
import { runTaskStoreContract } from './task-store-contract.js';

/** Creates a clock that a test advances. */
function passingTime() {
  let now = 1_000_000;
  return {
    clock: { now: () => now, after: () => () => undefined },
    now: () => now,
    pass: async (ms: number) => void (now += ms),
    close: async () => undefined,
  };
}

runTaskStoreContract('in memory', async () => {
  const time = passingTime();
  const store = openMemoryTaskStore(time.clock);
  return { stores: [store, store], ...time };
});

runSessionStoreContract('in memory', async () => {
  const time = passingTime();
  const store = openMemorySessionStore(time.clock);
  return { stores: [store, store], ...time };
});

runLeasesContract('in memory', async () => {
  const time = passingTime();
  const leases = openMemoryLeases(time.clock);
  return { leases: [leases, leases], ...time };
});

runCallRatesContract('in memory', async () => {
  const time = passingTime();
  const rates = openMemoryCallRates(time.clock);
  return { rates: [rates, rates], ...time };
});

runPostContract('in memory', async () => {
  const { notices, openMailbox } = openMemoryPost();
  return {
    notices: [notices, notices],
    mailboxes: [openMailbox(), openMailbox()],
    close: async () => undefined,
  };
});
