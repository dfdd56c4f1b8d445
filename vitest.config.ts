import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Vitest leaves one core free, which on two cores means one file at a time; many tests wait for other processes.
    maxWorkers: '100%',
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
