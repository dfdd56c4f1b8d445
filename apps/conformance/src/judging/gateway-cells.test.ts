import { expect, test } from 'vitest';
import { judgeCell, untranslatable } from './gateway-cells.js';

const finding = (check: string) => ({ scenario: 'one', check, message: 'no' });
const gaps = untranslatable.map(({ check }) => finding(check));

test('a check that fails through the gateway and not directly is lost', () => {
  const cell = { era: 'modern', isModernClient: true } as const;

  const { lost } = judgeCell(cell, [finding('a'), finding('b')], [finding('a')]);

  expect(lost).toEqual([finding('b')]);
});

test('only a legacy upstream explains what a modern client misses', () => {
  const modern = judgeCell({ era: 'modern', isModernClient: true }, gaps, []);
  const legacy = judgeCell({ era: 'legacy', isModernClient: true }, gaps, []);

  expect([modern.lost, modern.explained]).toEqual([gaps, []]);
  expect([legacy.lost, legacy.explained, legacy.stale]).toEqual([[], gaps, []]);
});

test('an explained check that passes is stale', () => {
  const { stale } = judgeCell({ era: 'legacy', isModernClient: true }, gaps.slice(1), []);

  expect(stale).toEqual([untranslatable[0]?.check]);
});
