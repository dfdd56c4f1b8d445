/**
 * The catalog that one call reads, and the generation that it holds while its component runs.
 *
 * A call in rounds holds its generation until the last of them.
 */
import type { Catalog, CatalogHold } from '../catalog/catalog.js';
import type { Principal } from '../model/principal.js';
import { CallCancelled } from './abort-reasons.js';
import type { CallLifetime } from './call-lifetime.js';
import { callerCatalog } from './caller-catalog.js';
import type { Client } from './client.js';
import { withoutViewTools } from './client-catalog.js';
import type { ServerFacts } from './server-facts.js';

export class CallCatalog {
  /** The components that the caller may use, and its client can show. */
  #shown: Catalog | undefined = undefined;
  /** The same before components are removed. */
  #whole: Catalog | undefined = undefined;
  #held: CatalogHold | undefined = undefined;
  #isContinued = false;
  #isForModels = false;

  constructor(
    private readonly server: ServerFacts,
    private readonly principal: Principal,
    private readonly client: Pick<Client, 'rounds' | 'showsViews'>,
    private readonly lifetime: CallLifetime,
  ) {}

  /** Returns the catalog at the first read. Reading it holds no generation. */
  read(): Catalog {
    if (this.#shown) return this.#shown;
    const catalog = (this.#whole ??= this.server.source.current());
    const allowed = catalog.showsOnlyAllowed === true ? callerCatalog(catalog, this.principal) : catalog;
    const hasViewTools = this.client.showsViews && !this.#isForModels;
    this.#shown = allowed.hasViewTools && !hasViewTools ? withoutViewTools(allowed) : allowed;
    return this.#shown;
  }

  /** Leaves out the tools that are for views only, whatever the client shows. Call it before the first read. */
  leaveOutViewTools(): void {
    this.#isForModels = true;
  }

  /** Drops the catalog, so that it can be collected. The next read is of the current one. */
  forget(): void {
    this.#shown = undefined;
    this.#whole = undefined;
  }

  /** Holds the generation of a component until `release`. */
  hold(component: object): void {
    if (this.#held) return;
    const { client, lifetime, server } = this;
    const holder = client.rounds?.holder;
    holder?.onRevoke((why) => lifetime.revoke(why));
    this.#held = server.source.hold(component, holder ?? lifetime);
  }

  /**
   * Reads the state of earlier rounds, and continues on their generation if it still runs here.
   *
   * @throws McpError when the state is unusable
   */
  async continueEarlierRounds(): Promise<void> {
    const parked = await this.client.rounds?.continueEarlier();
    // An observer may have read the catalog before the wait, and its tool may be retired by now.
    this.forget();
    if (!parked) return;
    this.#whole = parked.catalog;
    this.#held = parked.hold;
    this.#isContinued = true;
    parked.holder.onRevoke((why) => this.lifetime.revoke(why));
  }

  /**
   * Releases the generation; has no effect after the first time. A call that asked keeps it for the answers; so does a round whose
   * client broke off, since it may repeat it.
   */
  release(endsWithQuestion: boolean): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    const isBroken = this.#isContinued && this.lifetime.abortReason instanceof CallCancelled;
    const holder = endsWithQuestion || isBroken ? this.client.rounds?.holder : undefined;
    const { parkedCalls } = this.server;
    if (holder && parkedCalls && this.#whole) parkedCalls.park({ holder, catalog: this.#whole, hold: held });
    else held.release();
  }
}
