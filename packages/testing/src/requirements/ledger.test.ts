import { join } from 'node:path';
import { revisions } from '@sigil/core/engine';
import { format, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { buildLedger, findProblems, suiteFolder } from './ledger.js';
import { readTestFiles, workspaceRoot } from './read-test-files.test-support.js';
import type { Requirement } from './requirement.js';
import { requirements } from './requirements.js';
import { readRuleComments } from './rule-comments.test-support.js';
import { writeReport } from './write-report.js';

const rule = (number: number, binds: Requirement['binds'] = 'server'): Requirement => ({
  number,
  revisions: ['2025-11-25'],
  text: `Text ${number}.`,
  source: 'page',
  binds,
});

const commentsOf = (text: string, path = 'packages/a/src/a.test.ts') => readRuleComments({ path, text });
const problemsOf = (text: string, rules: readonly Requirement[] = [rule(1)], path?: string) =>
  findProblems(rules, [commentsOf(text, path)]);

describe('a rule comment', () => {
  test.each([
    ['test', `// Rules: 1, 2\ntest('a', () => {});`, 'a'],
    ['test.each', `// Rules: 1, 2\ntest.each([[1]])('a %s', () => {});`, 'a %s'],
    ['test.each with types', `// Rules: 1, 2\ntest.each<[number]>([[1]])('a %s', () => {});`, 'a %s'],
    ['describe', `// Rules: 1, 2\ndescribe('g', () => {});`, 'g'],
    ['describe.each', `// Rules: 1, 2\ndescribe.each(all)('$date', () => {});`, '$date'],
    ['a contract suite', `// Rules: 1, 2\nrunTransportContract('memory', open);`, 'memory'],
    ['a test under another comment', `// Why.\n// Rules: 1, 2\ntest('a', () => {});`, 'a'],
  ])('names the rules of %s', (_what, text, title) => {
    const { tests } = commentsOf(text);

    expect(tests.filter(({ rules }) => rules.length > 0)).toMatchObject([{ title, rules: [1, 2] }]);
  });

  test('covers only its own test, whose title includes its groups', () => {
    const text = `describe('outer', () => {\n  // Rules: 1\n  test('inner', () => {});\n  test('other', () => {});\n});`;

    expect(commentsOf(text).tests).toMatchObject([
      { title: 'outer', isGroup: true, rules: [] },
      { title: 'outer › inner', line: 3, rules: [1], isCovered: true },
      { title: 'outer › other', line: 4, rules: [], isCovered: false },
    ]);
  });

  test('covers every test of the group below it', () => {
    const { tests } = commentsOf(`// Rules: 1\ndescribe('outer', () => {\n  test('inner', () => {});\n});`);

    expect(tests.map(({ isCovered }) => isCovered)).toEqual([true, true]);
  });

  test('is ignored inside a string', () => {
    expect(commentsOf(`test('a', () => read(\`\n// Rules: 1\n\`));`).strays).toEqual([]);
  });
});

describe('findProblems', () => {
  test('reports a binding rule without a test', () => {
    expect(problemsOf(`test('a', () => {});`)).toEqual(['rule 1 has no test: Text 1.']);
  });

  test('reports a comment that names an unknown rule', () => {
    expect(problemsOf(`// Rules: 1, 7\ntest('a', () => {});`)).toEqual([
      'packages/a/src/a.test.ts:2 names rule 7, which there is not',
    ]);
  });

  test('reports a comment that names a rule that binds nothing', () => {
    expect(problemsOf(`// Rules: 1\ntest('a', () => {});`, [rule(1, { not: 'no such thing here' })])).toEqual([
      'packages/a/src/a.test.ts:2 names rule 1, which is said to bind nothing here',
    ]);
  });

  test('reports a test of the suite that names no rule', () => {
    const text = `// Rules: 1\ntest('a', () => {});\ntest('b', () => {});`;

    expect(problemsOf(text, [rule(1)], `${suiteFolder}a.test.ts`)).toEqual([
      `${suiteFolder}a.test.ts:3 "b" names no rule`,
    ]);
  });

  test.each([
    `// Rules: 1\n\ntest('a', () => {});`,
    `// Rules: 1\nconst a = 1;`,
    `// Rules: 1-2\ntest('a', () => {});`,
    `// rule: 1\ntest('a', () => {});`,
    `// Rules: 1\n// More.\ntest('a', () => {});`,
  ])('reports a comment that is not above a test: %j', (text) => {
    const problems = problemsOf(text, []);

    expect(problems).toEqual([expect.stringContaining('stands above no test')]);
  });

  test('reports a gap in the table of rules', () => {
    expect(problemsOf('', [rule(2, { not: 'no such thing here' })])).toEqual(['rule 2 is not where its number says']);
  });

  test('reports nothing when every binding rule has a test', () => {
    expect(problemsOf(`// Rules: 1\ntest('a', () => {});`, [rule(1), rule(2, { not: 'no such thing here' })])).toEqual(
      [],
    );
  });
});

describe('the rules of the protocol', () => {
  const files = readTestFiles().map(readRuleComments);

  test('are 226, all for served revisions', () => {
    const served = new Set(revisions.map(({ date }) => date));

    expect(requirements).toHaveLength(226);
    expect(
      requirements.filter((it) => it.revisions.length === 0 || !it.revisions.every((date) => served.has(date))),
    ).toEqual([]);
  });

  test('each have a test if they bind, and no test names an unknown rule', () => {
    expect(findProblems(requirements, files)).toEqual([]);
  });

  // Run with `--update`, this writes the page: npm run docs:write.
  test('are documented with their tests', async () => {
    const page = join(workspaceRoot, 'docs/reference/requirements.md');
    const report = writeReport(buildLedger(requirements, files));

    await expect(await format(report, { ...(await resolveConfig(page)), parser: 'markdown' })).toMatchFileSnapshot(
      page,
    );
  });
});
