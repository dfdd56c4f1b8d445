/**
 * Everything that the processes of one deployment share: replicas behind a proxy, or the workers of one machine.
 */
import type { CallRates } from '../stores/call-rates.js';
import type { EventStore } from '../stores/event-store.js';
import type { Leases } from '../stores/leases.js';
import type { Mailbox } from '../stores/mailbox.js';
import type { Notices } from '../stores/notices.js';
import type { SessionStore } from '../stores/session-store.js';
import type { StopWaiting } from '../model/clock.js';
import type { TaskStore } from '../tasks/task-store.js';

/** The condition of a store, in words for the operator. */
export interface StoreStatus {
  /** `away` while it does not answer. */
  readonly state: 'serving' | 'away';
  /** When that began. */
  readonly since: Date;
  /** Why it is away, or was last. */
  readonly lastError?: string;
  /** Mistakes in its settings and surroundings that will cost something later. */
  readonly warnings: readonly string[];
}

/** Everything shared. A session's id opens the session, so stores are given a digest of the id. */
export interface SharedStore {
  /** As the configuration names it. */
  readonly kind: string;
  readonly sessions: SessionStore;
  readonly events: EventStore;
  /** Tasks belong to the server that made them. @param server its name @returns the same store each time */
  tasksOf(server: string): TaskStore;
  readonly notices: Notices;
  readonly mailbox: Mailbox;
  readonly leases: Leases;
  readonly rates: CallRates;
  readonly status: StoreStatus;
  /** Calls back when the status has changed. @returns stops calling back */
  onStatus(listener: (status: StoreStatus) => void): StopWaiting;
  close(): Promise<void>;
}
