import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../../../vitest.shared.ts';

/** These tests run the built packages page by page: `npm run test:docs` runs them, `npm test` does not. */
export default mergeConfig(
  shared,
  defineConfig({
    root: import.meta.dirname,
    test: { name: 'docs-running', testTimeout: 240_000, hookTimeout: 240_000 },
  }),
);
