/**
 * The settings for compiling a plugin's TypeScript to JavaScript, the same in its bundle and in its tests.
 */
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { BuildOptions, Loader } from 'esbuild';

/** This target compiles decorators of either kind away. */
export const target = 'node20';

/** Returns the settings. Without a tsconfig.json the reader's defaults apply here too, never a tsconfig.json further up. */
export function compilerSettings(folder: string): Pick<BuildOptions, 'tsconfig' | 'tsconfigRaw'> {
  const tsconfig = join(folder, 'tsconfig.json');
  if (existsSync(tsconfig)) return { tsconfig };
  return { tsconfigRaw: { compilerOptions: { strict: true, target: 'ES2022', experimentalDecorators: true } } };
}

/** Returns a file's kind of source by its extension. */
export function loaderFor(file: string): Loader {
  const kind = extname(file).replace(/^\.[cm]?/, '');
  return kind === 'tsx' || kind === 'jsx' || kind === 'js' ? kind : 'ts';
}
