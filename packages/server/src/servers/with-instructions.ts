/**
 * Lets a server that is one other server, and nothing else, say that one's instructions, whatever is wrapped around its catalog.
 */
import { mapSource, type CatalogSource } from '@sigil/core/catalog';
import type { CompositionPart } from '@sigil/plugin-host';

/**
 * @param source made of the parts; each catalog of it is of one catalog of every part
 * @param parts all of them but the server's own schemes: of several, or under a namespace, instructions would name other tools
 */
export function withInstructions(source: CatalogSource, parts: readonly CompositionPart[]): CatalogSource {
  const [only, ...others] = parts;
  if (!only || others.length > 0 || only.namespace !== undefined || only.source === source) return source;
  return mapSource(source, (catalog) => {
    const { instructions } = only.source.current();
    return catalog.instructions === instructions ? catalog : { ...catalog, instructions };
  });
}
