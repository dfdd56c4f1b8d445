/**
 * Gives a server its instructions, whatever wraps its catalog: the operator's own, then those of its parts.
 */
import { mapSource, partsOfInstructions, type CatalogSource, type InstructionPart } from '@sigil/core/catalog';
import { composeInstructions, type CompositionPart } from '@sigil/plugin-host';

/**
 * @param source composed of the parts
 * @param own the operator's text; `false` leaves out all instructions
 */
export function addInstructions(
  source: CatalogSource,
  parts: readonly CompositionPart[],
  own?: string | false,
): CatalogSource {
  return mapSource(source, (catalog) => {
    const instructions = own === false ? [] : gather(parts, own);
    if (instructions.length === 0 && catalog.instructions === undefined) return catalog;
    return { ...catalog, instructions };
  });
}

function gather(parts: readonly CompositionPart[], own: string | undefined): readonly InstructionPart[] {
  const ofParts = parts.map(({ source, namespace, separator = '.' }) => ({
    catalog: source.current(),
    namespace,
    separator,
  }));
  return [...partsOfInstructions(own), ...composeInstructions(ofParts)];
}
