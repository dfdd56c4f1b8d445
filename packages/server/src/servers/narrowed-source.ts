/**
 * A source that offers only a part of another one's components. Clients are notified only of changes in that part.
 */
import { mapSource, type Catalog, type CatalogSource } from '@sigil/core/catalog';
import { changedKinds } from '@sigil/plugin-host';

/** @param narrow returns a smaller catalog; called once for each catalog */
export function narrowedSource(source: CatalogSource, narrow: (catalog: Catalog) => Catalog): CatalogSource {
  const narrowed = mapSource(source, narrow);
  return {
    ...narrowed,
    onChange(listener) {
      let before = source.current();
      let offeredBefore = narrowed.current();
      return source.onChange((changed) => {
        const after = source.current();
        const offeredAfter = narrowed.current();
        const offered = changedKinds(offeredBefore, offeredAfter);
        const hidden = [...changedKinds(before, after)].filter((kind) => !offered.has(kind));
        const told = new Set([...changed].filter((kind) => !hidden.includes(kind)));
        before = after;
        offeredBefore = offeredAfter;
        listener(told);
      });
    },
    onResourceUpdated: (listener) =>
      source.onResourceUpdated((uri) => {
        if (narrowed.current().findResource(uri)) listener(uri);
      }),
  };
}
