import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../../../../vitest.shared.ts';

/** Not a project of the workspace, whose install lacks Malloy: its README says how to install it and run these tests. */
export default mergeConfig(shared, defineConfig({ test: { name: 'plugin-malloy' } }));
