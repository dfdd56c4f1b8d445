import { describe } from 'vitest';
import { describeNxWorkspace } from './describe-nx-workspace.ts';

describe('a fresh workspace of create-nx-workspace with pnpm', () => {
  describeNxWorkspace('pnpm');
});
