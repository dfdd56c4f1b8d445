import { describe, expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readWorkspace } from '../workspace/read-workspace.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import { filesOf } from '../workspace/workspace.test-support.ts';
import { checkDocComments } from './check-doc-comments.ts';
import { checkFileNames } from './check-file-names.ts';
import { checkHeaders } from './check-headers.ts';
import { checkOpenings } from './check-openings.ts';
import { checkWaits } from './check-waits.ts';

const workspaceFiles: readonly SourceFile[] = readWorkspace().packages.flatMap(({ sources }) => sources);

describe('a file header', () => {
  const problemsIn = (path: string, text: string) => checkHeaders(filesOf({ [path]: text }));

  test('is required before the first import', () => {
    expect(problemsIn('p/src/a.ts', `import './b.js';\n/** Late. */`)).toHaveLength(1);
    expect(problemsIn('p/src/a.ts', '// A line comment.\n')).toHaveLength(1);
  });

  test('may follow the shebang line', () => {
    expect(problemsIn('p/src/main.ts', '#!/usr/bin/env node\n/** Runs. */\n')).toEqual([]);
  });

  test('is not required in tests, index files and generated files', () => {
    expect(problemsIn('p/src/a.test.ts', '')).toEqual([]);
    expect(problemsIn('p/src/index.ts', '')).toEqual([]);
    expect(problemsIn('p/src/generated/a.ts', '')).toEqual([]);
  });

  test('is present in every file of the workspace', () => {
    expect(checkHeaders(workspaceFiles).map(describeProblem)).toEqual([]);
  });
});

describe('a doc comment', () => {
  const header = '/** What the file is for. */\nimport "./b.js";\n';
  const problemsIn = (text: string, path = 'p/src/some-file.ts') =>
    checkDocComments(filesOf({ [path]: header + text })).map(({ message }) => message);

  test.each([
    'export function bare() {}',
    'export const bare = 1;',
    'export class bare {}',
    'export interface bare {}',
    'export type bare = 1;',
    'const bare = 1;\nexport { bare };',
    '// not a doc comment\nexport const bare = 1;',
  ])('is reported as missing: %s', (text) => {
    const another = '/** Said. */\nexport function another() {}\n';

    expect(problemsIn(another + text)).toEqual(['exported "bare" has no doc comment']);
  });

  test('is required on a type even if it is the only export', () => {
    expect(problemsIn('export interface Bare {}')).toHaveLength(1);
  });

  test('is found on an exported symbol', () => {
    expect(problemsIn('/** Said. */\nexport const bare = 1;')).toEqual([]);
  });

  test('on one overload covers all overloads', () => {
    expect(problemsIn('/** Said. */\nexport function f(a: 1): void;\nexport function f(a: 2): void;')).toEqual([]);
  });

  test('of the file covers the symbol that the file is named after', () => {
    expect(problemsIn('export class SomeFile {}')).toEqual([]);
    expect(problemsIn('export class MCPError {}', 'p/src/mcp-error.ts')).toEqual([]);
  });

  test('of the file covers its only function, even beside exported types', () => {
    expect(problemsIn('/** Said. */\nexport type Said = 1;\nexport function only() {}')).toEqual([]);
  });

  test('is not required on a symbol that is not exported', () => {
    expect(problemsIn('const bare = 1;')).toEqual([]);
  });

  test('is present on every exported symbol of the workspace', () => {
    expect(checkDocComments(workspaceFiles).map(describeProblem)).toEqual([]);
  });
});

describe('the opening of a doc comment', () => {
  const problemsIn = (text: string, path = 'p/src/some-file.ts') =>
    checkOpenings(filesOf({ [path]: text })).map(({ line, message }) => `${line}: ${message}`);

  test.each(['What', 'Whatever', 'Who', 'Whoever'])('is refused: %s', (word) => {
    const refusal = `a doc comment must open with a subject, not with "${word}"`;

    expect(problemsIn(`/**\n * ${word} it is for.\n */\nimport './b.js';\n`)).toEqual([`1: ${refusal}`]);
    expect(problemsIn(`interface A {\n  /** ${word} it is. */\n  b: 1;\n}`)).toEqual([`2: ${refusal}`]);
  });

  test.each(['Tells what it is. Whose it is, too.', 'Lines that differ. What differs is marked.', 'Whole lines.'])(
    'is accepted when it is a verb or a noun: %s',
    (text) => {
      expect(problemsIn(`/** ${text} */\nexport const bare = 1;`)).toEqual([]);
    },
  );

  test('is not checked in a string', () => {
    expect(problemsIn('const text = `\n/** What it is. */`;')).toEqual([]);
  });

  test('is not checked in plugins, whose comments are descriptions for clients', () => {
    expect(problemsIn('/** What to write. */\ntype A = 1;', 'apps/server/plugins/a/src/a.ts')).toEqual([]);
  });

  test('is accepted everywhere in the workspace', () => {
    expect(checkOpenings(workspaceFiles).map(describeProblem)).toEqual([]);
  });
});

describe('a file name', () => {
  const problemsIn = (path: string) => checkFileNames(filesOf({ [path]: '' }));

  test.each([
    'p/src/utils.ts',
    'p/src/helpers/x.ts',
    'p/src/common.ts',
    'p/src/types.ts',
    'p/src/ToolFlow.ts',
    'p/src/tool_flow.ts',
  ])('%s is refused', (path) => {
    expect(problemsIn(path)).toHaveLength(1);
  });

  test.each(['p/src/choose-revision.ts', 'p/src/choose-revision.test.ts', 'p/src/2025-11-25.ts', 'p/vitest.config.ts'])(
    '%s is allowed',
    (path) => {
      expect(problemsIn(path)).toEqual([]);
    },
  );

  test('is accepted everywhere in the workspace', () => {
    expect(checkFileNames(workspaceFiles).map(describeProblem)).toEqual([]);
  });
});

describe('a wait of a test', () => {
  const problemsIn = (text: string) => checkWaits(filesOf({ 'p/src/a.test.ts': text }));

  test('is refused without a limit', () => {
    expect(problemsIn('test("a", async () => {\n  await vi.waitFor(() => expect(seen).toBe(1));\n});')).toMatchObject([
      { file: 'p/src/a.test.ts', line: 2 },
    ]);
  });

  test.each(['vi.waitFor(() => expect(a).toBe(1), 20_000)', 'vi.waitFor(() => seen(1, 2), { timeout: 20_000 })'])(
    'is allowed with a limit: %s',
    (text) => {
      expect(problemsIn(text)).toEqual([]);
    },
  );

  test('has a limit everywhere in the workspace', () => {
    expect(checkWaits(workspaceFiles).map(describeProblem)).toEqual([]);
  });
});
