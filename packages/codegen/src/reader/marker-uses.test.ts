import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { type MarkerUse, reportUnaccounted } from './marker-uses.js';
import { openProblems } from './program/problems.js';
import type { Reading } from './program/reading.js';

const file = ts.createSourceFile('/plugin/a.ts', 'class A { @Tool() run() {} }', ts.ScriptTarget.ES2022, true);
const [declaration] = file.statements.filter(ts.isClassDeclaration);
const [method] = declaration!.members.filter(ts.isMethodDeclaration);
const [decorator] = ts.getDecorators(method!) ?? [];
const uses: readonly MarkerUse[] = [{ at: decorator!.expression, decorator: decorator! }];

test('a decorator that is neither in the model nor reported gets a SIGIL024 diagnostic', () => {
  const problems = openProblems('/plugin');

  // Sound: no other part of the reading is used.
  reportUnaccounted({ problems } as Reading, uses, new Set());

  expect(problems.all()).toMatchObject([{ code: 'SIGIL024', file: 'a.ts', line: 1, column: 11 }]);
});

test('a decorator in the model is not reported', () => {
  const problems = openProblems('/plugin');

  reportUnaccounted({ problems } as Reading, uses, new Set([decorator!]));

  expect(problems.count).toBe(0);
});
