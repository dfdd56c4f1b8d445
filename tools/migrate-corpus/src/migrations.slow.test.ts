/**
 * Calls servers before and after their migration, and accepts a difference only if a finding names its place.
 */
import { expect, test } from 'vitest';
import { judge } from './judge.mjs';
import { silentDifferences } from './silent-differences.mjs';

/** A server for each part of the migration; `npm run nightly -- --only migrate` judges all. */
const servers = ['basic', 'commonjs', 'lowlevel', 'resources', 'results', 'schemas'];
const timeoutMs = 200_000;

test(
  'a client sees no difference that no finding names',
  async () => {
    const verdicts = await judge(servers);

    expect(verdicts.flatMap(silentDifferences)).toEqual([]);
  },
  timeoutMs,
);
