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
  const isOpen = findings.some(({ construct }) =>
    ['loop', 'registerTool', 'server', 'setRequestHandler', 'wrapper'].includes(construct ?? ''),
  );
  return differences
    .filter(
      ({ step, before, after }) =>
        !isOpen && ![step.split(' ')[1], nameIn(before), nameIn(after)].some((one) => named.has(one)),
    )
    .map(({ step, before, after }) => ({ name, step, before, after }));
}

/** Resources are listed by URI, and findings have their names. @param {any} listed @returns {string | undefined} */
function nameIn(listed) {
  return typeof listed?.name === 'string' ? listed.name : undefined;
}
