/**
 * Finds the texts of a tool's result that repeat its structured result, for clients that read only text. Both together count once.
 */
import { canonicalJson } from '../model/canonical-json.js';
import type { ContentBlock } from '../model/content.js';
import type { JsonValue } from '../model/json.js';

/** @returns the texts with the same JSON value, however it is spaced and ordered */
export function findRepeatedTexts(content: readonly ContentBlock[], structuredJson: string): readonly string[] {
  let structured: string | undefined;
  return content.flatMap((block) => {
    if (block.type !== 'text') return [];
    if (block.text === structuredJson) return [block.text];
    const text = canonicalOf(block.text);
    if (text === undefined) return [];
    structured ??= canonicalOf(structuredJson);
    return text === structured ? [block.text] : [];
  });
}

function canonicalOf(text: string): string | undefined {
  try {
    return canonicalJson(JSON.parse(text) as JsonValue);
  } catch {
    // Most texts are no JSON.
    return undefined;
  }
}
