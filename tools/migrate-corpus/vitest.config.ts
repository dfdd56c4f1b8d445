import { defineProject, mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

// Migrated plugins in `.scratch` have no tests of their own.
export default mergeConfig(shared, defineProject({ test: { name: 'migrate-corpus', include: ['src/**/*.test.ts'] } }));
