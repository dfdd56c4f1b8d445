/**
 * Describes wrong arguments: the place of each, the expected value and the given one.
 */
import type { ArgumentProblem } from '../manifest/plugin-module.js';
import { quotePath } from '../model/quote-path.js';

const mostDescribed = 20;

/** Returns one sentence for one problem, a list for several. */
export function describeProblems(problems: readonly ArgumentProblem[]): string {
  const lines = problems.slice(0, mostDescribed).map(describeProblem);
  if (lines.length === 1) return lines[0]!;
  const more = problems.length > mostDescribed ? [`and ${problems.length - mostDescribed} more`] : [];
  return ['the arguments have these problems:', ...[...lines, ...more].map((line) => `- ${line}`)].join('\n');
}

function describeProblem({ path, expected, received, unknown, says }: ArgumentProblem): string {
  if (unknown !== undefined) return `unknown argument ${quotePath(path)}${unknown === '' ? '' : `; ${unknown}`}`;
  const subject = path === '' ? 'the arguments' : `argument ${quotePath(path)}`;
  if (says !== undefined) return `${subject}: ${says}`;
  return `${subject} must be ${expected}, got ${received}`;
}
