/**
 * Writes the ledger as a page: each rule with its revisions and the tests that cover it, then the rules that bind nothing.
 */
import type { LedgerEntry } from './ledger.js';

const introduction = [
  '# Requirements',
  '',
  'Every rule that the protocol binds a server with, in our own words, and the tests that show it.',
  'Written by `npm run docs:write` from the table in `packages/testing/src/requirements` and the comments',
  '`// Rules: …` above tests; a test fails when this page is not what that would write.',
  '',
].join('\n');

/** @returns Markdown, before formatting */
export function writeReport(entries: readonly LedgerEntry[]): string {
  const binding = entries.filter(({ requirement }) => requirement.binds === 'server');
  const others = entries.filter(({ requirement }) => requirement.binds !== 'server');
  return [
    introduction,
    `${binding.length} of ${entries.length} rules bind this server; each has at least one test.`,
    '',
    '## Rules and their tests',
    '',
    ...binding.map(describeRule),
    '## Rules that bind nothing here',
    '',
    ...others.map(describeExemption),
  ].join('\n');
}

function describeRule({ requirement, tests }: LedgerEntry): string {
  const { number, text, source } = requirement;
  const files = [...new Set(tests.map(({ path }) => path))].map((path) => {
    const titles = tests.filter((test) => test.path === path).map(({ title }) => `“${asText(title)}”`);
    return `  - [${path}](../../${path}): ${[...new Set(titles)].join('; ')}`;
  });
  return [`- **${number}** (${rangeOf(requirement.revisions)}) ${text} <sub>${source}</sub>`, ...files, ''].join('\n');
}

function describeExemption({ requirement }: LedgerEntry): string {
  const { number, text, source, binds } = requirement;
  const why = binds === 'server' ? '' : binds.not;
  return `- **${number}** (${rangeOf(requirement.revisions)}) ${text} <sub>${source}</sub>\n  - Not bound: ${why}.\n`;
}

function rangeOf(revisions: readonly string[]): string {
  const [first, last] = [revisions[0], revisions.at(-1)];
  return first === last ? `${first}` : `${first} to ${last}`;
}

/** Leaves out groups that only name the revision, and escapes Markdown characters in titles. */
function asText(title: string): string {
  return title.replaceAll('$date › ', '').replace(/[\\`*_{}[\]<>#|$~]/g, '\\$&');
}
