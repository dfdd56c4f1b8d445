import { defineProject, mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

// Plugins that a run leaves in `.scratch` have tests of their own.
export default mergeConfig(shared, defineProject({ test: { name: 'openapi-corpus', include: ['src/**/*.test.ts'] } }));
