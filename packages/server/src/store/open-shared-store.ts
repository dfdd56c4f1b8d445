/**
 * Opens the store that replicas share, and loads its code only if the configuration names one.
 */
import type { Fault } from '@sigil/core/engine';
import type { SharedStore, StoreStatus } from '@sigil/core/stores';
import type { SharedSessions, SharedSessionsOptions, Sharing } from '@sigil/transport-http';
import type { StoreSettings } from '../configuration/store-settings.js';
import type { ServerLog } from '../log/server-log.js';
import type { SharedByWorkers } from '../workers/membership.js';
import { SharedUpdates } from './share-updates.js';

/** The log as a store uses it. */
export type StoreLog = Pick<ServerLog, 'note' | 'problem' | 'failure'>;

/** A store, and the sessions in it. */
export interface OpenStore extends SharedStore {
  /** Stores the sessions of this process, and shows that the process is alive. */
  readonly shared: SharedSessions;
  /** Announcements of changed resources, of all replicas. */
  readonly updates: SharedUpdates;
  /** Returns the sharing for the endpoints of one server. */
  share(server: string): Sharing;
}

const subject = 'store';

/**
 * Opens the store. A store that is away stops no server from starting; the log and the health report it.
 *
 * @param keys of 32 bytes, which all replicas share: the first one seals ids of sessions, all of them open them
 */
export async function openSharedStore(
  { kind, url, prefix, processLeaseMs, ...limits }: StoreSettings,
  keys: readonly Uint8Array[],
  log: StoreLog,
): Promise<OpenStore> {
  const { openRedisStore } = await import('@sigil/store-redis');
  const store = await openRedisStore({ url, prefix, limits });
  tellStatus(store.status, log);
  store.onStatus((status) => tellStatus(status, log));
  const leases = processLeaseMs === undefined ? {} : { processLeaseMs };
  return withSessions(store, { keys, ...leases, onFault: logFaults(store, log) }, kind);
}

/** Opens the store of a primary's workers. It is in the primary, so it cannot be away. */
export async function openWorkersStore({ store, key }: SharedByWorkers, log: StoreLog): Promise<OpenStore> {
  return withSessions(store, { keys: [key], onFault: logFaults(store, log) });
}

/** Logs faults of the store, except while it is away, when each use fails and the outage has been logged. */
function logFaults(store: Pick<SharedStore, 'status'>, log: StoreLog): (fault: Fault) => void {
  return ({ during, error }) => {
    if (store.status.state === 'serving') log.failure(subject, new Error(`${during} failed`, { cause: error }));
  };
}

async function withSessions(
  store: SharedStore,
  options: Omit<SharedSessionsOptions, 'store'>,
  kind = store.kind,
): Promise<OpenStore> {
  const { loadSharing } = await import('@sigil/transport-http');
  const { SharedSessions, shareSessions } = await loadSharing();
  const shared = new SharedSessions({ store, ...options });
  const updates = new SharedUpdates(store.notices, shared.writes);
  return {
    kind,
    sessions: store.sessions,
    events: store.events,
    tasksOf: (server) => store.tasksOf(server),
    notices: store.notices,
    mailbox: store.mailbox,
    leases: store.leases,
    rates: store.rates,
    shared,
    updates,
    share: (server) => shareSessions(shared, server),
    get status() {
      return store.status;
    },
    onStatus: (listener) => store.onStatus(listener),
    async close() {
      updates.close();
      await shared.close();
      await store.close();
    },
  };
}

function tellStatus({ state, lastError, warnings }: StoreStatus, log: StoreLog): void {
  if (state === 'serving') log.note(subject, 'serves: sessions, tasks and notices are shared with the other replicas');
  else
    log.problem(
      subject,
      `is away (${lastError ?? 'not connected yet'}): calls go on; sessions that began elsewhere, new ones and tasks must wait; ` +
        'streams that break now are resumed once it is back',
    );
  for (const warning of warnings) log.problem(subject, warning);
}
