/**
 * Adds up what each worker serves: the state that health and pages show, and the line of the log when a build has gone round.
 *
 * Knows nothing of processes.
 */
import type { FleetState, ServedBuilds, ServedByWorkers } from './worker-messages.js';

/** Told of a build that workers have swapped in. */
export type OnSwapped = (plugin: string, told: ServedByWorkers & { readonly of: number }) => void;

export class Fleet {
  readonly #builds = new Map<number, ServedBuilds>();
  readonly #newest = new Map<string, string>();

  /** @param workers as many as there are to be */
  constructor(private readonly workers: number) {}

  get state(): FleetState {
    const counted = [...this.#newest].map(([plugin, manifestCid]) => {
      const serving = [...this.#builds.values()].filter((builds) => builds[plugin] === manifestCid);
      return [plugin, { manifestCid, workers: serving.length }] as const;
    });
    return { workers: this.workers, serving: this.#builds.size, plugins: Object.fromEntries(counted) };
  }

  /** @param onSwapped told of each plugin of which this worker serves another build than before */
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

  /** Workers that start begin with a build, which is no news; it counts once nobody serves what was swapped in before. */
  #forgetUnserved(): void {
    for (const [plugin, newest] of this.#newest) {
      const served = [...this.#builds.values()].map((builds) => builds[plugin]);
      if (served.includes(newest)) continue;
      const other = served.find((cid) => cid !== undefined);
      if (other === undefined) this.#newest.delete(plugin);
      else this.#newest.set(plugin, other);
    }
  }

  /** It serves nothing any more. */
  left(worker: number): void {
    this.#builds.delete(worker);
  }
}
