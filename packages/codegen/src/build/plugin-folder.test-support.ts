/**
 * Plugin folders for tests, inside this package so that its installed packages are found from them.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { pluginCompilerOptions } from '../plugin-tsconfig.test-support.js';

const parent = fileURLToPath(new URL('../../out-tsc/', import.meta.url));

/** A folder that the test may change; it is removed after the test. */
export interface PluginFolder {
  readonly path: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  readonly read: (file: string) => Promise<string>;
  remove(file: string): Promise<void>;
  /** Another folder with the same files. */
  copy(): Promise<PluginFolder>;
}

/** Makes a folder with a package.json, a tsconfig.json and `files`, which may replace them. */
export async function makePluginFolder(files: Readonly<Record<string, string>>): Promise<PluginFolder> {
  const folder = await emptyFolder();
  await folder.write({
    'package.json': JSON.stringify({ name: '@team/sample', version: '1.0.0', type: 'module' }),
    'tsconfig.json': writeTsconfig({ experimentalDecorators: true }),
    ...files,
  });
  return folder;
}

/** Returns the text of a strict tsconfig.json that includes `src`. */
export function writeTsconfig(compilerOptions: object): string {
  const { experimentalDecorators: _unlessAsked, ...common } = pluginCompilerOptions;
  const settings = { ...common, types: [], noEmit: true, ...compilerOptions };
  return JSON.stringify({ compilerOptions: settings, include: ['src'] });
}

async function emptyFolder(): Promise<PluginFolder> {
  await mkdir(parent, { recursive: true });
  const path = await mkdtemp(join(parent, 'plugin-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return {
    path,
    write: async (files) => {
      for (const [file, text] of Object.entries(files)) {
        await mkdir(dirname(join(path, file)), { recursive: true });
        await writeFile(join(path, file), text);
      }
    },
    read: (file) => readFile(join(path, file), 'utf8'),
    remove: (file) => rm(join(path, file)),
    copy: async () => {
      const other = await emptyFolder();
      await cp(path, other.path, { recursive: true });
      return other;
    },
  };
}
