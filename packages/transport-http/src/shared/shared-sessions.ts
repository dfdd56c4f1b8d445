/**
 * The sessions that this process serves together with others: receives changes made elsewhere, and holds this process's lease.
 *
 * A process has one for all endpoints. Knows nothing of HTTP.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { Fault } from '@sigil/core/engine';
import type { PeerNotification, PeerResponse } from '@sigil/core/internal';
import {
  holdProcess,
  isProcessThere,
  releaseProcess,
  WriteRetries,
  withWish,
  type SessionChange,
  type SessionWish,
  type SessionWishes,
  type SharedStore,
} from '@sigil/core/stores';
import { systemClock, type Clock, type Stop } from '../clock.js';
import { EventBacklog } from './event-backlog.js';
import { SessionSealer } from './seal-session.js';

/** The parts of a store that sessions need. */
export type SessionSharing = Pick<SharedStore, 'sessions' | 'events' | 'notices' | 'mailbox' | 'leases'>;

/** The options of shared sessions. */
export interface SharedSessionsOptions {
  readonly store: SessionSharing;
  /** Keys of 32 bytes that all processes have: the first one seals session ids, all of them open them. */
  readonly keys: readonly Uint8Array[];
  /** The time after which a process that does not renew its lease counts as gone; default: 5 s. */
  readonly processLeaseMs?: number;
  readonly clock?: Clock;
  /** Milliseconds since 1970, which go on while the machine sleeps. Default: the system's. */
  readonly wallClock?: () => number;
  readonly onFault?: (fault: Fault) => void;
}

/** A session that this process partly serves. */
export interface LocalSession {
  /** Called when it has ended in another process. */
  endHere(): void;
  applyWish(wish: SessionWish): void;
  setWishes(wishes: SessionWishes): void;
  /** Receives a message that the client sent to another process. */
  receiveElsewhere(message: PeerNotification | PeerResponse): void;
  /** Sends a message to the client, which listens here. */
  sendStanding(json: string): void;
  /** Called when the client has started to listen in another process. */
  yieldListening(): void;
  /** Stops a stream that the client resumed in another process: nothing more is sent to it. @returns whether it was here */
  endStream(stream: string): boolean;
}

/** A message between processes about a session. */
export type SessionLetter =
  | { readonly kind: 'message'; readonly message: PeerResponse; readonly from: string; readonly receipt: number }
  | { readonly kind: 'receipt'; readonly receipt: number }
  | { readonly kind: 'standing'; readonly json: string }
  | { readonly kind: 'yield' }
  | { readonly kind: 'end-stream'; readonly stream: string };

/** A pending lookup of a session in the store. */
interface Lookup {
  readonly name: string;
  /** The changes received since the lookup began. */
  readonly changes: SessionChange[];
}

const defaultProcessLeaseMs = 5_000;
const renewalsPerLease = 3;
/** The time after which an answer to another process counts as lost. */
const receiptMs = 2_000;
const tickMs = 500;
/** A process that did not tick for this long was paused: what it should have heard meanwhile may arrive after a request. */
const pausedMs = 3 * tickMs;
const letters = 'session';
const cancellations = 'sessions:cancelled';

export class SharedSessions {
  readonly store: SessionSharing;
  /** The store's events, and those that wait for it. */
  readonly events: EventBacklog;
  /** Writes that no request waits for. */
  readonly writes: WriteRetries;
  readonly #receipts = new Map<number, () => void>();
  #lastReceipt = 0;
  readonly #sessions = new Map<string, LocalSession>();
  readonly #lookups = new Set<Lookup>();
  readonly #stops: readonly Stop[];
  readonly #clock: Clock;
  readonly #processLeaseMs: number;
  readonly #renew: () => void;
  readonly #gapListeners = new Set<() => void>();
  readonly #wallClock: () => number;
  #tickedAt: number;
  /** The sessions that may have changed while this process was paused. */
  #unchecked = new Set<string>();
  /** Until this time, leases of others may be missing only because the store was unreachable. */
  #untrustedUntil = -Infinity;

  constructor(private readonly options: SharedSessionsOptions) {
    const { store, clock = systemClock, processLeaseMs = defaultProcessLeaseMs, wallClock = Date.now } = options;
    this.#wallClock = wallClock;
    this.#tickedAt = wallClock();
    this.store = store;
    this.#clock = clock;
    this.#processLeaseMs = processLeaseMs;
    const report = (during: string, error: unknown): void => this.report(during, error);
    this.events = new EventBacklog(store.events, { clock, onFault: ({ during, error }) => report(during, error) });
    this.writes = new WriteRetries({ clock, report });
    this.#renew = () => {
      // A refused renewal is followed by the next one.
      const held = holdProcess(store.leases, this.process, processLeaseMs);
      held.catch((error: unknown) => this.report('telling other processes that this one is there', error));
    };
    this.#renew();
    this.#stops = [
      clock.every(Math.ceil(processLeaseMs / renewalsPerLease), this.#renew),
      clock.every(tickMs, () => this.#noticePause()),
      store.mailbox.receive(letters, (letter) => this.#receive(letter)),
      store.notices.follow(cancellations, (notice) => this.#cancel(notice)),
      store.sessions.onChange((name, change) => this.#change(name, change)),
      store.notices.onGap(() => void this.#catchUp()),
    ];
  }

  /** The address of this process. */
  get process(): string {
    return this.store.mailbox.address;
  }

  get clock(): Clock {
    return this.#clock;
  }

  /** @param server its name */
  sealerOf(server: string): SessionSealer {
    return new SessionSealer(this.options.keys, server);
  }

  add(name: string, session: LocalSession): void {
    this.#sessions.set(name, session);
  }

  delete(name: string): void {
    this.#sessions.delete(name);
    this.#unchecked.delete(name);
  }

  /** Returns whether a session must be found in the store before it serves: this process was paused, and has not read it since. */
  needsCheck(name: string): boolean {
    this.#noticePause();
    return this.#unchecked.has(name);
  }

  /** Calls back when changes may have been missed: after a pause, or after the store was away. @returns a function that unsubscribes */
  onGap(listener: () => void): Stop {
    this.#gapListeners.add(listener);
    return () => void this.#gapListeners.delete(listener);
  }

  /**
   * Looks up a session that began elsewhere. A change that arrives during the lookup is newer than its result.
   *
   * @returns `undefined` when it has ended or never existed
   * @throws what the store throws
   */
  async find(name: string): Promise<SessionWishes | undefined> {
    const lookup: Lookup = { name, changes: [] };
    this.#lookups.add(lookup);
    try {
      const kept: SessionWishes | undefined = await this.store.sessions.find(name);
      this.#unchecked.delete(name);
      return kept && lookup.changes.reduce(applyChange, kept);
    } finally {
      this.#lookups.delete(lookup);
    }
  }

  /** Returns whether the process holds its lease, or may have been unable to renew it. */
  async isThere(process: string): Promise<boolean> {
    if (this.wasAway) return true;
    return isProcessThere(this.store.leases, process);
  }

  /** True for a while after an outage, when other processes may not have stored everything yet. */
  get wasAway(): boolean {
    return this.#clock.now() < this.#untrustedUntil;
  }

  /** @returns whether there is such a process @throws what the store throws */
  write(process: string, session: string, letter: SessionLetter): Promise<boolean> {
    return this.store.mailbox.send(process, letters, { session, ...letter } as unknown as JsonObject); // messages are JSON
  }

  /**
   * Delivers the client's answer to the process that asked.
   *
   * @returns false if the process has not confirmed it; true also if the process is gone, since nobody waits for the answer then
   * @throws what the store throws
   */
  async deliverAnswer(process: string, session: string, message: PeerResponse): Promise<boolean> {
    const receipt = ++this.#lastReceipt;
    let stop: Stop = () => undefined;
    const received = new Promise<boolean>((resolve) => {
      this.#receipts.set(receipt, () => resolve(true));
      stop = this.#clock.after(receiptMs, () => resolve(false));
    });
    try {
      const isThere = await this.write(process, session, { kind: 'message', message, from: this.process, receipt });
      return isThere ? await received : !(await this.isThere(process));
    } finally {
      stop();
      this.#receipts.delete(receipt);
    }
  }

  /** Notifies every process that the client cancelled a request. @throws what the store throws */
  cancelElsewhere(session: string, { method, params }: PeerNotification): Promise<void> {
    return this.store.notices.publish(cancellations, { session, method, params, from: this.process });
  }

  report(during: string, error: unknown): void {
    this.options.onFault?.({ during, error });
  }

  /** Releases the lease, so that others need not wait for it to expire. Attempts once more to store what waits. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.events.retry();
    this.events.close();
    await this.writes.repeat();
    this.writes.close();
    await releaseProcess(this.store.leases, this.process).catch(() => {
      // The store is unreachable: the lease expires by itself.
    });
  }

  #receive(letter: JsonValue): void {
    if (!isJsonObject(letter)) return;
    const { session: name, ...rest } = letter;
    const session = this.#sessions.get(String(name));
    const read = rest as unknown as SessionLetter; // only `write` writes it
    if (read.kind === 'receipt') this.#receipts.get(read.receipt)?.();
    else if (read.kind === 'end-stream') {
      if (!session?.endStream(read.stream)) this.#endForgotten(String(name), read.stream);
    } else {
      if (session) deliver(session, read);
      if (read.kind === 'message') this.#confirm(read.from, String(name), read.receipt);
    }
  }

  /** Confirms an answer. If the confirmation is lost, the client sends its answer again, and only the first one counts. */
  #confirm(process: string, session: string, receipt: number): void {
    const written = this.write(process, session, { kind: 'receipt', receipt });
    written.catch((error: unknown) => this.report('confirming an answer', error));
  }

  /** Ends a stream that this process has forgotten. If the store refuses, the process that resumed the stream asks again. */
  #endForgotten(session: string, stream: string): void {
    const ended = this.events.endStream(session, { stream, number: 0 }, []);
    ended.catch((error: unknown) => this.report('ending a stream', error));
  }

  #cancel(notice: JsonValue): void {
    if (!isJsonObject(notice) || notice['from'] === this.process) return;
    const { session, method, params } = notice;
    if (typeof method !== 'string' || !isJsonObject(params)) return;
    this.#sessions.get(String(session))?.receiveElsewhere({ kind: 'notification', method, params });
  }

  #change(name: string, change: SessionChange): void {
    for (const lookup of this.#lookups) if (lookup.name === name) lookup.changes.push(change);
    const session = this.#sessions.get(name);
    if (change.kind === 'ended') session?.endHere();
    else session?.applyWish(change.wish);
  }

  async #readWishes(name: string, session: LocalSession): Promise<void> {
    try {
      const kept = await this.find(name);
      if (kept) session.setWishes(kept);
      else session.endHere();
    } catch (error) {
      this.report('reading what a session wishes', error);
    }
  }

  #noticePause(): void {
    const now = this.#wallClock();
    const isAwake = Math.abs(now - this.#tickedAt) < pausedMs;
    this.#tickedAt = now;
    if (isAwake) return;
    this.#unchecked = new Set(this.#sessions.keys());
    void this.#catchUp();
  }

  /** Notices were lost, or come late: looks up everything they could have contained. */
  async #catchUp(): Promise<void> {
    this.#untrustedUntil = this.#clock.now() + this.#processLeaseMs;
    this.#renew();
    for (const listener of [...this.#gapListeners]) listener();
    await this.events.retry();
    // What clients wished here must be in the store before it is read.
    await this.writes.repeat();
    for (const [name, session] of this.#sessions) await this.#readWishes(name, session);
  }
}

function applyChange(wishes: SessionWishes | undefined, change: SessionChange): SessionWishes | undefined {
  return wishes && change.kind === 'wish' ? withWish(wishes, change.wish) : undefined;
}

function deliver(session: LocalSession, letter: Exclude<SessionLetter, { kind: 'end-stream' | 'receipt' }>): void {
  if (letter.kind === 'message') session.receiveElsewhere(letter.message);
  else if (letter.kind === 'standing') session.sendStanding(letter.json);
  else session.yieldListening();
}
