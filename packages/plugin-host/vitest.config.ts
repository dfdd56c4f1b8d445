import { defineProject, mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';
import { farSideFromSources } from './test/far-side-from-sources.ts';

export default mergeConfig(
  shared,
  defineProject({ plugins: [farSideFromSources()], test: { name: 'plugin-host', execArgv: ['--expose-gc'] } }),
);
