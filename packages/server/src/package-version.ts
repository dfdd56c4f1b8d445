/**
 * The version of this package, for servers without a version of their own.
 */
import { createRequire } from 'node:module';
import { packageRoot } from './package-root.js';

// Sound: npm publishes no package without a version.
export const { version: packageVersion } = createRequire(packageRoot)('./package.json') as { readonly version: string };
