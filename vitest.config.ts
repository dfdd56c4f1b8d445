import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
