import { describe } from 'vitest';
import { describeNxWorkspace } from './describe-nx-workspace.ts';
import { testedManagers } from './package-managers.ts';

// It links only declared packages, so that a dependency which is missing is found.
describe.each(testedManagers('pnpm'))('a fresh workspace of create-nx-workspace with %s', (manager) => {
  describeNxWorkspace(manager);
});
