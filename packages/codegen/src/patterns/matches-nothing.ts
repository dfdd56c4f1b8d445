/**
 * Finds patterns that no text matches, such as one with words after it in a doc comment: `^[a-z]+$ lower case`.
 */
import { parsePattern, type PatternTree } from './parse-pattern.js';

/** Returns whether something has to follow a `$`, or to precede a `^`; other contradictions are not looked for. */
export function matchesNothing(pattern: string): boolean {
  const tree = parsePattern(pattern);
  return tree !== undefined && isImpossible(tree);
}

function isImpossible(tree: PatternTree): boolean {
  if (tree.kind === 'choice') return tree.branches.every(isImpossible);
  if (tree.kind === 'repeat') return tree.least > 0 && isImpossible(tree.inner);
  if (tree.kind !== 'sequence') return false;
  const { parts } = tree;
  const end = parts.findIndex((part) => isAssertion(part, 'end'));
  const start = parts.findLastIndex((part) => isAssertion(part, 'start'));
  return (
    parts.some(isImpossible) ||
    (end !== -1 && parts.slice(end).some(consumes)) ||
    (start !== -1 && parts.slice(0, start).some(consumes))
  );
}

function isAssertion(part: PatternTree, of: 'start' | 'end'): boolean {
  return part.kind === 'assertion' && part.of === of;
}

/** Returns whether every match of a part has a character. */
function consumes(part: PatternTree): boolean {
  switch (part.kind) {
    case 'set':
      return true;
    case 'sequence':
      return part.parts.some(consumes);
    case 'choice':
      return part.branches.every(consumes);
    case 'repeat':
      return part.least > 0 && consumes(part.inner);
    default:
      return false;
  }
}
