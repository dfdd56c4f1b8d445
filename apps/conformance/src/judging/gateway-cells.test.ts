import { expect, test } from 'vitest';
import { gatewayCells, judgeCell, untranslatable, type CellFailures } from './gateway-cells.js';
import type { Finding, Verdict } from './verdict.js';

const finding = (check: string): Finding => ({ scenario: 'one', check, message: 'no' });
const nothing: Verdict = { scenarios: 1, successes: [], skipped: 0, failures: [], warnings: [] };
const passing = (...checks: string[]): Verdict => ({ ...nothing, successes: checks.map(finding) });
const legacyHttp = gatewayCells.find(({ name }) => name === 'legacy-http')!;
const modernHttp = gatewayCells.find(({ name }) => name === 'modern-http')!;
const gaps = untranslatable
  .filter(({ client, isOn }) => client === 'modern' && isOn(legacyHttp))
  .flatMap(({ checks }) => checks);

const judge = (through: Verdict, direct: Verdict): CellFailures =>
  judgeCell({ cell: modernHttp, client: 'modern', through, direct });

test('a check that fails through the gateway and not directly is lost', () => {
  const through = { ...nothing, failures: [finding('a'), finding('b'), finding('c')] };

  const { lost } = judge(through, { ...passing('b'), failures: [finding('a')] });

  expect(lost).toEqual([finding('b'), finding('c')]);
});

test('a check that is only warned of through the gateway is lost', () => {
  expect(judge({ ...nothing, warnings: [finding('a')] }, passing('a')).lost).toEqual([finding('a')]);
  expect(judge({ ...nothing, warnings: [finding('a')] }, { ...nothing, warnings: [finding('a')] }).lost).toEqual([]);
});

test('a check that is not made through the gateway is lost, as often as it is missing', () => {
  const { lost } = judge(passing('a', 'b'), passing('a', 'a', 'b', 'c'));

  expect(lost).toEqual([
    { ...finding('a'), message: 'the check was not made' },
    { ...finding('c'), message: 'the check was not made' },
  ]);
});

test('only a legacy upstream explains what a modern client misses', () => {
  const failing = { ...nothing, failures: gaps.map(finding) };
  const modern = judgeCell({ cell: modernHttp, client: 'modern', through: failing, direct: passing(...gaps) });
  const legacy = judgeCell({ cell: legacyHttp, client: 'modern', through: failing, direct: passing(...gaps) });

  expect([modern.lost, modern.explained]).toEqual([gaps.map(finding), []]);
  expect([legacy.lost, legacy.explained, legacy.stale]).toEqual([[], gaps.map(finding), []]);
});

test('an explained check that passes is stale', () => {
  const through = passing(...gaps.slice(0, 1));
  const { stale } = judgeCell({ cell: legacyHttp, client: 'modern', through, direct: passing(...gaps) });

  expect(stale).toEqual(gaps.slice(0, 1));
});
