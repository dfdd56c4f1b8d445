/**
 * Reads a plugin to compare from its folder, built or not, or from a manifest file.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Manifest } from '@sigil/core/building';
import { findBuildState } from '@sigil/codegen/inputs';
import { readManifest } from '@sigil/core/catalog';
import { CommandError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ComparedSide } from './compared-side.js';

/**
 * Reads the built manifest unless an input has changed since; then, or without a build, the source itself. Writes nothing.
 *
 * @throws CommandError when there is no plugin, or its source has errors, which have been shown
 */
export async function readFolderSide(name: string, terminal: Terminal): Promise<ComparedSide> {
  const path = resolve(terminal.cwd, name);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new CommandError(`there is no folder or manifest "${name}"`);
  if (!found.isDirectory()) return { manifest: await readManifestFile(path, name), from: name };
  return { manifest: await readFolder(path, terminal), from: name };
}

/** @param where name of this manifest in messages */
export function parseManifest(text: string, where: string): Manifest {
  return readManifest(parseJson(text, where), where);
}

async function readManifestFile(path: string, name: string): Promise<Manifest> {
  return parseManifest(await readFile(path, 'utf8'), name);
}

async function readFolder(folder: string, terminal: Terminal): Promise<Manifest> {
  const built = join(folder, 'dist', 'manifest.json');
  if (findBuildState(await realpath(folder)).kind === 'fresh') return readManifestFile(built, built);
  // Loaded lazily: a plugin that is built needs no compiler.
  const { readManifestOf } = await import('../building/build-plugins.js');
  return readManifestOf(folder, terminal);
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${where} is no JSON`, { cause });
  }
}
