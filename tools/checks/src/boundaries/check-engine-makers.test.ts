import { expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readFile, readWorkspace } from '../workspace/read-workspace.ts';
import { workspaceOf } from '../workspace/workspace.test-support.ts';
import { checkEngineMakers, engineMaker } from './check-engine-makers.ts';

const making = `import { createEngine } from '@sigil/core/engine';\nexport const engine = createEngine({ info, source });\n`;

test('a second place that creates engines is rejected, except in tests and in-memory clients', () => {
  const workspace = workspaceOf({
    core: { layer: 'core', files: { 'engine/engine.ts': 'export function createEngine(options) {}' } },
    testing: { layer: 'test', files: { 'open-plugin.ts': making } },
    server: { layer: 'server', files: { 'mounts/make-engine.ts': making, 'mounts/mount.test.ts': making } },
    cli: { layer: 'cli', files: { 'serving/open-service.ts': making, 'targets/open-plugin-target.ts': making } },
  });

  expect(checkEngineMakers(workspace).map(({ file }) => file)).toEqual(['packages/cli/src/serving/open-service.ts']);
});

test('the workspace creates engines for transports in one place', () => {
  expect(readFile(engineMaker).text).toContain('createEngine(');
  expect(checkEngineMakers(readWorkspace()).map(describeProblem)).toEqual([]);
});
