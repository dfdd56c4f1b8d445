import { defineProject, mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

// Loading the sources takes most of a file's time, so each worker loads them once for all its files; tests leave no state.
export default mergeConfig(shared, defineProject({ test: { name: 'openapi', isolate: false } }));
