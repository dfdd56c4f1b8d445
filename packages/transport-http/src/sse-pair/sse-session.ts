/**
 * One session whose messages all go over one event stream.
 */
import type {
  BatchIncoming,
  ClientConnection,
  Engine,
  LegacyIncoming,
  Principal,
  Outgoing,
  Outlet,
  Revision,
  Session,
} from '@sigil/core/engine';
import type { EventStream } from '../answers/event-stream.js';
import { messageEvent } from '../answers/sse-event.js';

const done = Promise.resolve();

/** The caller that opened the stream. */
export interface SseOpener {
  readonly from: ClientConnection;
  readonly owner: Principal | undefined;
}

/** A session that lasts until it is ended, or its connection closes. */
export class SseSession implements Outlet {
  readonly connection: ClientConnection;
  /** The caller that opened the stream, the only one that may post to it. */
  readonly owner: Principal | undefined;
  readonly #session: Session;

  constructor(
    engine: Engine,
    private readonly stream: EventStream,
    { from, owner }: SseOpener,
  ) {
    this.connection = from;
    this.owner = owner;
    this.#session = engine.openSession(this, undefined, owner);
  }

  /** Undefined until the handshake has negotiated one. */
  get revision(): Revision | undefined {
    return this.#session.revision;
  }

  send(message: Outgoing): Promise<void> {
    // A stream has no statuses, so an error that the revision's schema cannot express is not sent.
    if (message.lacksId && this.#session.revision?.errorWithoutId === 'withheld') return done;
    return this.stream.send(messageEvent(message.json));
  }

  /**
   * @param principal the caller that posted it, whose scopes may have changed since the stream was opened
   * @returns resolves when nothing more will be sent for this message
   */
  async receive(incoming: LegacyIncoming | BatchIncoming, principal: Principal | undefined): Promise<void> {
    await this.#session.receive(incoming, this, principal);
  }

  /** May be called again. */
  end(): void {
    this.#session.close('the session has ended');
    this.stream.end();
  }
}
