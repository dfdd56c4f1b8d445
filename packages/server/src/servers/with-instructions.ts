/**
 * Passes on the instructions of a server that consists of one other server, whatever wraps its catalog.
 */
import { mapSource, type CatalogSource } from '@sigil/core/catalog';
import type { CompositionPart } from '@sigil/plugin-host';

/**
 * @param source composed of the parts
 * @param parts all except the server's own schemes; of several parts, or under a namespace, instructions would name other tools
 */
export function withInstructions(source: CatalogSource, parts: readonly CompositionPart[]): CatalogSource {
  const [only, ...others] = parts;
  if (!only || others.length > 0 || only.namespace !== undefined || only.source === source) return source;
  return mapSource(source, (catalog) => {
    const { instructions } = only.source.current();
    return catalog.instructions === instructions ? catalog : { ...catalog, instructions };
  });
}
