import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { namesSlow } from './vitest.shared.ts';

export default defineConfig({
  test: {
    // Half of the time, and most of it in the suites that take long, tests wait for processes and timers.
    maxWorkers: availableParallelism() + (namesSlow ? 2 : 1),
    projects: ['packages/*', 'apps/*', 'apps/server/plugins/*', 'tools/*'],
    coverage: {
      provider: 'v8',
      reportOnFailure: true,
      include: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts', 'apps/server/plugins/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.test-support.ts', '**/index.ts', '**/generated/**', '**/fixtures/**'],
      reporter: ['text-summary', 'html', 'json-summary'],
    },
  },
});
