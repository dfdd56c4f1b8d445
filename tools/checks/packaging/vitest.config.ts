import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../../../vitest.shared.ts';

/** These tests need built packages, and the install test needs the registry: `npm run test:packages` runs them, `npm test` does not. */
export default mergeConfig(
  shared,
  defineConfig({
    root: import.meta.dirname,
    test: {
      name: 'packaging',
      testTimeout: 240_000,
      hookTimeout: 240_000,
      globalSetup: './setup-registry.ts',
      // Most of them spend their time waiting for installs.
      maxWorkers: '100%',
    },
  }),
);
