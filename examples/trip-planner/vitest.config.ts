import { sigil } from '@sigil/testing/vite';
import { defineProject, mergeConfig } from 'vitest/config';
import { sharedByExamples } from '../../vitest.shared.ts';

export default mergeConfig(
  sharedByExamples,
  defineProject({ plugins: [sigil()], test: { name: 'example-trip-planner' } }),
);
