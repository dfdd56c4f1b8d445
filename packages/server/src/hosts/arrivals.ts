/**
 * Plugins that are starting, so that a slow one does not delay the others.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { HostedPlugin } from '@sigil/plugin-host';

/** The facts that identify a plugin. */
interface Named {
  readonly name: string;
  readonly origin: { readonly label: string };
}

/** A plugin that has started or failed to. */
export interface Arrived<Found> {
  readonly found: Found;
  readonly plugin: HostedPlugin;
}

interface Arrival<Found> {
  found: Found;
  plugin?: HostedPlugin;
  /** Settles when it has started or failed to. */
  readonly settled: Promise<void>;
  /** True if `settle` waits for it, so that no callback is needed. */
  isAwaited: boolean;
}

export class Arrivals<Found extends Named> {
  readonly #arrivals = new Map<string, Arrival<Found>>();

  /**
   * @param onLate called when a plugin has arrived that `settle` did not wait for
   * @param close ends a plugin that is no longer wanted
   */
  constructor(
    private readonly onLate: () => void,
    private readonly close: (plugin: HostedPlugin) => void,
  ) {}

  /** The names of the plugins that have not been taken. */
  get names(): Iterable<string> {
    return this.#arrivals.keys();
  }

  has({ name, origin }: Named): boolean {
    return this.#arrivals.get(name)?.found.origin.label === origin.label;
  }

  /** @param host rejects only for invalid settings; `settle` then rejects too */
  begin(found: Found, host: () => Promise<HostedPlugin>): void {
    const isWanted = (): boolean => this.#arrivals.get(found.name) === arrival;
    const arrive = (plugin: HostedPlugin): void => {
      if (!isWanted()) return this.close(plugin);
      arrival.plugin = plugin;
      if (!arrival.isAwaited) this.onLate();
    };
    const fail = (error: unknown): never => {
      if (isWanted()) this.#arrivals.delete(found.name);
      throw error;
    };
    const arrival: Arrival<Found> = { found, settled: host().then(arrive, fail), isAwaited: true };
    this.#arrivals.set(found.name, arrival);
  }

  /** Returns whether a plugin has arrived and was not taken. */
  get hasArrived(): boolean {
    return [...this.#arrivals.values()].some(({ plugin }) => plugin !== undefined);
  }

  /** Closes plugins that are not wanted any more. */
  keepOnly(wanted: readonly Found[]): void {
    const byName = new Map(wanted.map((found) => [found.name, found]));
    for (const [name, arrival] of this.#arrivals) {
      const found = byName.get(name);
      if (found && this.has(found)) arrival.found = found;
      else this.#giveUp(name, arrival);
    }
  }

  /** Waits for all, but at most `lateMs` milliseconds for those that may be late, which `onLate` reports. */
  async settle(mayBeLate: (found: Found) => boolean, lateMs: number): Promise<void> {
    const all = [...this.#arrivals.values()];
    for (const arrival of all) arrival.isAwaited = true;
    const settledOf = (some: readonly Arrival<Found>[]) => Promise.all(some.map(({ settled }) => settled));
    const patience = new AbortController();
    const late = wait(lateMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([settledOf(all), late]);
    patience.abort();
    await settledOf(all.filter(({ found }) => !mayBeLate(found)));
    for (const arrival of all) arrival.isAwaited = false;
  }

  /** @returns the plugins that have arrived, and forgets them */
  take(): readonly Arrived<Found>[] {
    return [...this.#arrivals].flatMap(([name, { found, plugin }]) => {
      if (!plugin) return [];
      this.#arrivals.delete(name);
      return [{ found, plugin }];
    });
  }

  /** Closes all plugins that have not been taken. @returns when they have started or failed to */
  async giveUpAll(): Promise<void> {
    const all = [...this.#arrivals];
    for (const [name, arrival] of all) this.#giveUp(name, arrival);
    await Promise.allSettled(all.map(([, { settled }]) => settled));
  }

  #giveUp(name: string, { plugin }: Arrival<Found>): void {
    this.#arrivals.delete(name);
    if (plugin) this.close(plugin);
  }
}
