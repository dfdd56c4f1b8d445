import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../../../../vitest.shared.ts';

/** Not among the projects of the workspace, whose install lacks Malloy: `npm run test:malloy` installs it and runs these. */
export default mergeConfig(shared, defineConfig({ test: { name: 'plugin-malloy' } }));
