/**
 * Compares the outcomes of a case with that of plain Node.
 */
import { linkKinds } from './outcome.mjs';

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/**
 * @typedef {object} Difference
 * @property {string} package
 * @property {string} kind of package
 * @property {string} form
 * @property {readonly import('./outcome.mjs').LinkKind[]} links those that give this outcome
 * @property {Outcome} expected
 * @property {Outcome} actual
 */

/**
 * Returns where the links do something else than plain Node; links with the same outcome are one difference.
 *
 * @param {import('./run-case.mjs').CaseRun} run
 * @returns {readonly Difference[]}
 */
export function findDifferences({ case: { package: name, kind, form, refusal }, expected, links }) {
  /** @type {Map<string, import('./outcome.mjs').LinkKind[]>} */
  const byOutcome = new Map();
  for (const link of linkKinds) {
    const outcome = links[link];
    if (isAsExpected(outcome, expected, refusal)) continue;
    const key = JSON.stringify(outcome);
    byOutcome.set(key, [...(byOutcome.get(key) ?? []), link]);
  }
  return [...byOutcome].map(([outcome, where]) => ({
    package: name,
    kind,
    form,
    links: where,
    expected,
    actual: JSON.parse(outcome),
  }));
}

/**
 * Returns whether a link gives what plain Node gives, or the build refuses what the documentation says that it refuses.
 *
 * @param {Outcome} outcome
 * @param {Outcome} expected
 * @param {string} [refusal]
 */
export function isAsExpected(outcome, expected, refusal) {
  if (refusal !== undefined) return outcome.kind === 'refused' && outcome.text.startsWith(`${refusal} `);
  return outcome.kind === expected.kind && outcome.text === expected.text;
}
