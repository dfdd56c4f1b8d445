/**
 * Writes the files of a new plugin into a folder that has nothing in it.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderPlugin, type TemplateName } from '../../templates/render-plugin.mjs';
import { CommandError } from '../failures/command-error.js';
import { ownVersion } from '../own-version.js';

/** The plugin to create, and its folder. */
export interface PluginOrder {
  readonly name: string;
  readonly template: TemplateName;
  readonly description: string | undefined;
  /** Absolute path. */
  readonly folder: string;
}

/**
 * @returns the paths of the files, from the plugin's folder
 * @throws CommandError when the folder holds anything already; nothing is written then
 */
export async function createPlugin({ folder, ...plugin }: PluginOrder): Promise<string[]> {
  await requireEmpty(folder);
  const files = renderPlugin({ ...plugin, home: { version: `^${ownVersion()}` } });
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
  return files.map(({ path }) => path);
}

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    if (cause.code === 'ENOTDIR')
      throw new CommandError(`expected a folder to create the plugin in, got the file "${folder}"`);
    throw new CommandError(`the folder "${folder}" cannot be read`, { cause });
  });
  if (entries.length === 0) return;
  throw new CommandError(
    `the folder "${folder}" is not empty: it has "${entries[0]}"; choose another with --directory, nothing was written`,
  );
}
