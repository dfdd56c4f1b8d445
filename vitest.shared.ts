import { defineConfig } from 'vitest/config';

const conditions = ['@sigil/source', 'module', 'node', 'development|production'];

/** The settings that every project's tests share: packages resolve to their sources, so no build is needed. */
export const shared = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { environment: 'node', testTimeout: 60_000, hookTimeout: 60_000 },
});
