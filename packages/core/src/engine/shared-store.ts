/**
 * All state that the processes of one deployment share: replicas behind a proxy, or the workers of one machine.
 */
import type { CallRates } from '../stores/call-rates.js';
import type { EventStore } from '../stores/event-store.js';
import type { Leases } from '../stores/leases.js';
import type { Mailbox } from '../stores/mailbox.js';
import type { Notices } from '../stores/notices.js';
import type { SessionStore } from '../stores/session-store.js';
import type { StopWaiting } from '../model/clock.js';
import type { TaskStore } from '../tasks/task-store.js';

/** The condition of a store, as a sentence for the operator. */
export interface StoreStatus {
  /** `away` while it does not respond. */
  readonly state: 'serving' | 'away';
  /** Start of that state. */
  readonly since: Date;
  /** The most recent reason for being away. */
  readonly lastError?: string;
  /** Problems with its settings or environment that will matter later. */
  readonly warnings: readonly string[];
}

/** The shared stores. A session's id is a credential, so stores receive a digest of it. */
export interface SharedStore {
  /** The store's kind, as the configuration names it. */
  readonly kind: string;
  readonly sessions: SessionStore;
  readonly events: EventStore;
  /** Returns the tasks of one server. @param server its name @returns the same store each time */
  tasksOf(server: string): TaskStore;
  readonly notices: Notices;
  readonly mailbox: Mailbox;
  readonly leases: Leases;
  readonly rates: CallRates;
  readonly status: StoreStatus;
  /** Calls back when the status has changed. @returns a function that unsubscribes */
  onStatus(listener: (status: StoreStatus) => void): StopWaiting;
  close(): Promise<void>;
}
