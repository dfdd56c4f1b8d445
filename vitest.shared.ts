import { configDefaults, defineConfig } from 'vitest/config';

const conditions = ['@sigil/source', 'node', 'development|production'];

/** Whether the command names the suites that take long, as `npm run test:slow` does. */
export const namesSlow = names('slow');

// Suites that take long, and those that load servers for longer, run only where a command names them.
const left = ['slow', 'soak'].filter((kind) => !names(kind));
const exclude = [...configDefaults.exclude, ...left.map((kind) => `**/*.${kind}.test.ts`)];

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
    expect: { poll: { timeout: 20_000 } },
  },
});

/**
 * The settings of the examples' tests. They load the built packages, as users do; otherwise Vite would compile the sources for each example
 * again.
 */
export const sharedByExamples = defineConfig({
  test: { ...shared.test, server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } } },
});

function names(kind: string): boolean {
  return process.argv.some((argument) => argument.includes(`.${kind}.test`));
}
