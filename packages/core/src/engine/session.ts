/**
 * Our side of one legacy conversation: the handshake's state machine, what is in flight, and change notices.
 *
 * Spec: 2025-11-25 basic/lifecycle, basic/utilities/cancellation
 */
import { McpError } from '../errors/mcp-error.js';
import type { PeerNotification, PeerRequest, RequestId } from '../json-rpc/read-message.js';
import { writeNotification, writeResponse } from '../json-rpc/write-message.js';
import { CallCancelled, type CallContext } from '../operations/call-context.js';
import { initialize } from '../operations/initialize.js';
import { listChanges } from '../operations/list-changed.js';
import type { ServerFacts } from '../operations/operation.js';
import { latestLegacyRevision, negotiateRevision } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import { receiveBatch } from './receive-batch.js';
import type { Session } from './engine.js';
import { errorOutgoing } from './error-outgoing.js';
import type { BatchIncoming, LegacyIncoming } from './incoming.js';
import type { Outlet } from './outlet.js';
import { runRequest } from './run-request.js';

type State = 'new' | 'negotiated' | 'operating' | 'closed';

/** What a session is given besides its server. */
export interface SessionOptions {
  /** Where messages go that belong to no request. */
  readonly standing: Outlet;
  /** Starts after the handshake, as of that revision. */
  readonly negotiated: string | undefined;
  readonly onClose: () => void;
}

export class LegacySession implements Session {
  #state: State = 'new';
  #revision: Revision | undefined;
  readonly #inFlight = new Map<RequestId, CallContext>();
  readonly #server: ServerFacts;
  readonly #stopListening: () => void;
  readonly #onClose: () => void;

  constructor(server: ServerFacts, { standing, negotiated, onClose }: SessionOptions) {
    this.#server = server;
    this.#onClose = onClose;
    if (negotiated !== undefined) {
      this.#revision = negotiateRevision(negotiated);
      this.#state = 'operating';
    }
    this.#stopListening = server.source.onChange((changed) => {
      if (this.#state !== 'operating') return;
      for (const change of listChanges) {
        if (changed.has(change.kind))
          void standing.send({ kind: 'notification', json: writeNotification(change.method) });
      }
    });
  }

  get revision(): Revision | undefined {
    return this.#revision;
  }

  async receive(incoming: LegacyIncoming | BatchIncoming, outlet: Outlet): Promise<void> {
    if (incoming.kind === 'batch') return receiveBatch(this, incoming, outlet);
    const { message } = incoming;
    if (message.kind === 'request') return this.#handleRequest(message, outlet);
    // Nothing is asked of the peer yet, so a response answers nothing and is let go.
    if (message.kind === 'notification') this.#handleNotification(message);
  }

  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#onClose();
    this.#stopListening();
    for (const context of this.#inFlight.values()) context.abort(new CallCancelled('the session ended'));
    this.#inFlight.clear();
  }

  async #handleRequest(request: PeerRequest, outlet: Outlet): Promise<void> {
    try {
      if (request.method === 'initialize') return await this.#initialize(request, outlet);
      const revision = this.#requireReady(request);
      if (this.#inFlight.has(request.id)) {
        throw new McpError('invalid-request', 'a request with this id is still in flight');
      }
      const { context, done } = runRequest({ request, revision, server: this.#server, outlet });
      this.#inFlight.set(request.id, context);
      await done;
      if (this.#inFlight.get(request.id) === context) this.#inFlight.delete(request.id);
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      await outlet.send(errorOutgoing(request.id, error, this.#revision ?? latestLegacyRevision));
    }
  }

  #requireReady({ method }: PeerRequest): Revision {
    if (this.#state === 'closed') throw new McpError('invalid-request', 'this session has ended');
    if (this.#revision) return this.#revision;
    if (method === 'ping') return latestLegacyRevision;
    throw new McpError('invalid-request', `"${method.slice(0, 128)}" came before "initialize"`);
  }

  async #initialize(request: PeerRequest, outlet: Outlet): Promise<void> {
    if (this.#state !== 'new')
      throw new McpError('invalid-request', '"initialize" was already answered in this session');
    const { revision, resultJson } = initialize(request.params, this.#server);
    this.#revision = revision;
    this.#state = 'negotiated';
    await outlet.send({ kind: 'response', json: writeResponse(request.id, resultJson) });
  }

  #handleNotification({ method, params }: PeerNotification): void {
    if (method === 'notifications/initialized' && this.#state === 'negotiated') this.#state = 'operating';
    if (method !== 'notifications/cancelled') return;
    const target = params['requestId'];
    // Unknown, finished and malformed targets are ignored: a cancel may always come too late.
    if (typeof target !== 'string' && typeof target !== 'number') return;
    this.#inFlight.get(target)?.abort(new CallCancelled('the peer cancelled the request'));
  }
}
