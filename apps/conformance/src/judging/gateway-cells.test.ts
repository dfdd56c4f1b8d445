import { expect, test } from 'vitest';
import { findLost } from './gateway-cells.js';
import type { Finding, Verdict } from './verdict.js';

const finding = (check: string): Finding => ({ scenario: 'one', check, message: 'no' });
const nothing: Verdict = { scenarios: 1, successes: [], skipped: 0, failures: [], warnings: [] };
const passing = (...checks: string[]): Verdict => ({ ...nothing, successes: checks.map(finding) });

test('a check that fails through the gateway and not directly is lost', () => {
  const through = { ...nothing, failures: [finding('a'), finding('b'), finding('c')] };

  const lost = findLost({ through, direct: { ...passing('b'), failures: [finding('a')] } });

  expect(lost).toEqual([finding('b'), finding('c')]);
});

test('a check that passes directly but warns through the gateway is lost', () => {
  const through = { ...nothing, warnings: [finding('a')] };

  expect(findLost({ through, direct: passing('a') })).toEqual([finding('a')]);
  expect(findLost({ through, direct: { ...nothing, warnings: [finding('a')] } })).toEqual([]);
});

test('a check that does not run through the gateway is lost, once for each missing run', () => {
  const lost = findLost({ through: passing('a', 'b'), direct: passing('a', 'a', 'b', 'c') });

  expect(lost).toEqual([
    { ...finding('a'), message: 'the check was not made' },
    { ...finding('c'), message: 'the check was not made' },
  ]);
});
