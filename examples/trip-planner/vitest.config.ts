import { sigil } from '@sigil/testing/vite';
import { defineProject, mergeConfig } from 'vitest/config';
import { shared } from '../vitest.shared.ts';

export default mergeConfig(shared, defineProject({ plugins: [sigil()], test: { name: 'example-trip-planner' } }));
