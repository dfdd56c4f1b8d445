/**
 * Decides for each client whether it reads a whole list, once: a list that changes would make the caches of its prompts useless.
 */
import { isJsonObject } from '@sigil/core';
import { principalKey, type DiscoveryClient } from '@sigil/core/internal';

/** The most clients without sessions that are remembered; documented in docs/reference/limits.md. */
export const maxListingChoices = 1_000;

/** Clients that are idle for longer have no cached prompts; documented in docs/reference/limits.md. */
export const listingChoiceMs = 3_600_000;

interface Choice {
  readonly listsAll: boolean;
  readonly usedAt: number;
}

export class ListingChoices {
  readonly #ofSessions = new WeakMap<object, boolean>();
  /** The least recently used comes first. */
  readonly #ofClients = new Map<string, Choice>();

  constructor(private readonly now: () => number = Date.now) {}

  of(client: DiscoveryClient, decide: () => boolean): boolean {
    const { session } = client;
    if (!session) return this.#ofClient(keyOf(client), decide);
    const listsAll = this.#ofSessions.get(session) ?? decide();
    this.#ofSessions.set(session, listsAll);
    return listsAll;
  }

  #ofClient(key: string, decide: () => boolean): boolean {
    const now = this.now();
    const known = this.#ofClients.get(key);
    const listsAll = known && now - known.usedAt < listingChoiceMs ? known.listsAll : decide();
    this.#ofClients.delete(key);
    this.#ofClients.set(key, { listsAll, usedAt: now });
    for (const oldest of this.#ofClients.keys()) {
      if (this.#ofClients.size <= maxListingChoices) break;
      this.#ofClients.delete(oldest);
    }
    return listsAll;
  }
}

/** Callers of one client program that are not authenticated are one client. */
function keyOf({ principal, info }: DiscoveryClient): string {
  return JSON.stringify([principalKey(principal), info?.name.slice(0, 128), info?.version.slice(0, 64)]);
}

const deferring = 'dev.sigil/defersTools';

/** Returns whether a client declares, or is known to the operator for, reading the definitions of tools only when it needs them. */
export function defersTools({ info, capabilities }: DiscoveryClient, known: readonly string[]): boolean {
  if (info && known.includes(info.name)) return true;
  return [capabilities['experimental'], capabilities['extensions']].some(
    (declared) => declared !== undefined && isJsonObject(declared) && isJsonObject(declared[deferring] ?? null),
  );
}
