import { defineProject, mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

// The commands run for real. A build loads a compiler, which takes seconds, so it is loaded once for all files.
export default mergeConfig(shared, defineProject({ test: { name: 'cli', testTimeout: 60_000, isolate: false } }));
