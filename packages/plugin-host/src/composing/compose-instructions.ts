/**
 * Gathers the instructions of the parts of a composition, each with the prefixes that its names have there.
 */
import { partsOfInstructions, type Catalog, type InstructionPart } from '@sigil/core/catalog';
import { NameJoiner, type Namespace } from './name-joiner.js';

/** A catalog of a composition, and its namespace there. */
export interface InstructedPart extends Namespace {
  readonly catalog: Pick<Catalog, 'instructions' | 'tools' | 'prompts'>;
}

/** @returns the texts in the order of the parts; a text of a nested composition has the whole path of its namespaces */
export function composeInstructions(parts: readonly InstructedPart[]): readonly InstructionPart[] {
  return parts.flatMap((part) => {
    const { catalog, namespace } = part;
    const texts = partsOfInstructions(catalog.instructions);
    if (namespace === undefined || texts.length === 0) return texts;
    const kinds = [catalog.tools, catalog.prompts].map((kind) => kind.map(({ definition }) => definition.name));
    const joined = (prefix: string): readonly string[] => {
      const found = kinds.flatMap((names) => [
        ...new NameJoiner(part, names).joinPrefix(
          prefix,
          names.filter((name) => name.startsWith(prefix)),
        ),
      ]);
      return found.length > 0 ? found : [new NameJoiner(part, []).joinTwice(prefix)];
    };
    return texts.map(({ text, namespace: inner, prefixes }) => ({
      text,
      namespace: inner === undefined ? namespace : `${namespace}.${inner}`,
      prefixes: [...new Set((prefixes.length > 0 ? prefixes : ['']).flatMap(joined))],
    }));
  });
}
