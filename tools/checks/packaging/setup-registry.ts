/**
 * Opens one registry for all tests, which run in parallel: publishing every package takes seconds.
 */
import type { TestProject } from 'vitest/node';
import { installRegistry } from './install-registry.ts';
import { openRegistry, type Registry } from './open-registry.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The member `env` of `Registry`: `inject('registryEnv')`. */
    registryEnv: NodeJS.ProcessEnv;
  }
}

let registry: Registry | undefined;

/** Opens the registry; Vitest calls it before the first test file. @throws Error when the registry cannot be installed or filled */
export async function setup(project: TestProject): Promise<void> {
  await installRegistry();
  registry = await openRegistry();
  project.provide('registryEnv', registry.env);
}

/** Closes the registry; Vitest calls it after the last test file. */
export function teardown(): void {
  registry?.close();
}
