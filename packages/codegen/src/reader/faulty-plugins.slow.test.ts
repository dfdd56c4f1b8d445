/**
 * Builds a corpus of faulty plugins: each fault is reported at its mark and nowhere else, and nothing is written.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import { openFaultyBuilds } from './faulty/build-faulty.test-support.js';
import { bundleFaults, projectFaults } from './faulty/bundle.test-support.js';
import { callsFaults } from './faulty/calls.test-support.js';
import { classesFaults } from './faulty/classes.test-support.js';
import { completionsFaults } from './faulty/completions.test-support.js';
import { listingsFaults } from './faulty/listings.test-support.js';
import { docCommentsFaults } from './faulty/doc-comments.test-support.js';
import { type Fault, toolTaking } from './faulty/fault.test-support.js';
import { headersFaults } from './faulty/headers.test-support.js';
import { parametersFaults } from './faulty/parameters.test-support.js';
import { placesFaults } from './faulty/places.test-support.js';
import { resultsFaults } from './faulty/results.test-support.js';
import { schemasFaults, schemasNotes } from './faulty/schemas.test-support.js';
import { servicesFaults } from './faulty/services.test-support.js';
import { skillsFaults } from './faulty/skills.test-support.js';
import { viewsFaults, viewsNotes } from './faulty/views.test-support.js';
import { typesFaults } from './faulty/types.test-support.js';
import { openCases } from './reader-cases.test-support.js';

const faults: readonly Fault[] = [
  ...classesFaults,
  ...completionsFaults,
  ...listingsFaults,
  ...parametersFaults,
  ...typesFaults,
  ...resultsFaults,
  ...docCommentsFaults,
  ...headersFaults,
  ...callsFaults,
  ...placesFaults,
  ...servicesFaults,
  ...bundleFaults,
  ...skillsFaults,
  ...schemasFaults,
  ...viewsFaults,
];

/** Codes that are never errors. */
const notes: readonly Fault[] = [
  ...schemasNotes,
  ...viewsNotes,
  [
    'SIGIL056',
    'constraints of numeric keys',
    toolTaking('/*^*/x: Record<Share, string>', '/** @minimum 0 */ type Share = number;'),
  ],
];

const builds = openFaultyBuilds();
afterAll(() => builds.close());

test.each(faults)('%s: %s is reported at its place, with a fix, and nothing is built', async (...fault) => {
  const { found, fixes, expected, isBuilt } = await builds.build(fault);

  expect(expected).not.toEqual([]);
  expect(found).toEqual(expected);
  expect(fixes).not.toContain('');
  expect(isBuilt).toBe(false);
});

test.each(projectFaults)('%s: %s is reported at its file, with a fix, and nothing is built', async (...fault) => {
  const own = openFaultyBuilds();
  try {
    const { found, fixes, expected, isBuilt } = await own.build(fault);

    expect(found).toEqual(expected);
    expect(fixes).not.toContain('');
    expect(isBuilt).toBe(false);
  } finally {
    await own.close();
  }
});

test.each(notes)('%s: %s is reported at its place, with a fix, and the plugin is built', async (...note) => {
  const { found, fixes, expected, isBuilt } = await builds.build(note);

  expect(expected).not.toEqual([]);
  expect(found).toEqual(expected);
  expect(fixes).not.toContain('');
  expect(isBuilt).toBe(true);
});

test('all errors are reported at once, including type errors', () => {
  const cases = openCases();
  const { found, marks } = cases.read({
    'src/a.ts': `import { Tool, schemaOf } from '@sigil/core';
export class A {
  constructor(readonly §url: string) {}
  /** @param x it §@mininum 1 */
  @Tool() run(x: number, §y: any): { §b: symbol; c: §Missing } { throw new Error(); }
}
export const schema = §schemaOf();
`,
    'src/b.ts': `import { Tool } from '@sigil/core';\nclass §B { @Tool() walk(): string { return ''; } }\n`,
  });
  cases.close();

  expect(found.map((one) => one.replace(/^\S+ /, ''))).toEqual(marks);
});

describe('the table of codes', () => {
  test('has a faulty source for every code', () => {
    // A source with the path of its own folder, which is not known here, is in views/bundle-view.test.ts.
    const covered = new Set(['SIGIL143', ...[...faults, ...projectFaults, ...notes].map(([code]) => code)]);

    expect(Object.keys(diagnosticCodes).filter((code) => !covered.has(code))).toEqual([]);
  });

  test('supplies the fixes for any and Blob', () => {
    const cases = openCases();
    const { diagnostics } = cases.read(toolTaking('x: any, y: Blob'));
    cases.close();

    expect(diagnostics.map((one) => one.fix)).toEqual([
      'Say which values are meant, for example `string` or an interface; `unknown` takes any JSON.',
      'Use Uint8Array, which travels as base64.',
    ]);
  });
});
