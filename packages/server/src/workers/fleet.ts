/**
 * Adds up the builds that workers serve, for health, pages, and the log line after a build has reached workers.
 *
 * Knows nothing of processes.
 */
import type { FleetState, ServedBuilds, ServedByWorkers } from './worker-messages.js';

/** Called with a build that workers have swapped in. */
export type OnSwapped = (plugin: string, told: ServedByWorkers & { readonly of: number }) => void;

export class Fleet {
  readonly #builds = new Map<number, ServedBuilds>();
  readonly #newest = new Map<string, string>();

  /** @param workers the intended number of workers */
  constructor(private readonly workers: number) {}

  get state(): FleetState {
    const counted = [...this.#newest].map(([plugin, manifestCid]) => {
      const serving = [...this.#builds.values()].filter((builds) => builds[plugin] === manifestCid);
      return [plugin, { manifestCid, workers: serving.length }] as const;
    });
    return { workers: this.workers, serving: this.#builds.size, plugins: Object.fromEntries(counted) };
  }

  /** @param onSwapped called for each plugin whose build has changed at this worker */
  serves(worker: number, builds: ServedBuilds, onSwapped: OnSwapped): void {
    const before = this.#builds.get(worker);
    this.#builds.set(worker, builds);
    for (const [plugin, cid] of Object.entries(builds)) {
      if (before?.[plugin] === cid) continue;
      const isFirstRound = before === undefined;
      if (!isFirstRound || !this.#newest.has(plugin)) this.#newest.set(plugin, cid);
      if (isFirstRound) continue;
      onSwapped(plugin, { ...this.state.plugins[plugin]!, of: this.workers });
    }
    this.#forgetUnserved();
  }

  /** Drops builds that no worker serves any more. A starting worker's build, which does not count as a swap, then becomes the newest. */
  #forgetUnserved(): void {
    for (const [plugin, newest] of this.#newest) {
      const served = [...this.#builds.values()].map((builds) => builds[plugin]);
      if (served.includes(newest)) continue;
      const other = served.find((cid) => cid !== undefined);
      if (other === undefined) this.#newest.delete(plugin);
      else this.#newest.set(plugin, other);
    }
  }

  /** Removes a worker that has ended. */
  left(worker: number): void {
    this.#builds.delete(worker);
  }
}
