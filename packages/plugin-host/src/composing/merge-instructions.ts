/**
 * Merges the instructions of the parts of a server into one text, in the order of the parts.
 */

/** The instructions of one part, and the prefix of its tools and prompts. */
export interface PartInstructions {
  readonly instructions: string | undefined;
  readonly namespace?: string | undefined;
  /** Joins the namespace and a name. */
  readonly separator: string;
}

/**
 * A part under a namespace gets a heading with its prefix, since its instructions name its tools without it. Equal texts appear once.
 *
 * @returns `undefined` if no part has instructions
 */
export function mergeInstructions(parts: readonly PartInstructions[]): string | undefined {
  const texts = parts.flatMap(({ instructions, namespace, separator }) => {
    const text = instructions?.trim();
    if (!text) return [];
    if (namespace === undefined) return [text];
    const prefix = `${namespace.replaceAll('.', separator)}${separator}`;
    return [`## ${namespace}\n\nThe names of these tools and prompts begin with "${prefix}".\n\n${text}`];
  });
  return texts.length > 0 ? [...new Set(texts)].join('\n\n') : undefined;
}
