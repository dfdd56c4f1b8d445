/**
 * The settings for compiling a plugin's TypeScript to JavaScript, the same in its bundle and in its tests.
 */
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { BuildOptions, Loader } from 'esbuild';
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';

/** The oldest supported Node version. This target compiles decorators of either kind away. */
export const target = 'node20.19';

const defaultOptions = { strict: true, target: 'ES2022', experimentalDecorators: true };

/** Returns the settings. Without a tsconfig.json the reader's defaults apply here too, never a tsconfig.json further up. */
export function compilerSettings(folder: string): Pick<BuildOptions, 'tsconfig' | 'tsconfigRaw'> {
  const tsconfig = join(folder, 'tsconfig.json');
  if (existsSync(tsconfig)) return { tsconfig };
  return { tsconfigRaw: { compilerOptions: defaultOptions } };
}

/** The conditions that Node has beside those of the bundler; the first since `require()` loads ES modules. */
const conditionsOfNode = [...('require_module' in process.features ? ['module-sync'] : []), 'node-addons'];

/** Returns the conditions under which the plugin's imports find packages. */
export function conditionsOf({ customConditions = [] }: ts.CompilerOptions): string[] {
  return [...customConditions, ...conditionsOfNode];
}

/** Returns the options of the folder's tsconfig.json and of the files that it extends; faults in them are not reported. */
export function readCompilerOptions(folder: string): ts.CompilerOptions {
  // Lists no files, which would take most of the time.
  const host = { ...compiler.sys, readDirectory: () => [] };
  const file = join(folder, 'tsconfig.json');
  if (!existsSync(file)) {
    return compiler.convertCompilerOptionsFromJson({ ...defaultOptions, module: 'NodeNext' }, folder).options;
  }
  const ignored = { ...host, onUnRecoverableConfigFileDiagnostic: () => undefined };
  return compiler.getParsedCommandLineOfConfigFile(file, {}, ignored)?.options ?? {};
}

/** Returns a file's kind of source by its extension. */
export function loaderFor(file: string): Loader {
  const kind = extname(file).replace(/^\.[cm]?/, '');
  return kind === 'tsx' || kind === 'jsx' || kind === 'js' ? kind : 'ts';
}
