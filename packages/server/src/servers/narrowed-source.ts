/**
 * A source of which less is offered than it has. Clients are told of changes in what is offered, and of no others.
 */
import { lookAt, pinOnly, type Catalog, type CatalogSource } from '@sigil/core/catalog';
import { changedKinds } from '@sigil/plugin-host';

/** @param narrow gives the same kind of catalog with less in it; called once for each catalog */
export function narrowedSource(source: CatalogSource, narrow: (catalog: Catalog) => Catalog): CatalogSource {
  const known = new WeakMap<Catalog, Catalog>();
  const narrowed = (catalog: Catalog): Catalog => {
    const before = known.get(catalog);
    if (before) return before;
    const made = narrow(catalog);
    known.set(catalog, made);
    return made;
  };
  return {
    pin(...holder) {
      const pinned = source.pin(...holder);
      return { catalog: narrowed(pinned.catalog), release: () => pinned.release() };
    },
    look: () => narrowed(lookAt(source)),
    pinOnly: (...held) => pinOnly(source, ...held),
    onChange(listener) {
      let before = lookAt(source);
      return source.onChange((changed) => {
        const after = lookAt(source);
        const offered = changedKinds(narrowed(before), narrowed(after));
        const hidden = [...changedKinds(before, after)].filter((kind) => !offered.has(kind));
        const told = new Set([...changed].filter((kind) => !hidden.includes(kind)));
        before = after;
        if (told.size > 0) listener(told);
      });
    },
    onResourceUpdated: (listener) =>
      source.onResourceUpdated((uri) => {
        if (narrowed(lookAt(source)).findResource(uri)) listener(uri);
      }),
  };
}
