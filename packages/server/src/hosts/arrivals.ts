/**
 * Plugins that are being brought up beside those that are hosted: one that takes its time holds up none of the others.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { HostedPlugin } from '@sigil/plugin-host';

/** The facts that tell one plugin from another. */
interface Named {
  readonly name: string;
  readonly origin: { readonly label: string };
}

/** A plugin that is up, or has failed to be. */
export interface Arrived<Found> {
  readonly found: Found;
  readonly plugin: HostedPlugin;
}

interface Arrival<Found> {
  found: Found;
  plugin?: HostedPlugin;
  /** Settles when it is up or has failed. */
  readonly settled: Promise<void>;
  /** Somebody waits for it: nobody need be told. */
  isAwaited: boolean;
}

export class Arrivals<Found extends Named> {
  readonly #arrivals = new Map<string, Arrival<Found>>();

  /**
   * @param onLate told when one has arrived for which `settle` did not wait
   * @param close ends one that is no longer wanted
   */
  constructor(
    private readonly onLate: () => void,
    private readonly close: (plugin: HostedPlugin) => void,
  ) {}

  /** The names of those that have not been taken. */
  get names(): Iterable<string> {
    return this.#arrivals.keys();
  }

  has({ name, origin }: Named): boolean {
    return this.#arrivals.get(name)?.found.origin.label === origin.label;
  }

  /** @param host rejects only for settings that make no sense; then `settle` does */
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

  /** Whether one has arrived that was not taken. */
  get hasArrived(): boolean {
    return [...this.#arrivals.values()].some(({ plugin }) => plugin !== undefined);
  }

  /** Closes those that are not among the wanted. */
  keepOnly(wanted: readonly Found[]): void {
    const byName = new Map(wanted.map((found) => [found.name, found]));
    for (const [name, arrival] of this.#arrivals) {
      const found = byName.get(name);
      if (found && this.has(found)) arrival.found = found;
      else this.#giveUp(name, arrival);
    }
  }

  /** Waits for all, but no longer than `lateMs` milliseconds for those that may be late: of these is told later. */
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

  /** @returns those that have arrived, which are no longer kept here */
  take(): readonly Arrived<Found>[] {
    return [...this.#arrivals].flatMap(([name, { found, plugin }]) => {
      if (!plugin) return [];
      this.#arrivals.delete(name);
      return [{ found, plugin }];
    });
  }

  /** Closes all that have not been taken. @returns when they have been brought up, or have failed to be */
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
