/**
 * Packs files into a ZIP archive whose bytes depend only on the files: sorted, without times, with one set of permissions.
 */
import { zipSync, type Zippable } from 'fflate';

const unix = 3;
const plainFile = 0o100644 << 16;

/** @param files by their paths, with `/` */
export function packArchive(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  // The format stores local times, starting with this one, so it is the same in every time zone.
  const mtime = new Date(1980, 0, 1);
  const paths = Object.keys(files).toSorted();
  const entries: Zippable = {};
  for (const path of paths) {
    const content = files[path]!;
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    entries[path] = [bytes, { level: 9, mtime, os: unix, attrs: plainFile }];
  }
  return zipSync(entries);
}
