/**
 * The calls of stores that nobody awaits, and what becomes of each when the store refuses.
 */
import type { UnawaitedCall } from './check-store-calls.ts';

const http = 'packages/transport-http/src';
const server = 'packages/server/src';

export const unawaitedStoreCalls: readonly UnawaitedCall[] = [
  {
    file: 'packages/core/src/calls/call-rate-sync.ts',
    call: 'rates.spend',
    because: 'may be lost: each process counts by itself during an outage',
  },
  {
    file: `${http}/sessions/memory-event-store.ts`,
    call: 'this.append',
    because: 'in memory it is done at once, and refuses only an ended stream',
  },
  {
    file: `${http}/sessions/session-streams.ts`,
    call: 'this.parts.store.forget',
    because: 'may be lost: the events of an ended session expire by themselves, after eventLifetimeMs',
  },
  {
    file: `${http}/shared/session-link.ts`,
    call: 'this.shared.store.sessions.touch',
    because: 'the next renewal follows, ten times before the session would expire',
  },
  {
    file: `${http}/shared/shared-sessions.ts`,
    call: 'this.events.endStream',
    because: 'the process that resumed the stream asks again, twice a second',
  },
  {
    file: `${server}/workers/ask-workers.ts`,
    call: 'mailbox.send',
    because: 'between workers of one primary: a worker that does not answer counts as absent',
  },
  {
    file: `${server}/workers/join-workers.ts`,
    call: 'notices.publish',
    because: 'between workers of one primary: fails only while the primary ends, and all workers with it',
  },
  {
    file: `${server}/workers/serve-shared-store.ts`,
    call: 'shared.leases.release',
    because: 'in the memory of the primary, where it cannot be refused',
  },
];
