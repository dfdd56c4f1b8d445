/**
 * Reads a build from a content store by the CID of its manifest. Every byte is checked against the CIDs.
 */
import { PluginError } from '@sigil/core/building';
import { readManifest } from '@sigil/core/catalog';
import type { ContentStore } from '../store/content-store.js';
import { readContent } from '../builds/build-content.js';
import type { BuiltPlugin } from '../builds/build-source.js';

/**
 * @param placeCode returns the absolute path of a file, from which the imports of the code with this CID are resolved
 * @throws PluginError `content-missing`, `content-mismatch` or `manifest-invalid`
 */
export async function readStoredPlugin(
  store: Pick<ContentStore, 'get'>,
  manifestCid: string,
  placeCode: (codeCid: string) => string,
): Promise<BuiltPlugin> {
  const manifestText = textOf(await store.get(manifestCid));
  const where = `the manifest ${manifestCid}`;
  const manifest = readManifest(parse(manifestText, where), where);
  const code = textOf(await store.get(manifest.code.cid));
  const content = await readContent(manifest, ({ cid }) => store.get(cid));
  return {
    manifest,
    manifestCid,
    manifestText,
    code,
    codePath: placeCode(manifest.code.cid),
    ...content,
  };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PluginError('manifest-invalid', `${where} is not JSON; publish the plugin again`, { cause });
  }
}
