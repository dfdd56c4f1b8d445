import { defineConfig } from 'vitest/config';
import { shared as ofWorkspace } from '../vitest.shared.ts';

/** The settings of the examples' tests. They load the built packages, as users do; Vite would compile the sources for each example again. */
export const shared = defineConfig({
  test: { ...ofWorkspace.test, server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } } },
});
