/**
 * Writes the test of a text by a regular expression, with the steps that it takes at most.
 */
import { judgePattern } from '../patterns/judge-pattern.js';
import type { Declarations } from './declarations.js';

/** The name of a constant that is the regular expression. */
export function declarePattern(pattern: string, declarations: Declarations): string {
  return declarations.declareConstant('pattern', `new RegExp(${JSON.stringify(pattern)}, 'u')`);
}

/** The condition that `pattern` is found in the text `name`. */
export function writePatternTest(pattern: string, name: string, declarations: Declarations): string {
  return `fitsPattern(${[declarePattern(pattern, declarations), name, ...costOf(pattern)].join(', ')})`;
}

/** The number of ways through a text, and the power of its length that the search grows with. */
export function costOf(pattern: string): readonly [ways: number, power: number] {
  const { ways, power } = judgePattern(pattern);
  return power === Infinity ? costOfTemplate(pattern) : [ways, power];
}

/** Authors' patterns all have an end; those of long template literal types are too large to be judged, but never repeat what repeats. */
function costOfTemplate(pattern: string): readonly [ways: number, power: number] {
  const { length: alternatives } = pattern.split('|');
  const { length: repeated } = pattern.split(/[*+]/);
  return [Math.max(64, alternatives), repeated];
}
