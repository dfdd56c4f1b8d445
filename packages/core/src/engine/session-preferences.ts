/**
 * The wishes of a legacy client for as long as its session lasts: log messages from a level on, and updates of resources.
 *
 * Spec: 2025-11-25 server/utilities/logging, server/resources#subscriptions
 */
import { allowedCatalog } from '../calls/allowed-catalog.js';
import { McpError } from '../errors/mcp-error.js';
import type { Principal } from '../model/principal.js';
import type { PeerRequest } from '../json-rpc/messages.js';
import type { LogLevel } from '../model/asking.js';
import { readLevel } from '../operations/logging-set-level.js';
import type { SessionWishes } from '../stores/session-store.js';
import type { OperationServer } from '../tasks/operation-call.js';
import { readSubscription, readUri } from '../operations/resources-subscribe.js';

const methods: ReadonlySet<string> = new Set(['logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']);

/** Until the client says otherwise. */
export const defaultLogThreshold: LogLevel = 'info';

export class SessionPreferences {
  #logThreshold: LogLevel | undefined;
  #resources = new Set<string>();

  get logThreshold(): LogLevel {
    return this.#logThreshold ?? defaultLogThreshold;
  }

  get wishes(): SessionWishes {
    const resources = [...this.#resources];
    return this.#logThreshold === undefined ? { resources } : { logLevel: this.#logThreshold, resources };
  }

  set wishes({ logLevel, resources }: SessionWishes) {
    this.#logThreshold = logLevel;
    this.#resources = new Set(resources);
  }

  wantsResource(uri: string): boolean {
    return this.#resources.has(uri);
  }

  /** Returns whether the request is one that changes a wish. */
  static handles({ method }: PeerRequest): boolean {
    return methods.has(method);
  }

  /** @throws McpError for a wish that cannot be had */
  apply({ method, params }: PeerRequest, server: OperationServer, principal: Principal): void {
    if (method === 'logging/setLevel') this.#logThreshold = readLevel(params);
    else if (method === 'resources/unsubscribe') this.#resources.delete(readUri(params));
    else
      this.#subscribe(readSubscription(params, allowedCatalog(server.source.current(), principal), principal), server);
  }

  #subscribe(uri: string, { limits }: OperationServer): void {
    if (this.#resources.size >= limits.maxSubscriptions && !this.#resources.has(uri)) {
      const limit = `${limits.maxSubscriptions} resources (limit maxSubscriptions)`;
      throw new McpError('internal-error', `a session subscribes to at most ${limit}`);
    }
    this.#resources.add(uri);
  }
}
