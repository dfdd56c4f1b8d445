/**
 * Finds the differences of a migration that no finding names.
 */

/**
 * @param {import('./judge.mjs').Verdict} verdict
 * @returns {{ name: string, step: string, before: unknown, after: unknown }[]}
 */
export function silentDifferences({ name, findings, differences }) {
  const named = new Set(findings.map((one) => one.name));
  // These constructs concern several components, whose names only a run of the old server knows.
  const isOpen = findings.some(({ construct }) => construct === 'loop' || construct === 'setRequestHandler');
  return differences
    .filter(({ step }) => !named.has(step.split(' ')[1]) && !isOpen)
    .map(({ step, before, after }) => ({ name, step, before, after }));
}
