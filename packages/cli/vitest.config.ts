import { defineProject, mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';
import { builderFromSources } from './test/builder-from-sources.ts';

// The commands run for real. A build loads a compiler, which takes seconds, so it is loaded once for all files.
export default mergeConfig(
  shared,
  defineProject({ plugins: [builderFromSources()], test: { name: 'cli', testTimeout: 120_000, isolate: false } }),
);
