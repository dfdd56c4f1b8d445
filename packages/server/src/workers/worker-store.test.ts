import type { SharedStore } from '@sigil/core/stores';
import {
  runCallRatesContract,
  runEventStoreContract,
  runLeasesContract,
  runPostContract,
  runSessionStoreContract,
  runTaskStoreContract,
} from '@sigil/testing/contracts';
import { expect, test } from 'vitest';
import { openPrimary } from './workers.test-support.js';

/** Opens two workers with their own primary. */
async function openTwo(): Promise<{
  both: readonly [SharedStore, SharedStore];
  leave(): void;
  close(): Promise<void>;
}> {
  const { connect, leave, close } = openPrimary();
  return { both: [await connect(), await connect()], leave, close: async () => close() };
}

const realTime = {
  now: () => Date.now(),
  pass: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms + 20)),
};

runSessionStoreContract('in the primary', async () => {
  const { both, close } = await openTwo();
  return { stores: [both[0].sessions, both[1].sessions], ...realTime, close };
});

runEventStoreContract('in the primary', async () => {
  const { both, close } = await openTwo();
  return { stores: [both[0].events, both[1].events], close };
});

runTaskStoreContract('in the primary', async () => {
  const { both, close } = await openTwo();
  return { stores: [both[0].tasksOf('demo'), both[1].tasksOf('demo')], ...realTime, close };
});

runPostContract('through the primary', async () => {
  const { both, close } = await openTwo();
  return { notices: [both[0].notices, both[1].notices], mailboxes: [both[0].mailbox, both[1].mailbox], close };
});

runLeasesContract('in the primary', async () => {
  const { both, close } = await openTwo();
  return { leases: [both[0].leases, both[1].leases], ...realTime, close };
});

runCallRatesContract('in the primary', async () => {
  const { both, close } = await openTwo();
  return { rates: [both[0].rates, both[1].rates], ...realTime, close };
});

test('an ended worker loses its leases and receives no messages', async () => {
  const { both, leave, close } = await openTwo();
  const [gone, other] = both;
  await gone.leases.hold('name', gone.mailbox.address, 60_000);
  expect(await other.leases.hold('name', 'other', 1_000)).toBe(false);

  leave();

  await expect.poll(() => other.leases.hold('name', 'other', 1_000)).toBe(true);
  expect(await other.mailbox.send(gone.mailbox.address, 'topic', 1)).toBe(false);
  expect(gone.status.state).toBe('away');
  await expect(gone.leases.findHolder('name')).rejects.toThrow('the primary process has ended');
  await close();
});
