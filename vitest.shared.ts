import { configDefaults, defineConfig } from 'vitest/config';

const conditions = ['@sigil/source', 'node', 'development|production'];

// Suites that take long are run where a command names them, as `npm run test:slow` does.
const namesSlow = process.argv.some((argument) => argument.includes('.slow.test'));
const exclude = namesSlow ? configDefaults.exclude : [...configDefaults.exclude, '**/*.slow.test.ts'];

/** The settings that every project's tests share: packages resolve to their sources, so no build is needed. */
export const shared = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    exclude,
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A crowded machine takes seconds for what an idle one does at once.
    expect: { poll: { timeout: 10_000 } },
  },
});
