/**
 * Keeps the compilers of the plugins that were built last open, so that their next build takes only what changed. The others are
 * closed: a compiler holds some tens of megabytes.
 */
import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import type { Builder } from '@sigil/codegen/building';

/** The bounds of the pool. */
export interface PoolLimits {
  /** Most open compilers. */
  readonly maxOpen: number;
  /** The heap in MiB above which all compilers but the latest are closed. */
  readonly maxHeapMb: number;
}

const defaults: PoolLimits = { maxOpen: 4, maxHeapMb: 512 };

export class CompilerPool<Plugin> {
  /** By plugin, the least recently used first. */
  readonly #open = new Map<Plugin, Builder>();

  /** @param openBuilder opens the compiler of a plugin */
  constructor(
    private readonly openBuilder: (plugin: Plugin) => Promise<Builder>,
    private readonly limits: PoolLimits = defaults,
  ) {}

  get size(): number {
    return this.#open.size;
  }

  /** Returns the plugin's compiler, whether it was open or not. */
  async use(plugin: Plugin): Promise<{ readonly builder: Builder; readonly wasOpen: boolean }> {
    const known = this.#open.get(plugin);
    this.#open.delete(plugin);
    while (this.#open.size >= this.limits.maxOpen) await this.#closeOldest();
    const builder = known ?? (await this.openBuilder(plugin));
    this.#open.set(plugin, builder);
    return { builder, wasOpen: known !== undefined };
  }

  /** Closes compilers until the heap is within its bound, or one is left. */
  async tidy(): Promise<void> {
    while (this.#open.size > 1 && isHeapAbove(this.limits.maxHeapMb)) await this.#closeOldest();
  }

  async close(plugin: Plugin): Promise<void> {
    const builder = this.#open.get(plugin);
    this.#open.delete(plugin);
    await builder?.close();
  }

  async closeAll(): Promise<void> {
    while (this.#open.size > 0) await this.#closeOldest();
  }

  async #closeOldest(): Promise<void> {
    for (const plugin of this.#open.keys()) return this.close(plugin);
  }
}

/** Returns whether live objects take more than this; garbage is collected only if it looks like that. */
export function isHeapAbove(heapMb: number): boolean {
  const isAbove = (): boolean => process.memoryUsage().heapUsed > heapMb * 2 ** 20;
  if (!isAbove()) return false;
  collectGarbage();
  return isAbove();
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // sound: the flag defines it
  collect();
}
