/**
 * The content that a build has beside its code: the files of its skills, and the pages of its views.
 *
 * Each kind is one file that the manifest names by its CID, with an entry and a digest for each part of it.
 */
import { createHash } from 'node:crypto';
import { PluginError, type Manifest } from '@sigil/core/building';

/** The bytes of each kind; absent for a plugin that has none of it. */
export interface BuildContent {
  readonly skillFiles?: Uint8Array;
  readonly viewFiles?: Uint8Array;
}

/** The CID of each kind; absent for a plugin that has none of it. */
export interface ContentCids {
  readonly skillsCid?: string;
  readonly viewsCid?: string;
}

/** Returns the CIDs that a manifest names. */
export function contentCidsOf({ skills, views }: Manifest): ContentCids {
  return { ...(skills && { skillsCid: skills.cid }), ...(views && { viewsCid: views.cid }) };
}

/** Returns the CIDs of everything that a build consists of. */
export function cidsOfBuild({
  manifestCid,
  codeCid,
  skillsCid,
  viewsCid,
}: ContentCids & { readonly manifestCid: string; readonly codeCid: string }): readonly string[] {
  return [manifestCid, codeCid, skillsCid, viewsCid].filter((cid) => cid !== undefined);
}

/** A file that a manifest names. */
interface NamedFile {
  /** Relative to the manifest. */
  readonly file: string;
  readonly cid: string;
}

/**
 * Reads the content of a build, and checks it against the digests by which clients will check it.
 *
 * @throws PluginError `code-mismatch` naming the first part whose bytes are others, and any error of `read`
 */
export async function readContent(
  { skills, views, plugin }: Manifest,
  read: (file: NamedFile) => Promise<Uint8Array>,
): Promise<BuildContent> {
  const skillFiles = skills && (await read(skills));
  const viewFiles = views && (await read(views));
  if (skillFiles) checkDigests(plugin.name, skills.files, skillFiles);
  if (viewFiles) checkDigests(plugin.name, views.entries, viewFiles);
  return { ...(skillFiles && { skillFiles }), ...(viewFiles && { viewFiles }) };
}

interface Part {
  readonly uri: string;
  readonly digest: string;
  readonly size: number;
}

function checkDigests(plugin: string, parts: readonly Part[], bytes: Uint8Array): void {
  let start = 0;
  for (const { uri, digest, size } of parts) {
    const content = bytes.subarray(start, start + size);
    start += size;
    if (`sha256:${createHash('sha256').update(content).digest('hex')}` === digest) continue;
    throw new PluginError('code-mismatch', `${uri} of "${plugin}" has another digest than its manifest says`);
  }
}
