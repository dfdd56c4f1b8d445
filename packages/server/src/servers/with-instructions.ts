/**
 * Gives a server its instructions, whatever wraps its catalog: the operator's own, then those of its parts.
 */
import { mapSource, type CatalogSource } from '@sigil/core/catalog';
import { mergeInstructions, type CompositionPart } from '@sigil/plugin-host';

/**
 * @param source composed of the parts
 * @param own the operator's text; `false` leaves out all instructions
 */
export function withInstructions(
  source: CatalogSource,
  parts: readonly CompositionPart[],
  own?: string | false,
): CatalogSource {
  const merge = (): string | undefined => {
    if (own === false) return undefined;
    const ofParts = parts.map(({ source: part, namespace, separator = '.' }) => ({
      instructions: part.current().instructions,
      namespace,
      separator,
    }));
    return mergeInstructions([{ instructions: own, separator: '' }, ...ofParts]);
  };
  return mapSource(source, (catalog) => {
    const instructions = merge();
    return catalog.instructions === instructions ? catalog : { ...catalog, instructions };
  });
}
