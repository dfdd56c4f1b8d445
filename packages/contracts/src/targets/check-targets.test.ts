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
  test('reports a tool that its clients do not accept, at its input', () => {
    const { severity, targets, remedy } = targetRules[rule];

    const [first, ...more] = found(it.bad, rule);

    expect(first).toMatchObject({ severity, targets, fix: remedy, message: expect.stringContaining(it.message) });
    expect(first?.input).toBe(it.input);
    expect(more).toEqual([]);
  });

  test('reports nothing for a tool that its clients accept', () => {
    expect(found(it.good, rule)).toEqual([]);
  });
});

test('the number of tools is that of the tools that models read', () => {
  const toolsOf = (count: number, visibility: readonly string[]): CheckedOffer['tools'] =>
    Array.from({ length: count }, (_, at) => ({
      name: `${visibility.join('_')}${at}`,
      inputSchema: objectOf({}),
      _meta: { ui: { visibility: [...visibility] } },
    }));
  const rule = 'cursor/tool-count' satisfies TargetRuleId;
  const most = ruleCases[rule].bad.tools.length - 1;
  const offer = (tools: CheckedOffer['tools']): CheckedOffer => ({ ...ruleCases[rule].bad, tools });

  expect(found(offer([...toolsOf(most, ['model', 'app']), ...toolsOf(1, ['app'])]), rule)).toEqual([]);
  expect(found(offer(toolsOf(most + 1, ['model'])), rule)).toHaveLength(1);
});

describe('checkTargets()', () => {
  const dotted = offerOf({ name: 'a.b' });

  test('names the tool and those of the requested targets to which a rule applies', () => {
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

  test('ignores the rules of other clients', () => {
    expect(checkTargets(dotted, ['gemini'])).toEqual([]);
    expect(checkTargets(dotted, [])).toEqual([]);
  });

  test('reports nothing for a plain tool', () => {
    const inputSchema = objectOf({ city: { type: 'string', description: 'City name' } });

    expect(checkTargets(offerOf({ inputSchema }), clientTargets)).toEqual([]);
  });

  test('reports a problem of a shared type once per input', () => {
    const pair = objectOf({ a: { $ref: '#/$defs/T' }, b: { $ref: '#/$defs/T' } });
    const inputSchema = { ...objectOf({ x: pair, y: { $ref: '#/$defs/T' } }), $defs: { T: { const: 1 } } };

    const constants = checkTargets(offerOf({ inputSchema }), ['gemini']).filter(({ rule }) => rule === 'gemini/const');

    expect(constants.map(({ message }) => message)).toEqual([
      'tool "run": x.a has "const"',
      'tool "run": y has "const"',
    ]);
  });

  test('ends for deeply nested schemas and for references that do not resolve', () => {
    let deep = {};
    for (let level = 0; level < 5_000; level++) deep = { type: 'array', items: deep };
    const inputSchema = objectOf({ deep, lost: { $ref: '#/$defs/Lost' }, far: { $ref: 'https://example.com/x.json' } });

    expect(checkTargets(offerOf({ inputSchema }), ['openai'])).toMatchObject([{ rule: 'openai/strict-nesting' }]);
  });
});

test('every rule has sources, a check date, and a summary and remedy that end in a full stop', () => {
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
