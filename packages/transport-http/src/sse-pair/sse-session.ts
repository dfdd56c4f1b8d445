/**
 * One session whose messages all go over one event stream.
 */
import type { Engine, Principal, Outgoing, Outlet, Revision, Session } from '@sigil/core/engine';
import {
  assumedHttpRevision,
  withNullId,
  type BatchIncoming,
  type ClientConnection,
  type LegacyIncoming,
  type ModernIncoming,
  type RefusedIncoming,
} from '@sigil/core/internal';
import type { EventStream } from '../answers/event-stream.js';
import { messageEvent } from '../answers/sse-event.js';
import { bodyOf } from '../requests/refusal.js';

const done = Promise.resolve();
const onlyHandshake = 'only protocol versions with a handshake are served here';

/** Takes the answer to a handshake that no client sent. */
const nowhere: Outlet = { send: () => done };

/** A session that lasts until it is ended, or its connection closes. */
export class SseSession implements Outlet {
  /** Only the stream reports an item of a batch that was not understood. */
  readonly needsErrors = true;
  readonly #session: Session;
  readonly #running = new Set<Promise<void>>();

  constructor(
    engine: Engine,
    private readonly stream: EventStream,
    readonly connection: ClientConnection,
    /** The caller that opened the stream, the only one that may post to it. */
    readonly owner: Principal | undefined,
  ) {
    this.#session = engine.openSession(this, undefined, owner);
  }

  /** Undefined until the handshake has negotiated one. */
  get revision(): Revision | undefined {
    return this.#session.revision;
  }

  send(message: Outgoing): Promise<void> {
    const hasNull = message.lacksId === true && this.#session.revision?.errorWithoutId !== 'no-id';
    return this.stream.send(messageEvent(hasNull ? withNullId(message).json : message.json));
  }

  /**
   * @param principal the caller that posted it, whose scopes may have changed since the stream was opened
   * @param stated the revision that the post's headers state
   * @returns resolves when nothing more will be sent for this message
   */
  async receive(
    incoming: LegacyIncoming | BatchIncoming,
    principal: Principal | undefined,
    stated = assumedHttpRevision.date,
  ): Promise<void> {
    if (!this.#session.revision && isLateRequest(incoming)) this.#goOn(stated);
    const running = this.#session.receive(incoming, this, principal);
    this.#running.add(running);
    try {
      await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** A client whose event source opened a broken stream anew sends no handshake, and can no longer be asked. */
  #goOn(protocolVersion: string): void {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'unknown', version: '0' } };
    const handshake = { kind: 'request', id: 0, method: 'initialize', params } as const;
    void this.#session.receive({ kind: 'legacy', message: handshake }, nowhere);
    this.#session.confirm();
  }

  /**
   * Answers a request of the newest era on the stream, as a server without that era does. Clients that ask for the era first then send
   * the handshake; a status such as 400 would end their connection.
   */
  refuseModern({ message }: ModernIncoming): void {
    if (message.kind !== 'request') return;
    const refusal = { status: 202, problem: 'method-not-found', message: onlyHandshake, ids: [message.id] } as const;
    void this.stream.send(messageEvent(bodyOf(refusal)));
  }

  /** Sends the errors of a post that is no message on the stream, which carries every answer of this transport. */
  refuse({ response, others, wantsNoAnswer }: RefusedIncoming): void {
    if (wantsNoAnswer) return;
    for (const error of [response, ...others]) void this.send(error);
  }

  /** Ends the stream once running calls are answered with the end of the session. May be called again. */
  async end(): Promise<void> {
    this.#session.close('the session has ended');
    await Promise.allSettled(this.#running);
    this.stream.end();
  }
}

function isLateRequest(incoming: LegacyIncoming | BatchIncoming): boolean {
  if (incoming.kind === 'batch' || incoming.message.kind !== 'request') return false;
  return incoming.message.method !== 'initialize' && incoming.message.method !== 'ping';
}
