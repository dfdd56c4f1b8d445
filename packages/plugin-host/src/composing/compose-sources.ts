/**
 * Serves several catalogs as one, each under a namespace, and follows their swaps.
 *
 * A call holds only the part that its component belongs to, so a long call does not delay the replacement of other plugins.
 */
import {
  Listeners,
  originalOf,
  type Catalog,
  type CatalogHold,
  type CatalogHolder,
  type CatalogSource,
  type ComponentKind,
} from '@sigil/core/catalog';
import { holdAll } from '@sigil/core/internal';
import { changedLists, writeLists, type ListTexts } from './list-changes.js';
import { composeCatalogs, type Composed } from './compose-catalogs.js';

/** One catalog of a composition. */
export interface CompositionPart {
  readonly source: CatalogSource;
  /** The prefix of the names of tools and prompts; without it, they keep their names. */
  readonly namespace?: string;
  /** Joins the namespace and a name, and replaces every dot in either; a dot by default. */
  readonly separator?: string;
  /** The name of the server that the catalog belongs to, for messages; absent for the composing server's own parts. */
  readonly server?: string;
}

/** Several catalogs as one. */
export interface ComposedSource extends CatalogSource {
  /** The reasons why components are not offered now. */
  readonly leftOut: readonly string[];
}

/** @param onLeftOut called with the reason why a component is not offered, unless the catalog before left it out for the same reason */
export function composeSources(parts: readonly CompositionPart[], onLeftOut: (why: string) => void): ComposedSource {
  return new Composition(parts, onLeftOut);
}

type ChangeListener = (changed: ReadonlySet<ComponentKind>) => void;

/** The lists that clients were last notified of: those of the whole, and of each part. */
interface Announced {
  readonly whole: ListTexts;
  readonly parts: readonly ListTexts[];
}

/** A composed catalog, and the catalogs that it was made of. */
interface Current extends Composed {
  readonly from: readonly Catalog[];
  readonly leftOut: readonly string[];
}

/** Composes the parts' catalogs. The functions of a composition live as long as it does, so none of them may see the one before. */
function compose(parts: readonly CompositionPart[], from: readonly Catalog[]): Current {
  const named = from.map((catalog, index) => {
    const { namespace, separator = '.', server } = parts[index] ?? {};
    return { catalog, namespace, separator, server };
  });
  const leftOut: string[] = [];
  return { from, leftOut, ...composeCatalogs(named, (why) => leftOut.push(why)) };
}

class Composition implements ComposedSource {
  #composed: Current | undefined;
  #announced: Announced | undefined;
  #stopListening: () => void = () => undefined;
  readonly #changes = new Listeners<ReadonlySet<ComponentKind>>();

  constructor(
    private readonly parts: readonly CompositionPart[],
    private readonly onLeftOut: (why: string) => void,
  ) {}

  current(): Catalog {
    const known = this.#composed;
    if (known && this.parts.every(({ source }, part) => source.current() === known.from[part])) return known.catalog;
    return this.#compose(this.parts.map(({ source }) => source.current())).catalog;
  }

  get leftOut(): readonly string[] {
    return this.#compose(this.parts.map(({ source }) => source.current())).leftOut;
  }

  hold(component?: object, holder?: CatalogHolder): CatalogHold {
    const owner = component && this.#composed?.owners.get(originalOf(component));
    const part = owner === undefined ? undefined : this.parts[owner];
    if (part) return part.source.hold(component, holder);
    const sources = this.parts.map(({ source }) => source);
    return holdAll(sources, holder);
  }

  onChange(listener: ChangeListener): () => void {
    if (this.#changes.count === 0) this.#listen();
    const stop = this.#changes.add(listener);
    return () => {
      stop();
      if (this.#changes.count === 0) this.#stopListening();
    };
  }

  onResourceUpdated(listener: (uri: string) => void): () => void {
    const stops = this.parts.map(({ source }, index) =>
      source.onResourceUpdated((uri) => {
        this.current();
        const here = this.#composed?.addressOf(index, uri);
        if (here !== undefined) listener(here);
      }),
    );
    return () => stops.forEach((stop) => stop());
  }

  #compose(from: readonly Catalog[]): Current {
    const known = this.#composed;
    if (known && from.every((catalog, part) => catalog === known.from[part])) return known;
    const composed = compose(this.parts, from);
    this.#composed = composed;
    const before = new Set(known?.leftOut);
    for (const why of composed.leftOut) if (!before.has(why)) this.onLeftOut(why);
    return composed;
  }

  #listen(): void {
    this.#announced = this.#read();
    const stops = this.parts.map(({ source }, index) => source.onChange((changed) => this.#announce(index, changed)));
    this.#stopListening = () => stops.forEach((stop) => stop());
  }

  #read(): Announced {
    const catalogs = this.parts.map(({ source }) => source.current());
    return { whole: writeLists(this.#compose(catalogs).catalog), parts: catalogs.map(writeLists) };
  }

  /** Announces a part's change if the whole list changed too. A change that the plugin itself announces is always passed on. */
  #announce(part: number, changed: ReadonlySet<ComponentKind>): void {
    const before = this.#announced;
    const after = this.#read();
    const own = after.parts[part];
    if (!before || !own) return;
    const inWhole = changedLists(before.whole, after.whole);
    const inPart = changedLists(before.parts[part] ?? own, own);
    const told = [...changed].filter((kind) => inWhole.has(kind) || !inPart.has(kind));
    this.#announced = { whole: after.whole, parts: before.parts.map((lists, index) => (index === part ? own : lists)) };
    this.#changes.notify(new Set(told));
  }
}
