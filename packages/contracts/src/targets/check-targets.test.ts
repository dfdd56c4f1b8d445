import { describe, expect, test } from 'vitest';
import { checkTargets } from './check-targets.js';
import type { CheckedOffer } from './checked-offer.js';
import { clientTargets } from './client-target.js';
import { objectOf, offerOf, ruleCases } from './rule-cases.test-support.js';
import type { TargetFinding } from './check-targets.js';
import { targetRules, type TargetRuleId } from './target-rules.data.js';

const found = (offer: CheckedOffer, rule: TargetRuleId): TargetFinding[] =>
  checkTargets(offer, targetRules[rule].targets).filter((finding) => finding.rule === rule);

describe.each(Object.entries(ruleCases) as [TargetRuleId, (typeof ruleCases)[TargetRuleId]][])('%s', (rule, it) => {
  test('finds what its clients do not take, at its input', () => {
    const { severity, targets, remedy } = targetRules[rule];

    const [first, ...more] = found(it.bad, rule);

    expect(first).toMatchObject({ severity, targets, fix: remedy, message: expect.stringContaining(it.message) });
    expect(first?.input).toBe(it.input);
    expect(more).toEqual([]);
  });

  test('finds nothing in what they take', () => {
    expect(found(it.good, rule)).toEqual([]);
  });
});

describe('checking', () => {
  const dotted = offerOf({ name: 'a.b' });

  test('names the tool, and of the targets asked for those that the rule holds for', () => {
    expect(checkTargets(offerOf({ inputSchema: { anyOf: [] } }), ['vscode', 'openai'])).toMatchObject([
      {
        rule: 'claude/top-level-union',
        targets: ['openai'],
        tool: 'run',
        message: expect.stringMatching(/^tool "run": /),
      },
      { rule: 'vscode/top-level-union', targets: ['vscode'] },
    ]);
  });

  test('leaves out the rules of other clients', () => {
    expect(checkTargets(dotted, ['gemini'])).toEqual([]);
    expect(checkTargets(dotted, [])).toEqual([]);
  });

  test('finds nothing in a plain tool', () => {
    const inputSchema = objectOf({ city: { type: 'string', description: 'City name' } });

    expect(checkTargets(offerOf({ inputSchema }), clientTargets)).toEqual([]);
  });

  test('says of an input only once what is wrong with a type that it has twice', () => {
    const pair = objectOf({ a: { $ref: '#/$defs/T' }, b: { $ref: '#/$defs/T' } });
    const inputSchema = { ...objectOf({ x: pair, y: { $ref: '#/$defs/T' } }), $defs: { T: { const: 1 } } };

    const constants = checkTargets(offerOf({ inputSchema }), ['gemini']).filter(({ rule }) => rule === 'gemini/const');

    expect(constants.map(({ message }) => message)).toEqual([
      'tool "run": x.a has "const"',
      'tool "run": y has "const"',
    ]);
  });

  test('ends for schemas that are nested without end, and for references to nothing', () => {
    let deep = {};
    for (let level = 0; level < 5_000; level++) deep = { type: 'array', items: deep };
    const inputSchema = objectOf({ deep, lost: { $ref: '#/$defs/Lost' }, far: { $ref: 'https://example.com/x.json' } });

    expect(checkTargets(offerOf({ inputSchema }), ['openai'])).toMatchObject([{ rule: 'openai/strict-nesting' }]);
  });
});

test('every rule has its sources, the day they were read, and one sentence that ends', () => {
  const rows = Object.entries(targetRules);

  expect(rows.length).toBeGreaterThanOrEqual(25);
  for (const [id, { summary, remedy, sources, checked }] of rows) {
    expect(id).toMatch(/^(claude|openai|gemini|vscode|cursor)\/[a-z0-9-]+$/);
    expect(summary).toMatch(/\.$/);
    expect(remedy).toMatch(/\.$/);
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.every(({ url, says }) => URL.canParse(url) && says !== '')).toBe(true);
    expect(checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});
