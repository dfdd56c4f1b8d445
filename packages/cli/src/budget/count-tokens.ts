/**
 * Counts the tokens of tool definitions exactly, in the vocabulary o200k.
 */
import type { CheckedTool } from '@sigil/contracts/targets';

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** Loads the vocabulary, which takes half a second. */
export async function openTokenCounter(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // A definition may contain the name of a special token; it is text there.
  return (text) => countTokens(text, { allowedSpecial: 'all' });
}

/** Counts the members that every client puts into the context of its model, as compact JSON. */
export function countDefinition(
  { name, description, inputSchema }: Pick<CheckedTool, 'name' | 'description' | 'inputSchema'>,
  count: CountTokens,
): number {
  return count(JSON.stringify({ name, description, inputSchema }));
}
