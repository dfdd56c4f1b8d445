/**
 * A server as the profile `readonly` offers it: only tools that say they change nothing, and all that is only read.
 */
import { buildCatalog, type Catalog, type CatalogSource, type PublishedTool } from '@sigil/core';
import { changedKinds } from '@sigil/plugin-host';

export function readOnlySource(source: CatalogSource): CatalogSource {
  const narrowed = new WeakMap<Catalog, Catalog>();
  const narrow = (catalog: Catalog): Catalog => {
    const known = narrowed.get(catalog) ?? onlyReading(catalog);
    narrowed.set(catalog, known);
    return known;
  };
  const present = (): Catalog => {
    const { catalog, release } = source.pin();
    release();
    return narrow(catalog);
  };
  return {
    pin(...holder) {
      const pinned = source.pin(...holder);
      return {
        catalog: narrow(pinned.catalog),
        release: () => pinned.release(),
        holdOnly: (component) => pinned.holdOnly?.(component),
      };
    },
    onChange(listener) {
      let before = present();
      return source.onChange((changed) => {
        const after = present();
        const told = new Set(changed);
        // Other tools than those that are offered here may be what changed.
        if (!changedKinds(before, after).has('tools')) told.delete('tools');
        before = after;
        if (told.size > 0) listener(told);
      });
    },
    onResourceUpdated: (listener) => source.onResourceUpdated(listener),
  };
}

function onlyReading({ tools, resources, resourceTemplates, prompts, formerTools = [] }: Catalog): Catalog {
  return buildCatalog({
    tools: tools.filter(isReadOnly),
    resources,
    resourceTemplates,
    prompts,
    formerTools: formerTools.filter(({ tool }) => tool && isReadOnly(tool)),
  });
}

function isReadOnly({ definition }: PublishedTool): boolean {
  return definition.annotations?.readOnlyHint === true;
}
