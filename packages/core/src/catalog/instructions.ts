/**
 * Instructions for models: the texts of a catalog and the prefixes of the names that each is for, and the one text that clients get.
 */

/** A text, and the names that it is for. A composition adds its namespace to both other members. */
export interface InstructionPart {
  readonly text: string;
  /** The path of namespaces, joined by dots; absent for names without a prefix. */
  readonly namespace?: string;
  /** The prefixes that the names of its tools and prompts begin with; empty for names without a prefix. */
  readonly prefixes: readonly string[];
}

/** A text on all names of a catalog, or the parts of a composition in their order. */
export type Instructions = string | readonly InstructionPart[];

/** @returns the parts that have a text, without white space around it */
export function partsOfInstructions(instructions: Instructions | undefined): readonly InstructionPart[] {
  const parts = typeof instructions === 'string' ? [{ text: instructions, prefixes: [] }] : (instructions ?? []);
  return parts.map((part) => ({ ...part, text: part.text.trim() })).filter(({ text }) => text !== '');
}

/**
 * Writes the text for clients. A text of several parts appears once. Texts on names without a prefix come first, since
 * they would otherwise seem to belong to the heading before them; the others follow under a heading with their prefixes.
 *
 * @returns `undefined` if no part has a text
 */
export function writeInstructions(instructions: Instructions | undefined): string | undefined {
  if (typeof instructions === 'string') return instructions.trim() || undefined;
  const partsByText = groupBy(partsOfInstructions(instructions), ({ text }) => text);
  const groups = groupBy(partsByText, ([, parts]) => writeHeading(parts));
  const plain = groups.get(noHeading) ?? [];
  groups.delete(noHeading);
  const headed = [...groups].flatMap(([heading, texts]) => [heading, ...texts.map(([text]) => text)]);
  return [...plain.map(([text]) => text), ...headed].join('\n\n') || undefined;
}

function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const noHeading = '';

function writeHeading(parts: readonly InstructionPart[]): string {
  const namespaces = new Set(parts.flatMap(({ namespace }) => namespace ?? []));
  if (namespaces.size === 0) return noHeading;
  const begins = [...new Set(parts.flatMap(({ prefixes }) => prefixes))].map((prefix) => JSON.stringify(prefix));
  const hasBare = parts.some(({ namespace }) => namespace === undefined);
  const said = `begin with ${listed(begins)}${hasBare ? ', or have no such prefix' : ''}`;
  return `## ${[...namespaces].join(', ')}\n\nThe names of these tools and prompts ${said}.`;
}

/** Joins `a`, `b` and `c` to `a, b or c`. */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
