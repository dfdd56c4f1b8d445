/**
 * Reads `@keywords`, the author's words by which a search finds a tool: `@keywords bill, direct debit`.
 */
import type { ToolModel } from '../model/plugin-model.js';
import type { PublishedMethod } from './published-method.js';

/** Reads all tags of the method's comment; reports one without a word. */
export function readKeywords({ reading, owner, docs }: PublishedMethod): Pick<ToolModel, 'keywords'> {
  if (!docs) return {};
  const tags = docs.comment.tags.filter(({ name }) => name === 'keywords');
  const keywords = tags.flatMap((tag) => {
    const words = tag.text
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
    if (words.length === 0) {
      const message = `${owner}: @keywords must be followed by words, with commas between them`;
      reading.problems.add({ code: 'SIGIL071', at: docs.placeOfTag(tag), message });
    }
    return words;
  });
  return keywords.length > 0 ? { keywords } : {};
}
