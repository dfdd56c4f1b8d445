/**
 * Reports patterns whose search may take too long: callers choose the text, and a backtracking search cannot be stopped.
 */
import { judgePattern } from '../../patterns/judge-pattern.js';
import { findPatternLimit } from '../../patterns/pattern-limit.js';
import type { SchemaNode } from '../../model/schema-node.js';
import type { DocTag } from './doc-comment.js';
import type { SourcedDoc } from './doc-source.js';
import { foreignFix } from '../program/problems.js';
import type { Reading } from '../program/reading.js';

/** The place of the tag, and its subject for the message. */
export interface PatternPlace {
  readonly tag: DocTag;
  readonly docs: Pick<SourcedDoc, 'placeOfTag' | 'isForeign'>;
  readonly subject: string;
}

/**
 * @param node the type with all its constraints: a bounded length bounds the search
 * @returns whether the pattern stays; one that the author cannot edit is left out, with a note
 */
export function checkPattern(reading: Reading, node: SchemaNode, { tag, docs, subject }: PatternPlace): boolean {
  const longest = findPatternLimit(tag.text);
  const isEndless = longest === 0;
  if (!isEndless && longestOf(node, tag.text) <= longest) return true;
  const { power } = judgePattern(tag.text);
  const says = isEndless
    ? 'can backtrack without end'
    : `takes time that grows with the length to the power of ${power}`;
  const bound = isEndless ? '' : `, or bound the text with \`@maxLength ${longest}\` or less`;
  const at = docs.placeOfTag(tag);
  const message = `${subject}: @pattern ${says}`;
  if (docs.isForeign(tag)) {
    reading.problems.add({
      code: 'SIGIL076',
      severity: 'note',
      at,
      message: `${message}; it is left out`,
      fix: foreignFix,
    });
    return false;
  }
  reading.problems.add({
    code: 'SIGIL076',
    at,
    message,
    fix: `Write it so that each text is matched in one way only: ${advice(isEndless)}${bound}.`,
  });
  return true;
}

function advice(isEndless: boolean): string {
  return isEndless
    ? 'no repetition of what repeats itself, such as `(a+)+`, and no alternatives that begin alike, such as `(a|ab)*`'
    : 'begin it with `^`, and let what repeats be followed by what it cannot match';
}

/** Returns the length of the longest text that the pattern is tested on. */
function longestOf(node: SchemaNode, pattern: string): number {
  switch (node.kind) {
    case 'string':
      return node.pattern === pattern ? (node.maxLength ?? Infinity) : 0;
    case 'union':
      return Math.max(0, ...node.members.map((member) => longestOf(member, pattern)));
    case 'toJson':
      return longestOf(node.node, pattern);
    case 'ref':
      return node.definition.isRecursive ? Infinity : longestOf(node.definition.node, pattern);
    default:
      return 0;
  }
}
