/**
 * The shared part of one session: its lifetime, the process where its client listens, and the queued messages.
 *
 * While the store is unreachable the session continues here with the known state; writes are repeated until the store takes them.
 */
import type { EventPosition, SessionWish } from '@sigil/core/stores';
import type { BegunSession, Outgoing } from '@sigil/core/engine';
import type { SharedSession } from '@sigil/core/internal';
import { followStream, type FollowedStream, type StreamReader } from './follow-stream.js';
import type { SharedSessions } from './shared-sessions.js';

/** An active session is renewed after this fraction of the idle time. */
const renewalsPerIdleTime = 10;

/** A session of several processes as one of them begins to serve it. */
export interface SharedBeginning {
  readonly link: SessionLink;
  /** The terms on which it began elsewhere; absent where it begins here. */
  readonly begun?: BegunSession;
}

/** See `EndpointLimits`. */
export interface LinkLimits {
  readonly sessionIdleMs: number;
  readonly sessionLifetimeMs: number;
  readonly maxHeldMessages: number;
}

export class SessionLink {
  #renewedAt: number;
  #isListening = false;

  constructor(
    readonly name: string,
    readonly shared: SharedSessions,
    private readonly limits: LinkLimits,
  ) {
    this.#renewedAt = shared.clock.now();
  }

  /** Returns the session in the engine's terms. @param begun the terms on which it began elsewhere; absent where it begins here */
  asShared(begun?: BegunSession): SharedSession {
    return {
      name: this.name,
      process: this.shared.process,
      ...(begun ? { begun } : {}),
      keepWish: async (wish) => {
        const write = (): Promise<unknown> => this.shared.store.sessions.keepWish(this.name, wish);
        await this.shared.writes.write(`wish ${this.name} ${subjectOf(wish)}`, 'keeping what a session wishes', write);
      },
    };
  }

  /** See `SharedSessions.needsCheck`. */
  get needsCheck(): boolean {
    return this.shared.needsCheck(this.name);
  }

  /** Marks the session as used. @param onEnded called when it has ended elsewhere */
  renew(now: number, onEnded: () => void): void {
    if (now - this.#renewedAt < this.limits.sessionIdleMs / renewalsPerIdleTime) return;
    this.#renewedAt = now;
    const renewed = this.shared.store.sessions.touch(this.name);
    // A refused renewal is followed by the next one, long before the session would expire.
    renewed.then(
      (isThere) => isThere || onEnded(),
      (error: unknown) => this.shared.report('renewing a session', error),
    );
  }

  /** Sends a message to the client where it listens, or queues it until the client does. */
  async pass({ kind, json, isEverywhere = false }: Outgoing): Promise<void> {
    // The answer to a request would not reach the code that waits for it.
    if (kind !== 'notification') return;
    await this.shared.writes.write(`pass ${this.name} ${json}`, 'passing a message on', async () => {
      const { store, process } = this.shared;
      const most = this.limits.maxHeldMessages;
      const listener = await store.sessions.hold(this.name, json, { most, unless: process });
      if (listener === undefined || isEverywhere) return;
      const isTaken = await this.shared.write(listener, this.name, { kind: 'standing', json });
      if (!isTaken) await store.sessions.hold(this.name, json, { most, unless: listener });
    });
  }

  /** Records that the client listens here. @param send receives the queued messages */
  async listen(send: (json: string) => void): Promise<void> {
    this.#isListening = true;
    await this.shared.writes.write(`listen ${this.name}`, 'telling where a client listens', async () => {
      const { held, before } = await this.shared.store.sessions.listen(this.name, this.shared.process);
      for (const json of held) send(json);
      if (before !== undefined) await this.shared.write(before, this.name, { kind: 'yield' });
    });
  }

  /** Records that the client no longer listens here. */
  endListening(): void {
    if (!this.#isListening) return;
    this.#isListening = false;
    void this.shared.writes.write(`listen ${this.name}`, 'telling where a client listens', () =>
      this.shared.store.sessions.endListening(this.name, this.shared.process),
    );
  }

  /** See `followStream`. */
  follow(place: EventPosition, reader: StreamReader): Promise<FollowedStream> {
    return followStream(place, { session: this.name, shared: this.shared, reader });
  }
}

/** Wishes with the same subject replace each other. */
function subjectOf(wish: SessionWish): string {
  if ('logLevel' in wish) return 'level';
  return 'subscribe' in wish ? wish.subscribe : wish.unsubscribe;
}
