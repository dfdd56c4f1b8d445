/**
 * The compiler settings by which a plugin's TypeScript becomes JavaScript, the same in its bundle and in its tests.
 */
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { BuildOptions, Loader } from 'esbuild';

/** Decorators of either kind are gone at this target. */
export const target = 'node20';

/** Without a tsconfig.json the reader's defaults hold here, too; one further up must not. */
export function compilerSettings(folder: string): Pick<BuildOptions, 'tsconfig' | 'tsconfigRaw'> {
  const tsconfig = join(folder, 'tsconfig.json');
  if (existsSync(tsconfig)) return { tsconfig };
  return { tsconfigRaw: { compilerOptions: { strict: true, target: 'ES2022', experimentalDecorators: true } } };
}

/** Returns the kind of source that a file is, by its extension. */
export function loaderFor(file: string): Loader {
  const kind = extname(file).replace(/^\.[cm]?/, '');
  return kind === 'tsx' || kind === 'jsx' || kind === 'js' ? kind : 'ts';
}
