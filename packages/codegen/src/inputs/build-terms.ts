/**
 * The terms of a build besides its inputs: the version of this package, and the options.
 */
import { createRequire } from 'node:module';

/** The version of this package, whose later versions may build the same source otherwise. */
// Sound: npm publishes no package without a version.
export const { version: builderVersion } = createRequire(import.meta.url)('@sigil/codegen/package.json') as {
  readonly version: string;
};

/** The options of a build that count. */
interface CountingOptions {
  readonly typeCheck?: boolean;
  readonly strict?: boolean;
  readonly targets?: readonly string[];
}

/** Describes the options in which a build for one purpose may differ from a build for another. */
export function describeOptions({ typeCheck = true, strict, targets = [] }: CountingOptions): string {
  return JSON.stringify({ typeCheck, strict, targets });
}
