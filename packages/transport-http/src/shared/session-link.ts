/**
 * The part of one session that processes share: how long it goes on, where its client listens, what is held for it.
 *
 * While the store is away the session goes on here with what is known; faults are reported, callers see none.
 */
import type { EventPosition, StreamOrigin } from '@sigil/core/stores';
import type { BegunSession, Outgoing, RequestId, SharedSession } from '@sigil/core/engine';
import { followStream, type FollowedStream, type StreamReader } from './follow-stream.js';
import type { SharedSessions } from './shared-sessions.js';

/** A part of the idle time, after which a session that is used is renewed. */
const renewalsPerIdleTime = 10;

/** A session of several processes as it begins on one of them. */
export interface SharedBeginning {
  readonly link: SessionLink;
  /** As it began elsewhere; absent where it begins here. */
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

  /** @param begun as the session began elsewhere; absent where it begins here */
  constructor(
    readonly name: string,
    readonly shared: SharedSessions,
    private readonly limits: LinkLimits,
  ) {
    this.#renewedAt = shared.clock.now();
  }

  /** As the engine knows it. */
  asShared(begun?: BegunSession): SharedSession {
    return {
      name: this.name,
      process: this.shared.process,
      ...(begun ? { begun } : {}),
      keepWish: async (wish) => {
        await this.#try('keeping what a session wishes', () => this.shared.store.sessions.keepWish(this.name, wish));
      },
    };
  }

  originOf(requests: readonly RequestId[]): StreamOrigin {
    return { sender: this.shared.process, requests };
  }

  /** It is used. @param onEnded called when it has ended elsewhere */
  renew(now: number, onEnded: () => void): void {
    if (now - this.#renewedAt < this.limits.sessionIdleMs / renewalsPerIdleTime) return;
    this.#renewedAt = now;
    void this.#try('renewing a session', async () => {
      if (!(await this.shared.store.sessions.touch(this.name))) onEnded();
    });
  }

  /** Sends a message to the client where it listens, or holds it until it does. */
  async pass({ kind, json, isEverywhere = false }: Outgoing): Promise<void> {
    // The answer to a request would not find back to what waits for it.
    if (kind !== 'notification') return;
    await this.#try('passing a message on', async () => {
      const { store, process } = this.shared;
      const most = this.limits.maxHeldMessages;
      const listener = await store.sessions.hold(this.name, json, { most, unless: process });
      if (listener === undefined || isEverywhere) return;
      const isTaken = await this.shared.write(listener, this.name, { kind: 'standing', json });
      if (!isTaken) await store.sessions.hold(this.name, json, { most, unless: listener });
    });
  }

  /** The client listens here. @param send takes what was held for it */
  async listen(send: (json: string) => void): Promise<void> {
    this.#isListening = true;
    await this.#try('telling where a client listens', async () => {
      const { held, before } = await this.shared.store.sessions.listen(this.name, this.shared.process);
      for (const json of held) send(json);
      if (before !== undefined) await this.shared.write(before, this.name, { kind: 'yield' });
    });
  }

  /** The client no longer listens here. */
  endListening(): void {
    if (!this.#isListening) return;
    this.#isListening = false;
    void this.#try('telling where a client listens', () =>
      this.shared.store.sessions.endListening(this.name, this.shared.process),
    );
  }

  /** See `followStream`. */
  follow(place: EventPosition, reader: StreamReader): Promise<FollowedStream> {
    return followStream(place, { session: this.name, shared: this.shared, reader });
  }

  async #try(during: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.shared.report(during, error);
    }
  }
}
