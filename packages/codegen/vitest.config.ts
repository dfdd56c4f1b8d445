import { defineProject, mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

// Most files load the compiler, which takes longer than their tests; they share nothing else.
export default mergeConfig(shared, defineProject({ test: { name: 'codegen', isolate: false } }));
