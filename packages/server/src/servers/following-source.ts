/**
 * The catalog of a configured server as it changes: put together anew when a part swaps, announced when that is settled.
 *
 * Between the swap of a part and the end of a transform that looks at it, what the transform said before stands. Before it has
 * said anything, nothing is offered.
 */
import {
  buildCatalog,
  lookAt,
  pinOnly,
  type Catalog,
  type CatalogHold,
  type CatalogHolder,
  type CatalogSource,
  type ComponentKind,
  type PinnedCatalog,
} from '@sigil/core/catalog';
import { changedKinds } from '@sigil/plugin-host';
import {
  buildServerCatalog,
  emptyOverlay,
  showToTransforms,
  type BuiltServerCatalog,
  type CatalogParts,
} from './build-server-catalog.js';
import { findOverrides } from './find-overrides.js';
import type { TransformCatalog } from './run-transform.js';
import type { Transforms } from './transforms.js';

/** What it follows, and how it makes a catalog of it. */
export interface FollowedParts extends Pick<CatalogParts, 'configuration' | 'schemes' | 'store'> {
  readonly available: CatalogSource;
  /** May be the same source. */
  readonly discovered: CatalogSource;
  readonly transforms: Transforms | undefined;
  readonly report: (problem: string) => void;
  /** Told once of each thing that is said in the place of a plugin's source. */
  readonly note: (override: string) => void;
  /** Told when a source that was refused is no more. */
  readonly onServing?: (() => void) | undefined;
}

type ChangeListener = (changed: ReadonlySet<ComponentKind>) => void;

interface BuiltFrom extends BuiltServerCatalog {
  readonly available: Catalog;
  readonly discovered: Catalog;
  readonly overlay: TransformCatalog | undefined;
  /** What a call may hold, of `available` and of `discovered`. */
  readonly components: readonly ReadonlySet<object>[];
}

/** Content of the server's own needs no plugin. */
const nothingHeld: CatalogHold = { release: () => undefined };

const nothingOffered: BuiltServerCatalog = {
  catalog: buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }),
  problems: [],
};

export class FollowingSource implements CatalogSource {
  #built: BuiltFrom | undefined;
  #overlay: TransformCatalog | undefined;
  /** What the transforms were shown last, as text. */
  #shown: string | undefined;
  #announced: BuiltFrom | undefined;
  #problems: readonly string[] = [];
  #overrides: readonly string[] = [];
  #transformProblems: readonly string[] = [];
  #settling: Promise<void> | undefined;
  /** A part has swapped since the transforms began. */
  #isStale = false;
  #isClosed = false;
  readonly #changeListeners = new Set<ChangeListener>();
  readonly #resourceListeners = new Set<(uri: string) => void>();
  readonly #stops: readonly (() => void)[];

  constructor(private readonly parts: FollowedParts) {
    this.#overlay = parts.transforms ? undefined : emptyOverlay;
    this.#stops = [
      parts.available.onChange((changed) => this.#partChanged(changed)),
      parts.available.onResourceUpdated((uri) => this.#resourceUpdated(uri)),
    ];
  }

  /** What cannot be offered since it was last settled. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** What configuration says in the place of a plugin's source, since it was last settled. */
  get overrides(): readonly string[] {
    return this.#overrides;
  }

  /** Whether a transform that could take something away has never run to its end. */
  get isRefused(): boolean {
    return this.#overlay === undefined;
  }

  pin(holder?: CatalogHolder): PinnedCatalog {
    const { available, discovered } = this.parts;
    const pins = [available.pin(holder), ...(discovered === available ? [] : [discovered.pin(holder)])];
    const { catalog } = this.#build(pins[0]!.catalog, pins.at(-1)!.catalog);
    return { catalog, release: () => pins.forEach((pin) => pin.release()) };
  }

  look(): Catalog {
    return this.#peek().catalog;
  }

  pinOnly(component: object, holder?: CatalogHolder): CatalogHold {
    const { available, discovered } = this.parts;
    const { index, part } = partOf(component, this.#peek().components);
    return part ? pinOnly(index === 0 ? available : discovered, part, holder) : nothingHeld;
  }

  onChange(listener: ChangeListener): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  onResourceUpdated(listener: (uri: string) => void): () => void {
    this.#resourceListeners.add(listener);
    return () => this.#resourceListeners.delete(listener);
  }

  /** Runs the transforms on what there is now, then tells what has changed. Settles when nothing is left to do. */
  settle(): Promise<void> {
    this.#isStale = true;
    this.#settling ??= this.#untilSettled();
    return this.#settling;
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
  }

  #partChanged(changed: ReadonlySet<ComponentKind>): void {
    const announced = this.#announced;
    // An announcement of the author's own, with no other list behind it.
    if (announced && changedKinds(announced.available, this.#peek().available).size === 0) this.#tell(changed);
    else if (this.parts.transforms) void this.settle();
    else this.#announce();
  }

  /** Whoever is told may be the one that swaps the next part, and what a transform is shown may change while it runs. */
  async #untilSettled(): Promise<void> {
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      await this.#runTransforms();
      if (!this.#isStale) this.#announce();
    }
    this.#settling = undefined;
  }

  async #runTransforms(): Promise<void> {
    const shown = this.#show();
    if (!this.parts.transforms || shown.text === this.#shown) return;
    const { overlay, problems } = await this.parts.transforms.run(shown.catalog);
    this.#shown = shown.text;
    this.#overlay = overlay ?? this.#overlay;
    this.#transformProblems = problems;
  }

  #show(): { readonly catalog: TransformCatalog; readonly text: string } {
    const { available, discovered } = this.#peek();
    const catalog = showToTransforms({ ...this.parts, available, discovered, overlay: emptyOverlay });
    return { catalog, text: JSON.stringify(catalog) };
  }

  #announce(): void {
    const before = this.#announced;
    const now = this.#peek();
    this.#announced = now;
    const known = new Set(this.#problems);
    this.#problems = [...this.#transformProblems, ...now.problems];
    for (const problem of this.#problems) if (!known.has(problem)) this.parts.report(problem);
    this.#noteOverrides(now);
    const changed = before ? changedKinds(before.catalog, now.catalog) : new Set<ComponentKind>();
    if (before && !before.overlay && now.overlay) this.parts.onServing?.();
    if (changed.size > 0) this.#tell(changed);
  }

  #noteOverrides({ available, discovered, overlay }: BuiltFrom): void {
    const known = new Set(this.#overrides);
    this.#overrides = overlay ? findOverrides({ ...this.parts, available, discovered, overlay }) : [];
    for (const override of this.#overrides) if (!known.has(override)) this.parts.note(override);
  }

  #tell(changed: ReadonlySet<ComponentKind>): void {
    for (const listener of this.#changeListeners) listener(changed);
  }

  /** Only of what this server offers: its parts may have more. */
  #resourceUpdated(uri: string): void {
    if (!this.#peek().catalog.findResource(uri)) return;
    for (const listener of this.#resourceListeners) listener(uri);
  }

  #peek(): BuiltFrom {
    const { available, discovered } = this.parts;
    const seen = lookAt(available);
    return this.#build(seen, discovered === available ? seen : lookAt(discovered));
  }

  #build(available: Catalog, discovered: Catalog): BuiltFrom {
    const built = this.#built;
    const overlay = this.#overlay;
    if (built?.available === available && built.discovered === discovered && built.overlay === overlay) return built;
    const result = overlay ? buildServerCatalog({ ...this.parts, available, discovered, overlay }) : nothingOffered;
    this.#built = { ...result, available, discovered, overlay, components: [available, discovered].map(componentsOf) };
    return this.#built;
  }
}

function componentsOf({ tools, resources, resourceTemplates, prompts }: Catalog): ReadonlySet<object> {
  return new Set<object>([...tools, ...resources, ...resourceTemplates, ...prompts]);
}

/** The part's component that one of ours was derived from; one with content of its own was derived from none. */
function partOf(
  component: object,
  sets: readonly ReadonlySet<object>[],
): { readonly index: number; readonly part?: object } {
  for (let part: object | null = component; part; part = Object.getPrototypeOf(part) as object | null) {
    const candidate = part;
    const index = sets.findIndex((set) => set.has(candidate));
    if (index >= 0) return { index, part };
  }
  return { index: -1 };
}
