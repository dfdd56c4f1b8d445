/**
 * One open `subscriptions/listen`: the only part of its request that is kept while its peer listens.
 *
 * The acknowledgement comes first and names what is honoured; every message carries the subscription's id.
 * Spec: 2026-07-28 basic/patterns/subscriptions
 */
import { describeFull } from '../callers/describe-full.js';
import type { ComponentKind } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import { writeNotification, writeResponse, type RequestId } from '../json-rpc/messages.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { ListChange } from '../operations/list-changed.js';
import type { SubscriptionRequest } from '../operations/subscription-request.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';
import { ResourceSubscriptions } from './resource-subscriptions.js';
import type { OpenSubscription, OpenSubscriptions } from './open-subscriptions.js';
import type { Outgoing, Outlet } from '../calls/outlet.js';
import { writeResult } from './write-result.js';
import type { Budget } from '../callers/clients.js';

/** The call that becomes the subscription. */
interface ListeningCall {
  readonly requestId: RequestId;
  readonly revision: Revision;
  readonly outlet: Outlet;
  readonly principal: Principal;
}

const retryAfterMs = 60_000;

/** Optional state is created on first use: many subscriptions are open at once, and for days. */
export class Subscription implements OpenSubscription {
  /** Resolves when nothing more will be sent. */
  readonly done: Promise<void>;
  readonly #id: RequestId;
  readonly #revision: Revision;
  readonly #outlet: Outlet;
  readonly #principal: Principal;
  readonly #open: OpenSubscriptions;
  #lists: readonly ListChange[] = [];
  #resources: ResourceSubscriptions | undefined = undefined;
  /** Messages queued until the acknowledgement is sent. */
  #waiting: string[] | undefined = undefined;
  #stopTasks: (() => void) | undefined = undefined;
  /** The budget that counts the subscription as one of its client's streams. */
  #countedIn: Budget | undefined = undefined;
  #isEnded = false;
  #settle: () => void = () => undefined;

  /** @param open the set that holds the subscription until it has ended */
  constructor({ requestId, revision, outlet, principal }: ListeningCall, open: OpenSubscriptions) {
    this.done = new Promise((resolve) => (this.#settle = resolve));
    this.#id = requestId;
    this.#revision = revision;
    this.#outlet = outlet;
    this.#principal = principal;
    this.#open = open;
  }

  /**
   * Acknowledges and starts reporting changes, unless it has already ended.
   *
   * @throws McpError `rate-exceeded` when the client has too many
   */
  begin({ wanted, honoured }: SubscriptionRequest): void {
    if (this.#isEnded) return;
    this.#count();
    this.#lists = wanted.lists;
    // No change in between is lost: it is sent after the acknowledgement, however long that takes.
    this.#acknowledge(honoured);
    this.#open.add(this);
    this.#awaitResources(wanted.uris);
    this.#stopTasks = wanted.tasks?.follow((task) =>
      this.#notify('notifications/tasks', { ...task, _meta: this.#meta }),
    );
  }

  notifyChanged(changed: ReadonlySet<ComponentKind>): void {
    this.#resources?.catalogChanged();
    for (const { kind, method } of this.#lists) if (changed.has(kind)) this.#notify(method, { _meta: this.#meta });
  }

  notifyUpdated(uri: string): void {
    const spelled = this.#resources?.heardAs(uri);
    if (spelled !== undefined) this.#notify('notifications/resources/updated', { _meta: this.#meta, uri: spelled });
  }

  /** The peer left: it gets no answer. */
  cancel(): void {
    if (this.#end()) this.#settle();
  }

  /** The server is closing. */
  close(): void {
    if (!this.#end()) return;
    const result = writeResult({ members: '', meta: this.#meta }, this.#revision, this.#open.server);
    void this.#closeWith({ kind: 'response', json: writeResponse(this.#id, result) });
  }

  async #closeWith(result: Outgoing): Promise<void> {
    await this.#outlet.send(result);
    this.#settle();
  }

  #count(): void {
    const streams = this.#outlet.connection?.client.listenStreams;
    const full = streams?.take(1);
    if (full) throw new McpError('rate-exceeded', describeFull(full), { retryAfterMs });
    this.#countedIn = streams;
  }

  get #meta(): JsonObject {
    return { [metaKeys.subscriptionId]: this.#id };
  }

  #acknowledge(notifications: JsonObject): void {
    const params = { _meta: this.#meta, notifications };
    const sent = this.#send(writeNotification('notifications/subscriptions/acknowledged', params));
    if (!sent) return;
    this.#waiting = [];
    void sent.then(() => this.#sendWaiting());
  }

  #sendWaiting(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const json of waiting) void this.#send(json);
  }

  #notify(method: string, params: JsonObject): void {
    const json = writeNotification(method, params);
    if (this.#waiting) this.#waiting.push(json);
    else void this.#send(json);
  }

  #send(json: string): Promise<void> | undefined {
    return this.#isEnded ? undefined : this.#outlet.send({ kind: 'notification', json });
  }

  #awaitResources(uris: ReadonlySet<string> | undefined): void {
    if (!uris || uris.size === 0) return;
    this.#resources = new ResourceSubscriptions(this.#open.server.source, this.#principal);
    this.#resources.set(uris);
  }

  /** Stops all notifications. @returns false if it had already ended */
  #end(): boolean {
    if (this.#isEnded) return false;
    this.#isEnded = true;
    this.#open.delete(this);
    this.#countedIn?.give(1);
    this.#resources?.clear();
    this.#stopTasks?.();
    return true;
  }
}
