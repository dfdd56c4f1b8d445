import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workspaceRoot } from '../workspace/read-workspace.ts';

/** One bad file per rule; the path decides which overrides of the configuration apply. */
const badFiles = [
  { rule: 'no-explicit-any', path: 'packages/core/src/any.ts', text: 'export const x: any = 1;' },
  { rule: 'no-default-export', path: 'packages/core/src/default.ts', text: 'export default 1;' },
  { rule: 'no-console', path: 'packages/core/src/console.ts', text: 'console.log(1);' },
  { rule: 'no-restricted-properties', path: 'packages/codegen/src/exit.ts', text: 'process.exit(1);' },
  { rule: 'no-restricted-globals', path: 'packages/core/src/buffer.ts', text: 'export const x = Buffer.alloc(1);' },
  { rule: 'no-empty', path: 'packages/core/src/catch.ts', text: 'try { f(); } catch {}' },
  {
    rule: 'no-else-return',
    path: 'packages/core/src/else.ts',
    text: 'export function f(a) { if (a) { return 1; } else { return 2; } }',
  },
  {
    rule: 'prefer-node-protocol',
    path: 'packages/cli/src/fs.ts',
    text: `import { statSync } from 'fs';\nstatSync('.');`,
  },
  {
    rule: 'no-focused-tests',
    path: 'packages/core/src/x.test.ts',
    text: `import { test } from 'vitest';\ntest.only('x', () => {});`,
  },
];

const goodFiles = [
  { path: 'packages/core/src/good.ts', text: 'f();\n'.repeat(800) },
  { path: 'packages/cli/src/main.ts', text: 'console.log(1);' },
  { path: 'packages/core/vitest.config.ts', text: 'export default {};' },
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-oxlint-'));
  cpSync(join(workspaceRoot, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const { path, text } of [...badFiles, ...goodFiles]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

function rulesBrokenIn(path: string): string[] {
  const oxlint = join(workspaceRoot, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', path], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  return diagnostics.map(({ code }) => code);
}

test.each(badFiles)('oxlint refuses $path by $rule', ({ rule, path }) => {
  expect(rulesBrokenIn(path).join()).toContain(`(${rule})`);
});

test.each(goodFiles)('oxlint lets $path pass', ({ path }) => {
  expect(rulesBrokenIn(path)).toEqual([]);
});
