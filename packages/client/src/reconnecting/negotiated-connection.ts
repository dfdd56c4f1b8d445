/**
 * A connection to a server and the client of its era, in the newest form that the server knows.
 *
 * Spec: 2026-07-28 basic/versioning, 2025-11-25 basic/transports#backwards-compatibility
 */
import type { Connection, ConnectionEvents } from '../transports/connection.js';
import type { OpeningLimiter } from '../retry/opening-limiter.js';
import { ConnectionError } from '../errors/connection-error.js';
import { UnsolicitedMessages } from '../era/unsolicited-messages.js';
import type { EraClient } from '../era/era-client.js';
import { openEraClient, type WantedProtocol } from '../era/open-era-client.js';
import type { RequestIds } from '../era/request-text.js';
import type { ReconnectingOptions } from './reconnecting-options.js';

/** The dependencies of a negotiated connection. */
export interface NegotiationParts {
  readonly options: ReconnectingOptions;
  readonly ids: RequestIds;
  readonly openings: OpeningLimiter;
  /** Names the connection at the limiter. */
  readonly openingKey: string;
  onOpened(conversation: EraClient): void;
  /** Called when the connection ends by itself after it was opened. */
  onEnded(opened: NegotiatedConnection, error: Error): void;
}

/** How to connect, and the era to speak. */
export interface Form {
  connect(events: ConnectionEvents): Connection;
  readonly protocol: WantedProtocol;
}

export class NegotiatedConnection {
  connection!: Connection;
  /** True if the era was detected rather than configured. */
  isFoundOut = false;
  /** True if the server ended the connection at the request that finds out its era. */
  endsAtDiscovery = false;
  /** The conversation once it is open, which saves each call from awaiting a promise. */
  ready: EraClient | undefined = undefined;
  readonly conversation: Promise<EraClient>;
  #isGivenUp = false;

  /** @throws ConnectionError when the configuration rules the connection out */
  constructor(
    private readonly parts: NegotiationParts,
    form: Form,
  ) {
    this.conversation = this.#orOlder(this.#openIn(form));
    this.conversation.catch(() => undefined); // callers of `connect` get the error
  }

  /** Closes the connection, once an opening conversation has ended. */
  async close(): Promise<void> {
    this.#isGivenUp = true;
    // Closes the connection under an opening conversation: a silent server would delay this until its timeout.
    if (await isPending(this.conversation)) await this.connection.close();
    await this.conversation.then(
      (conversation) => conversation.close(),
      () => undefined,
    );
    await this.connection.close();
  }

  async #orOlder(first: Promise<EraClient>): Promise<EraClient> {
    try {
      return await first;
    } catch (error) {
      const older = this.#olderForm(error);
      if (!older || this.#isGivenUp) throw error;
      const { connection } = this;
      this.parts.openings.count(this.parts.openingKey);
      const opening = this.#openIn(older);
      await connection.close();
      return opening;
    }
  }

  /** @returns `undefined` when the error does not show that the server is older */
  #olderForm(error: unknown): Form | undefined {
    const { connect, connectOld } = this.parts.options;
    if (connectOld && isUnknownTransport(error)) return { connect: connectOld, protocol: 'legacy' };
    if (!this.isFoundOut || this.connection.isHttp || !isEnd(error)) return undefined;
    this.endsAtDiscovery = true;
    return { connect, protocol: 'legacy' };
  }

  #openIn({ connect, protocol }: Form): Promise<EraClient> {
    const { options, ids, openings, openingKey, onOpened, onEnded } = this.parts;
    const current = new UnsolicitedMessages(options.events);
    let isOpening = true;
    let end: Error | undefined;
    const connection = connect({
      onMessage: (message) => current.receive(message),
      onEnd: (error) => {
        current.ended();
        end = error;
        // While the conversation opens, callers of `connect` get the error.
        if (!isOpening) onEnded(this, error);
      },
      onLog: (line) => options.events.onLog(line),
    });
    current.connection = connection;
    this.connection = connection;
    this.isFoundOut = protocol === 'auto';
    const onReceiving = (opened: EraClient): void => current.opened(opened);
    const parts = { ...options, protocol, connection, ids, openings, openingKey, onReceiving };
    const opening = openEraClient(parts, options.events).then((opened) => {
      isOpening = false;
      current.opened(opened);
      if (end) throw end;
      onOpened(opened);
      return opened;
    });
    opening.catch(() => undefined); // whoever waits for the conversation gets the error
    return opening;
  }
}

/** Returns whether the endpoint accepts no POSTs, as in the oldest transport. Spec: 2025-11-25 basic/transports#backwards-compatibility */
function isUnknownTransport(error: unknown): boolean {
  return error instanceof ConnectionError && [400, 404, 405].includes(error.status ?? 0);
}

/** Returns whether the connection ended: some programs end at a request that comes before the handshake. */
function isEnd(error: unknown): boolean {
  return error instanceof ConnectionError && error.failure === 'broken';
}

async function isPending(work: Promise<unknown>): Promise<boolean> {
  const settled = work.then(
    () => false,
    () => false,
  );
  return Promise.race([settled, new Promise<boolean>((resolve) => setTimeout(resolve, 0, true))]);
}
