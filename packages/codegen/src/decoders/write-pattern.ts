/**
 * Writes the test of a text by a regular expression, with the maximum of its steps.
 */
import { judgePattern } from '../patterns/judge-pattern.js';
import type { Declarations } from './declarations.js';

/** Declares a regular expression and returns the constant's name. */
export function declarePattern(pattern: string, declarations: Declarations): string {
  return declarations.declareConstant('pattern', `new RegExp(${JSON.stringify(pattern)}, 'u')`);
}

/** Writes the condition that `pattern` is found in the text `name`. */
export function writePatternTest(pattern: string, name: string, declarations: Declarations): string {
  return `fitsPattern(${[declarePattern(pattern, declarations), name, ...costOf(pattern)].join(', ')})`;
}

/** Returns the number of ways through a text, and the power of its length by which the search grows. */
export function costOf(pattern: string): readonly [ways: number, power: number] {
  const { ways, power } = judgePattern(pattern);
  return power === Infinity ? costOfTemplate(pattern) : [ways, power];
}

/**
 * Estimates the cost of a long template literal type, which is too large to judge but never nests repetitions. Authors' patterns
 * always have a finite cost.
 */
function costOfTemplate(pattern: string): readonly [ways: number, power: number] {
  const { length: alternatives } = pattern.split('|');
  const { length: repeated } = pattern.split(/[*+]/);
  return [Math.max(64, alternatives), repeated];
}
