/**
 * Checks the rules of the protocol against the tests that name them, and reports what is missing.
 *
 * Pure: the caller passes the files and their contents in.
 */
import type { Requirement } from './requirement.js';
import type { NamedTest, RuleComments } from './rule-comments.test-support.js';

/** A rule with the tests that cover it. */
export interface LedgerEntry {
  readonly requirement: Requirement;
  readonly tests: readonly NamedTest[];
}

/** The folder in which every test names at least one rule. */
export const suiteFolder = 'packages/testing/src/requirements/suite/';

/** Lists each rule with the tests that name it. */
export function buildLedger(requirements: readonly Requirement[], files: readonly RuleComments[]): LedgerEntry[] {
  const tests = files.flatMap((file) => file.tests);
  return requirements.map((requirement) => ({
    requirement,
    tests: tests.filter(({ rules }) => rules.includes(requirement.number)),
  }));
}

/** Lists the problems, one sentence each; empty when every binding rule has a test and every comment is valid. */
export function findProblems(requirements: readonly Requirement[], files: readonly RuleComments[]): string[] {
  return [
    ...numberProblems(requirements),
    ...buildLedger(requirements, files).flatMap(entryProblems),
    ...files.flatMap(({ tests }) => tests).flatMap((test) => commentProblems(test, requirements)),
    ...files.flatMap(({ tests }) => tests).flatMap(suiteProblems),
    ...files
      .flatMap(({ strays }) => strays)
      .map(({ path, line, text }) => `${path}:${line} "${text}" stands above no test, or is not "// Rules: 1, 2"`),
  ];
}

function numberProblems(requirements: readonly Requirement[]): string[] {
  return requirements
    .filter(({ number }, index) => number !== index + 1)
    .map(({ number }) => `rule ${number} is not where its number says`);
}

function entryProblems({ requirement, tests }: LedgerEntry): string[] {
  const { number, text, binds } = requirement;
  return binds === 'server' && tests.length === 0 ? [`rule ${number} has no test: ${text}`] : [];
}

function commentProblems({ path, line, rules }: NamedTest, requirements: readonly Requirement[]): string[] {
  return rules.flatMap((rule) => {
    const known = requirements.find(({ number }) => number === rule);
    if (!known) return [`${path}:${line} names rule ${rule}, which there is not`];
    if (known.binds !== 'server') return [`${path}:${line} names rule ${rule}, which is said to bind nothing here`];
    return [];
  });
}

function suiteProblems({ path, line, title, isGroup, isCovered }: NamedTest): string[] {
  if (isGroup || isCovered || !path.startsWith(suiteFolder)) return [];
  return [`${path}:${line} "${title}" names no rule`];
}
