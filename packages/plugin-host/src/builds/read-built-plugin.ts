/**
 * Reads a built plugin from disk: its manifest, and its code and other content if the bytes match the manifest.
 *
 * Runs none of the code.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cidOf, PluginError } from '@sigil/core/building';
import { readManifest } from '@sigil/core/catalog';
import { readContent } from './build-content.js';
import type { BuiltPlugin } from './build-source.js';

/** The folder of the build's output within a plugin's folder. */
export const outputFolder = 'dist';
/** The manifest's name within the output folder. */
export const manifestFile = 'manifest.json';

/**
 * @throws PluginError `manifest-missing`, `manifest-invalid`, `code-missing` or `code-mismatch`
 */
export async function readBuiltPlugin(folder: string): Promise<BuiltPlugin> {
  const manifestPath = join(folder, outputFolder, manifestFile);
  const manifestBytes = await readOrMissing(manifestPath, 'manifest-missing');
  const manifestText = manifestBytes.toString();
  const manifest = readManifest(parse(manifestText, manifestPath), manifestPath);
  const output = join(folder, outputFolder);
  const codePath = join(output, manifest.code.file);
  const code = await readPart(codePath, manifest.code.cid);
  const content = await readContent(manifest, ({ file, cid }) => readPart(join(output, file), cid));
  return {
    manifest,
    manifestCid: await cidOf(manifestBytes),
    manifestText,
    code: code.toString(),
    codePath,
    ...content,
  };
}

/** Reads a file that a manifest names by its CID. */
async function readPart(path: string, cid: string): Promise<Buffer> {
  const bytes = await readOrMissing(path, 'code-missing');
  if ((await cidOf(bytes)) === cid) return bytes;
  throw new PluginError('code-mismatch', `${path} is not the file that its manifest names; build the plugin again`);
}

async function readOrMissing(path: string, code: 'manifest-missing' | 'code-missing'): Promise<Buffer> {
  try {
    // A pipe or a device never ends, and would hold a thread that all plugins read with. A link may lead to a file.
    if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file`);
    return await readFile(path);
  } catch (cause) {
    throw new PluginError(code, `cannot read ${path}; build the plugin with "sigil build"`, { cause });
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PluginError('manifest-invalid', `${path} is not JSON; build the plugin again`, { cause });
  }
}
