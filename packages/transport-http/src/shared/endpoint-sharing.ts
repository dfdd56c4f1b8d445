/**
 * Shares the sessions of one endpoint with other processes: seals their ids, finds sessions that began elsewhere, and forwards
 * messages for another process.
 */
import { isJsonObject } from '@sigil/core';
import type { Principal, Session } from '@sigil/core/engine';
import { processOfQuestion, type BatchIncoming, type LegacyIncoming, type PeerMessage } from '@sigil/core/internal';
import type { EventStore } from '@sigil/core/stores';
import { storeAway, type Refusal } from '../requests/refusal.js';
import { digestOfCaller, nameOfSession, type SessionSealer } from './seal-session.js';
import { SessionLink, type LinkLimits, type SharedBeginning } from './session-link.js';
import type { SharedSessions } from './shared-sessions.js';

/** Shares the sessions of an endpoint with these limits. */
export type Sharing = (limits: LinkLimits) => EndpointSharing;

/** @param server the name of the sessions' server: ids of another server's sessions do not open */
export function shareSessions(sessions: SharedSessions, server: string): Sharing {
  return (limits) => new EndpointSharing(sessions, server, limits);
}

/** A session about to begin. */
export interface SealedBeginning {
  readonly id: string;
  readonly sharing: SharedBeginning;
}

const tooLong: Refusal = {
  status: 400,
  message: 'these capabilities are too long for a session that several processes serve',
};

type ForwardedMessage = Exclude<PeerMessage, { kind: 'request' }>;

export class EndpointSharing {
  readonly #sealer: SessionSealer;

  constructor(
    private readonly sessions: SharedSessions,
    server: string,
    private readonly limits: LinkLimits,
  ) {
    this.#sealer = sessions.sealerOf(server);
  }

  get events(): EventStore {
    return this.sessions.events;
  }

  /** Returns a key that separates different callers' claims to one id. */
  keyOf(id: string, principal: Principal | undefined): string {
    return `${digestOfCaller(principal)} ${id}`;
  }

  /** @returns `undefined` for an unreadable handshake, which opens nothing */
  async open(
    { message }: LegacyIncoming,
    principal: Principal | undefined,
  ): Promise<SealedBeginning | Refusal | undefined> {
    const params = message.kind === 'request' ? message.params : {};
    const { protocolVersion: offered, capabilities: clientCapabilities } = params;
    if (typeof offered !== 'string' || !isJsonObject(clientCapabilities)) return undefined;
    const id = this.#sealer.seal({ offered, clientCapabilities, caller: digestOfCaller(principal) });
    if (id === undefined) return tooLong;
    const link = this.#linkOf(id);
    const { sessionIdleMs: idleMs, sessionLifetimeMs: lifetimeMs } = this.limits;
    try {
      await this.sessions.store.sessions.open(link.name, { idleMs, lifetimeMs });
      return { id, sharing: { link } };
    } catch (error) {
      this.sessions.report('opening a session', error);
      return storeAway;
    }
  }

  /** @returns `undefined` when it has ended, never existed, or belongs to another caller or server */
  async find(id: string, principal: Principal | undefined): Promise<SharedBeginning | Refusal | undefined> {
    const facts = this.#sealer.open(id);
    if (!facts || facts.caller !== digestOfCaller(principal)) return undefined;
    const { offered, clientCapabilities } = facts;
    const link = this.#linkOf(id);
    try {
      const wishes = await this.sessions.find(link.name);
      return wishes && { link, begun: { offered, clientCapabilities, wishes } };
    } catch (error) {
      this.sessions.report('finding a session', error);
      return storeAway;
    }
  }

  /** @returns the refusal, if it cannot be ended */
  async end({ name, shared }: SessionLink): Promise<Refusal | undefined> {
    try {
      await shared.store.sessions.end(name);
      return undefined;
    } catch (error) {
      shared.report('ending a session', error);
      return storeAway;
    }
  }

  /**
   * Forwards answers to the process that asked, and cancellations of calls that run elsewhere to every process.
   *
   * @returns the refusal, if one did not arrive; `undefined` at once if there is nothing to forward
   */
  passOn(
    incoming: LegacyIncoming | BatchIncoming,
    session: Pick<Session, 'isServing'>,
    link: SessionLink,
  ): Promise<Refusal | undefined> | undefined {
    const items = incoming.kind === 'legacy' ? [incoming] : incoming.items;
    const forwarded = items.flatMap((item) =>
      item.kind === 'legacy' && isForElsewhere(item.message, session, link) ? [item.message] : [],
    );
    return forwarded.length === 0 ? undefined : this.#forward(forwarded, link);
  }

  async #forward(messages: readonly ForwardedMessage[], { name, shared }: SessionLink): Promise<Refusal | undefined> {
    try {
      for (const message of messages) {
        if (message.kind === 'notification') await shared.cancelElsewhere(name, message);
        else if (!(await shared.deliverAnswer(String(processOfQuestion(message.id)), name, message))) return storeAway;
      }
      return undefined;
    } catch (error) {
      shared.report('passing a message on to another process', error);
      return storeAway;
    }
  }

  #linkOf(id: string): SessionLink {
    return new SessionLink(nameOfSession(id), this.sessions, this.limits);
  }
}

function isForElsewhere(
  message: PeerMessage,
  session: Pick<Session, 'isServing'>,
  { shared }: SessionLink,
): message is ForwardedMessage {
  if (message.kind === 'request') return false;
  if (message.kind === 'notification')
    return message.method === 'notifications/cancelled' && !session.isServing(message.params['requestId']);
  const process = processOfQuestion(message.id);
  return process !== undefined && process !== shared.process;
}
