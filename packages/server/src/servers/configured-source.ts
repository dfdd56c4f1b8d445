/**
 * The catalog of a configured server as it changes: rebuilt when a part swaps, and announced when it is settled.
 *
 * After the swap of a part, the previous results of a transform apply until it has run again. Before its first run, nothing is offered.
 */
import {
  buildCatalog,
  Listeners,
  originalOf,
  type Catalog,
  type CatalogHold,
  type CatalogHolder,
  type CatalogSource,
  type ComponentKind,
} from '@sigil/core/catalog';
import { holdAll } from '@sigil/core/internal';
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

/** The sources to follow, and the parts that make a catalog of them. */
export interface FollowedParts extends Pick<CatalogParts, 'configuration' | 'schemes' | 'store' | 'readVariable'> {
  readonly available: CatalogSource;
  /** May be the same source. */
  readonly discovered: CatalogSource;
  readonly transforms: Transforms | undefined;
  readonly report: (problem: string) => void;
  /** Called once for each override of a plugin's source. */
  readonly note: (override: string) => void;
  /** Called when a refused source starts to serve. */
  readonly onServing?: (() => void) | undefined;
}

type ChangeListener = (changed: ReadonlySet<ComponentKind>) => void;

interface BuiltFrom extends BuiltServerCatalog {
  readonly available: Catalog;
  readonly discovered: Catalog;
  readonly overlay: TransformCatalog | undefined;
  /** The plugins' own components, of `available` and of `discovered`. */
  readonly originals: readonly ReadonlySet<object>[];
}

/** The server's own content holds no plugin. */
const nothingHeld: CatalogHold = { release: () => undefined };

const nothingOffered: BuiltServerCatalog = {
  catalog: buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }),
  problems: [],
};

export class ConfiguredSource implements CatalogSource {
  #built: BuiltFrom | undefined;
  #overlay: TransformCatalog | undefined;
  /** The catalog of the last run of the transforms, as text. */
  #shown: string | undefined;
  #announced: BuiltFrom | undefined;
  #problems: readonly string[] = [];
  #overrides: readonly string[] = [];
  #transformProblems: readonly string[] = [];
  #settling: Promise<void> | undefined;
  /** True if a part has swapped since the transforms began. */
  #isStale = false;
  #isClosed = false;
  readonly #changes = new Listeners<ReadonlySet<ComponentKind>>();
  readonly #updates = new Listeners<string>();
  readonly #stops: readonly (() => void)[];

  constructor(private readonly parts: FollowedParts) {
    this.#overlay = parts.transforms ? undefined : emptyOverlay;
    this.#stops = [
      parts.available.onChange((changed) => this.#partChanged(changed)),
      parts.available.onResourceUpdated((uri) => this.#resourceUpdated(uri)),
    ];
  }

  /** The problems of components that cannot be offered, as of the last settling. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** The parts of the configuration that override a plugin's source, as of the last settling. */
  get overrides(): readonly string[] {
    return this.#overrides;
  }

  /** Returns whether a transform that could remove components has never succeeded. */
  get isRefused(): boolean {
    return this.#overlay === undefined;
  }

  current(): Catalog {
    return this.#peek().catalog;
  }

  hold(component?: object, holder?: CatalogHolder): CatalogHold {
    const { available, discovered } = this.parts;
    if (!component) return holdAll(new Set([available, discovered]), holder);
    const part = this.#peek().originals.findIndex((originals) => originals.has(originalOf(component)));
    if (part < 0) return nothingHeld;
    return (part === 0 ? available : discovered).hold(component, holder);
  }

  onChange(listener: ChangeListener): () => void {
    return this.#changes.add(listener);
  }

  onResourceUpdated(listener: (uri: string) => void): () => void {
    return this.#updates.add(listener);
  }

  /** Runs the transforms on the current catalog, then announces changes. Settles when nothing is left to do. */
  settle(): Promise<void> {
    this.#isStale = true;
    this.#settling ??= this.#untilSettled();
    return this.#settling;
  }

  /** Waits for the transforms that run, if any do. */
  async settled(): Promise<void> {
    await this.#settling;
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
  }

  #partChanged(changed: ReadonlySet<ComponentKind>): void {
    const before = this.#announced?.available;
    const now = this.#peek();
    const { available } = now;
    const isSame = before && before.isPending === available.isPending && changedKinds(before, available).size === 0;
    if (isSame) {
      // The code of the same lists changed, or the author announced a change.
      this.#announced = now;
      this.#changes.notify(changed);
    } else if (this.parts.transforms) void this.settle();
    else this.#announce();
  }

  /** Repeats until nothing is stale: a listener may swap the next part, and the catalog may change while a transform runs. */
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
    if (!before) return;
    if (!before.overlay && now.overlay) this.parts.onServing?.();
    this.#changes.notify(changedKinds(before.catalog, now.catalog));
  }

  #noteOverrides({ available, discovered, overlay }: BuiltFrom): void {
    const known = new Set(this.#overrides);
    this.#overrides = overlay ? findOverrides({ ...this.parts, available, discovered, overlay }) : [];
    for (const override of this.#overrides) if (!known.has(override)) this.parts.note(override);
  }

  /** Announces only resources that this server offers, since its parts may have more. */
  #resourceUpdated(uri: string): void {
    if (!this.#peek().catalog.findResource(uri)) return;
    this.#updates.notify(uri);
  }

  #peek(): BuiltFrom {
    const { available, discovered } = this.parts;
    const seen = available.current();
    return this.#build(seen, discovered === available ? seen : discovered.current());
  }

  #build(available: Catalog, discovered: Catalog): BuiltFrom {
    const built = this.#built;
    const overlay = this.#overlay;
    if (built?.available === available && built.discovered === discovered && built.overlay === overlay) return built;
    const result = overlay ? buildServerCatalog({ ...this.parts, available, discovered, overlay }) : nothingOffered;
    this.#built = { ...result, available, discovered, overlay, originals: [available, discovered].map(originalsOf) };
    return this.#built;
  }
}

function originalsOf({ tools, resources, resourceTemplates, prompts }: Catalog): ReadonlySet<object> {
  return new Set([...tools, ...resources, ...resourceTemplates, ...prompts].map(originalOf));
}
