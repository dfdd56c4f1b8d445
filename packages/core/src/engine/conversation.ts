/**
 * A conversation over one pipe (stdio, WebSocket): messages of both eras, each handled by its own era's rules.
 *
 * Spec: 2026-07-28 basic/transports/stdio, basic/versioning
 */
import { McpError } from '../errors/mcp-error.js';
import { findRequestIds, type UnreadText } from '../json-rpc/find-request-ids.js';
import { writeNotification, type PeerMessage, type PeerRequest, type RequestId } from '../json-rpc/messages.js';
import type { Principal } from '../model/principal.js';
import { latestLegacyRevision } from '../revisions/choose-revision.js';
import type { Engine, Exchange, Session } from './engine.js';
import { writeError, withNullId } from './write-error.js';
import { sendEach } from './send-each.js';
import type { ModernIncoming, RefusedIncoming } from './incoming-message.js';
import type { Outgoing, Outlet } from '../calls/outlet.js';

/** Our side of all traffic over one pipe. */
export interface Conversation {
  /**
   * @returns settles when nothing more will be sent for this text; rejects only for an internal fault
   */
  receive(text: string): Promise<void>;
  /**
   * Reports to the peer that its input could not be read as text, and why. Answers each request id found in the part that was kept;
   * without one, answers without an id, or with the id `null`, as the peer's revision demands.
   */
  refuse(why: string, unread?: UnreadText): Promise<void>;
  /** Aborts running work. May be called again. @param why the answer to running calls; omit it where the peer has left */
  close(why?: string): void;
}

/** The options of a conversation. */
export interface ConversationOptions {
  /** The caller at the other end; omit it where callers are not authenticated. */
  readonly principal?: Principal | undefined;
  /**
   * Whether a session serves only `ping` and `logging/setLevel` between `initialize` and `notifications/initialized`. Default: it
   * serves every request, since clients of several products send their first request without that notification.
   */
  readonly strictLifecycle?: boolean | undefined;
}

/** Begins a conversation. The code that opens it must close it when the pipe is gone. */
export function openConversation(engine: Engine, outlet: Outlet, options: ConversationOptions = {}): Conversation {
  return new PipeConversation(engine, outlet, options);
}

const nothingKept: UnreadText = { beginning: '' };

class PipeConversation implements Conversation {
  readonly #session: Session;
  readonly #exchanges = new Map<RequestId, Exchange>();

  readonly #outlet: Outlet;
  readonly #principal: Principal | undefined;

  constructor(
    private readonly engine: Engine,
    outlet: Outlet,
    { principal, strictLifecycle = false }: ConversationOptions,
  ) {
    this.#principal = principal;
    // A pipe has no statuses, so only the error shows the peer that its message was not understood.
    const getsNull = (message: Outgoing): boolean =>
      message.lacksId === true && this.#session.revision?.errorWithoutId === 'null-id';
    this.#outlet = {
      connection: outlet.connection,
      needsErrors: true,
      send: (message) => outlet.send(getsNull(message) ? withNullId(message) : message),
    };
    this.#session = engine.openSession(this.#outlet, undefined, principal);
    if (strictLifecycle) this.#session.requireConfirmation();
  }

  async receive(text: string): Promise<void> {
    const incoming = this.engine.read(text);
    if (incoming.kind === 'refused') await this.#refuse(incoming);
    else if (incoming.kind === 'modern') await this.#serve(incoming);
    else if (incoming.kind === 'legacy' && this.#cancelExchange(incoming.message)) return;
    else await this.#session.receive(incoming, this.#outlet);
  }

  async refuse(why: string, unread: UnreadText = nothingKept): Promise<void> {
    const revision = this.#session.revision ?? latestLegacyRevision;
    const error = new McpError('parse-error', why);
    const ids = findRequestIds(unread);
    for (const id of ids.length > 0 ? ids : [undefined]) await this.#outlet.send(writeError(id, error, revision));
  }

  close(why?: string): void {
    this.#session.close(why);
    for (const exchange of this.#exchanges.values()) exchange.cancel(why);
    this.#exchanges.clear();
  }

  async #refuse({ response, others, wantsNoAnswer }: RefusedIncoming): Promise<void> {
    if (!wantsNoAnswer) await sendEach(this.#outlet, [response, ...others]);
  }

  async #serve(incoming: ModernIncoming): Promise<void> {
    const { message } = incoming;
    if (message.kind !== 'request') {
      if (!this.#cancelExchange(message)) this.engine.serve(incoming, this.#outlet, this.#principal);
      return;
    }
    const { id } = message;
    if (this.#exchanges.has(id)) {
      const inFlight = new McpError('invalid-request', 'a request with this id is still in flight');
      await this.#outlet.send(writeError(id, inFlight, incoming.revision));
      return;
    }
    const exchange = this.engine.serve(incoming, this.#outletFor(message), this.#principal);
    this.#exchanges.set(id, exchange);
    try {
      await exchange.done;
    } finally {
      this.#exchanges.delete(id);
    }
  }

  /**
   * On a pipe no stream closes. One page of the specification requires a server that ends a subscription to cancel it, another to
   * send the closing result, so both are sent. Spec: 2026-07-28 basic/patterns/cancellation, basic/patterns/subscriptions
   */
  #outletFor({ id, method }: PeerRequest): Outlet {
    if (method !== 'subscriptions/listen') return this.#outlet;
    return {
      connection: this.#outlet.connection,
      send: async (message) => {
        const isClosing = message.kind === 'response' && message.problem === undefined;
        const cancelled = writeNotification('notifications/cancelled', { requestId: id });
        if (isClosing) await this.#outlet.send({ kind: 'notification', json: cancelled });
        await this.#outlet.send(message);
      },
    };
  }

  /** @returns whether the message was a cancellation of a modern request of this pipe */
  #cancelExchange(message: PeerMessage): boolean {
    if (message.kind !== 'notification' || message.method !== 'notifications/cancelled') return false;
    const target = message.params['requestId'];
    const exchange = typeof target === 'string' || typeof target === 'number' ? this.#exchanges.get(target) : undefined;
    exchange?.cancel();
    return exchange !== undefined;
  }
}
