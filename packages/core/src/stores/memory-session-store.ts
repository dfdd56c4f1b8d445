/**
 * Keeps sessions in this process. Expired sessions are dropped at the next access, so the store needs no timer.
 */
import { systemClock, type Clock, type StopWaiting } from '../model/clock.js';
import {
  withWish,
  type KeptSession,
  type Listening,
  type SessionAges,
  type SessionChange,
  type SessionStore,
  type SessionWish,
  type SessionWishes,
} from './session-store.js';

interface OpenSession {
  readonly ages: SessionAges;
  readonly openedAt: number;
  usedAt: number;
  wishes: SessionWishes;
  listener: string | undefined;
  readonly held: Set<string>;
}

const noWishes: SessionWishes = { resources: [] };

/** @returns a store that any number of servers in this process may share */
export function openMemorySessionStore(clock: Clock = systemClock): SessionStore {
  return new MemorySessionStore(clock);
}

class MemorySessionStore implements SessionStore {
  readonly #sessions = new Map<string, OpenSession>();
  readonly #listeners = new Set<(session: string, change: SessionChange) => void>();

  constructor(private readonly clock: Clock) {}

  async open(id: string, ages: SessionAges): Promise<void> {
    for (const known of this.#sessions.keys()) this.#find(known);
    const now = this.clock.now();
    this.#sessions.set(id, {
      ages,
      openedAt: now,
      usedAt: now,
      wishes: noWishes,
      listener: undefined,
      held: new Set(),
    });
  }

  async find(id: string): Promise<KeptSession | undefined> {
    const session = this.#find(id);
    if (!session) return undefined;
    const { wishes, listener } = session;
    return listener === undefined ? wishes : { ...wishes, listener };
  }

  async touch(id: string): Promise<boolean> {
    const session = this.#find(id);
    if (session) session.usedAt = this.clock.now();
    return session !== undefined;
  }

  async keepWish(id: string, wish: SessionWish): Promise<boolean> {
    const session = this.#find(id);
    if (!session) return false;
    session.wishes = withWish(session.wishes, wish);
    this.#notify(id, { kind: 'wish', wish });
    return true;
  }

  async listen(id: string, process: string): Promise<Listening> {
    const session = this.#find(id);
    if (!session) return { held: [] };
    const { listener } = session;
    session.listener = process;
    const held = [...session.held];
    session.held.clear();
    return listener === undefined || listener === process ? { held } : { held, before: listener };
  }

  async endListening(id: string, process: string): Promise<void> {
    const session = this.#find(id);
    if (session?.listener === process) session.listener = undefined;
  }

  async hold(
    id: string,
    message: string,
    { most, unless }: { most: number; unless?: string },
  ): Promise<string | undefined> {
    const session = this.#find(id);
    if (!session) return undefined;
    if (session.listener !== undefined && session.listener !== unless) return session.listener;
    session.listener = undefined;
    session.held.delete(message);
    session.held.add(message);
    const [oldest] = session.held;
    if (session.held.size > most && oldest !== undefined) session.held.delete(oldest);
    return undefined;
  }

  async end(id: string): Promise<boolean> {
    if (!this.#find(id)) return false;
    this.#sessions.delete(id);
    this.#notify(id, { kind: 'ended' });
    return true;
  }

  onChange(listener: (session: string, change: SessionChange) => void): StopWaiting {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #find(id: string): OpenSession | undefined {
    const session = this.#sessions.get(id);
    if (!session) return undefined;
    const { ages, openedAt, usedAt } = session;
    const now = this.clock.now();
    if (now - usedAt < ages.idleMs && now - openedAt < ages.lifetimeMs) return session;
    this.#sessions.delete(id);
    return undefined;
  }

  #notify(id: string, change: SessionChange): void {
    for (const listener of [...this.#listeners]) listener(id, change);
  }
}
