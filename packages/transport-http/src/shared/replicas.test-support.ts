/**
 * Several endpoints that share their sessions, as replicas behind a proxy do, over stores in memory.
 */
import { randomBytes } from 'node:crypto';
import type { Fault } from '@sigil/core/engine';
import { openMemoryLeases, openMemoryPost, openMemorySessionStore, releaseProcess } from '@sigil/core/stores';
import { onTestFinished } from 'vitest';
import { systemClock } from '../clock.js';
import { openTestServer, type TestOptions, type TestServer } from '../http.test-support.js';
import { defaultEndpointLimits } from '../limits.js';
import { MemoryEventStore } from '../sessions/memory-event-store.js';
import { shareSessions } from './endpoint-sharing.js';
import { SharedSessions, type SessionSharing } from './shared-sessions.js';

export interface Replica extends TestServer {
  readonly sharing: SharedSessions;
  /** Stops all messages to the others, as if the process had been killed. */
  fallSilent(): void;
  /** Simulates a pause: changes of sessions do not arrive, and once it is over, arrive later than the next request. */
  pause(): void;
  wake(): void;
}

export interface Replicas {
  readonly all: readonly Replica[];
  readonly faults: readonly Fault[];
  readonly store: Omit<SessionSharing, 'mailbox'>;
  /** Simulates a long outage of the store: notices were lost, and all leases expired. */
  loseTouch(): Promise<void>;
  /** Makes sessions impossible to find or open from now on, as if the store were unreachable. */
  loseStore(): void;
}

/** @param optionsOf the options of each replica, by its number */
export async function openReplicas(
  count: number,
  optionsOf: (at: number) => TestOptions = () => ({}),
): Promise<Replicas> {
  const post = openMemoryPost();
  const events = new MemoryEventStore(defaultEndpointLimits, systemClock);
  onTestFinished(() => events.close());
  let isAway = false;
  const sessions = openMemorySessionStore();
  const gapListeners: (() => void)[] = [];
  const unlessAway = <Result>(act: () => Promise<Result>): Promise<Result> =>
    isAway ? Promise.reject(new Error('away')) : act();
  const store: Omit<SessionSharing, 'mailbox'> = {
    sessions: {
      open: (...session) => unlessAway(() => sessions.open(...session)),
      find: (session) => unlessAway(() => sessions.find(session)),
      touch: (session) => sessions.touch(session),
      keepWish: (...wish) => sessions.keepWish(...wish),
      listen: (...listening) => sessions.listen(...listening),
      endListening: (...listening) => sessions.endListening(...listening),
      hold: (...message) => sessions.hold(...message),
      end: (session) => sessions.end(session),
      onChange: (listener) => sessions.onChange(listener),
    },
    events,
    notices: { ...post.notices, onGap: (listener) => (gapListeners.push(listener), () => undefined) },
    leases: openMemoryLeases(),
  };
  const keys = [randomBytes(32)];
  const faults: Fault[] = [];
  const all: Replica[] = [];
  const loseTouch = async (): Promise<void> => {
    for (const { sharing } of all) await releaseProcess(store.leases, sharing.process);
    for (const listener of gapListeners) listener();
  };
  for (let at = 0; at < count; at++) {
    const mailbox = post.openMailbox();
    let isSilent = false;
    const leases: SessionSharing['leases'] = {
      ...store.leases,
      hold: async (...lease) => !isSilent && store.leases.hold(...lease),
    };
    let [isPaused, sleptMs] = [false, 0];
    const onChange: SessionSharing['sessions']['onChange'] = (listener) =>
      store.sessions.onChange((...change) => {
        if (!isPaused) listener(...change);
      });
    // Inherits, so that tests may replace functions of the store.
    const ownSessions = Object.create(store.sessions, { onChange: { value: onChange } }) as typeof store.sessions;
    const sharing = new SharedSessions({
      store: { ...store, sessions: ownSessions, leases, mailbox },
      wallClock: () => Date.now() + sleptMs,
      keys,
      processLeaseMs: 300,
      onFault: (fault) => void faults.push(fault),
    });
    onTestFinished(() => sharing.close());
    const server = await openTestServer({
      sharing: shareSessions(sharing, 'test'),
      onFault: (fault) => void faults.push(fault),
      ...optionsOf(at),
    });
    const fallSilent = (): void => {
      isSilent = true;
      mailbox.close();
    };
    const pause = (): void => void (isPaused = true);
    const wake = (): void => void (sleptMs += 20_000);
    all.push({ ...server, sharing, fallSilent, pause, wake });
  }
  return { all, faults, store, loseStore: () => void (isAway = true), loseTouch };
}
