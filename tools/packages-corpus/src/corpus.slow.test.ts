/**
 * Runs a selection of the corpus: one package of each kind, and every package and plugin made for the corpus.
 */
import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { allCases } from './all-cases.mjs';
import { findDifferences } from './find-differences.mjs';
import { installPackages } from './installed-packages.mjs';
import { runCases } from './run-cases.mjs';

/** Each is of another kind: how it is published, how its documentation imports it, and what it needs beside its code. */
const selected = [
  'p-limit',
  'chalk',
  'nanoid',
  'execa',
  '@octokit/core',
  'yoga-layout',
  'lodash',
  'ms',
  'ajv',
  'ioredis',
  'pdfkit',
  'zod',
  'graphql',
  'reflect-metadata',
  '@node-rs/crc32',
  'sql.js',
];

/** Installing takes a minute without a cache, and the cases of a package up to two on a crowded machine. */
const patienceMs = 600_000;

const kindsMade = [...new Set(allCases.filter(isMade).map(({ kind }) => kind))];

describe('a plugin that imports a package does what the same source does in plain Node', () => {
  beforeAll(installPackages, patienceMs);

  it.each(selected)(
    '%s',
    async (name) => {
      await expectNoDifference(allCases.filter((one) => one.package === name));
    },
    patienceMs,
  );

  it.each(kindsMade)(
    'made for the corpus: %s',
    async (kind) => {
      await expectNoDifference(allCases.filter((one) => isMade(one) && one.kind === kind));
    },
    patienceMs,
  );
});

function isMade({ package: name }: { readonly package: string }): boolean {
  return name.startsWith('(');
}

async function expectNoDifference(cases: typeof allCases): Promise<void> {
  expect(cases).not.toHaveLength(0);
  const runs = await runCases(cases, { lanes: availableParallelism() });
  expect(runs.filter(({ expected }) => expected.kind !== 'value')).toEqual([]);
  expect(runs.flatMap(findDifferences)).toEqual([]);
}
