/**
 * The preferences of a legacy client for the lifetime of its session: the log level, and resources to watch for updates.
 *
 * Spec: 2025-11-25 server/utilities/logging, server/resources#subscriptions
 */
import { callerCatalog } from '../calls/caller-catalog.js';
import { McpError } from '../errors/mcp-error.js';
import type { Principal } from '../model/principal.js';
import type { PeerRequest } from '../json-rpc/messages.js';
import type { LogLevel } from '../model/asking.js';
import { readLevel } from '../operations/logging-set-level.js';
import type { SessionWish, SessionWishes } from '../stores/session-store.js';
import type { CatalogSource } from '../catalog/catalog.js';
import type { OperationServer } from '../tasks/operation-call.js';
import { readSubscription, readUri } from '../operations/resources-subscribe.js';
import { ResourceSubscriptions } from './resource-subscriptions.js';

const methods: ReadonlySet<string> = new Set(['logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']);

/** Applies until the client sets a level. */
export const defaultLogThreshold: LogLevel = 'info';

export class SessionPreferences {
  readonly resources: ResourceSubscriptions;
  #logThreshold: LogLevel | undefined;

  constructor(source: CatalogSource, principal: Principal) {
    this.resources = new ResourceSubscriptions(source, principal);
  }

  get logThreshold(): LogLevel {
    return this.#logThreshold ?? defaultLogThreshold;
  }

  /** Replaces all preferences. */
  set({ logLevel, resources }: SessionWishes): void {
    this.#logThreshold = logLevel;
    this.resources.set(resources);
  }

  /** Returns whether the request changes a preference. */
  static handles({ method }: PeerRequest): boolean {
    return methods.has(method);
  }

  /** @throws McpError for a preference that cannot be granted */
  read({ method, params }: PeerRequest, server: OperationServer, principal: Principal): SessionWish {
    if (method === 'logging/setLevel') return { logLevel: readLevel(params) };
    if (method === 'resources/unsubscribe') return { unsubscribe: this.#asFirstWritten(readUri(params)) };
    const uri = readSubscription(params, callerCatalog(server.source.current(), principal), principal);
    this.#checkRoomFor(uri, server);
    // It may have got more scopes since the session began.
    this.resources.setPrincipal(principal);
    return { subscribe: this.#asFirstWritten(uri) };
  }

  apply(wish: SessionWish): void {
    if ('logLevel' in wish) this.#logThreshold = wish.logLevel;
    else if ('subscribe' in wish) this.resources.add(wish.subscribe);
    else this.resources.delete(wish.unsubscribe);
  }

  /** Stores compare wishes as texts, so a second spelling of a URI must not become a second wish. */
  #asFirstWritten(uri: string): string {
    return this.resources.spellingOf(uri) ?? uri;
  }

  #checkRoomFor(uri: string, { limits }: OperationServer): void {
    if (this.resources.spellingOf(uri) !== undefined) return;
    const refuse = (limit: string): never => {
      throw new McpError('internal-error', `a session subscribes to at most ${limit}`);
    };
    const { maxSubscriptions, maxSubscribedLength } = limits;
    if (this.resources.size >= maxSubscriptions) refuse(`${maxSubscriptions} resources (limit maxSubscriptions)`);
    if (this.resources.length + uri.length > maxSubscribedLength)
      refuse(`${maxSubscribedLength} characters of URIs (limit maxSubscribedLength)`);
  }
}
