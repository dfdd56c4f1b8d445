import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../../../../vitest.shared.ts';

/** Not a project of the workspace, whose install lacks Malloy: `npm run test:malloy` installs it and runs these tests. */
export default mergeConfig(shared, defineConfig({ test: { name: 'plugin-malloy' } }));
