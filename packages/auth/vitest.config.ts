import { defineProject, mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

// Most of a file's time is loading the sources, so once for all files of a worker; no test leaves anything behind there.
export default mergeConfig(shared, defineProject({ test: { name: 'auth', isolate: false } }));
