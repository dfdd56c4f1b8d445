/**
 * The terms of a build besides its inputs: the version of this package, and the options.
 */
import { createRequire } from 'node:module';
import type { BuildOptions } from '../build/build-result.js';

/** The version of this package, whose later versions may build the same source otherwise. */
// Sound: npm publishes no package without a version.
export const { version: builderVersion } = createRequire(import.meta.url)('@sigil/codegen/package.json') as {
  readonly version: string;
};

/** Describes the options in which a build for one purpose may differ from a build for another. */
export function describeOptions({ typeCheck = true, strict, targets = [] }: BuildOptions): string {
  return JSON.stringify({ typeCheck, strict, targets });
}
