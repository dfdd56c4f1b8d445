import { defineProject, mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

// Most of a file's time goes into loading the sources, so a worker's files share one load; no test leaves state behind.
export default mergeConfig(shared, defineProject({ test: { name: 'nx', isolate: false } }));
