/**
 * Checks the files of skills against the digests by which clients will check them.
 */
import { createHash } from 'node:crypto';
import { PluginError, type Manifest } from '@sigil/core/building';

/** @throws PluginError `code-mismatch` naming the first file whose bytes are others */
export function checkSkillFiles({ skills, plugin }: Manifest, bytes: Uint8Array): void {
  let start = 0;
  for (const { uri, digest, size } of skills?.files ?? []) {
    const content = bytes.subarray(start, start + size);
    start += size;
    if (`sha256:${createHash('sha256').update(content).digest('hex')}` === digest) continue;
    throw new PluginError('code-mismatch', `${uri} of "${plugin.name}" has another digest than its manifest says`);
  }
}
