/**
 * Finds one file in a compressed tar archive, without unpacking the others.
 *
 * Spec: POSIX.1-2017 pax, ustar interchange format
 */
import { gunzipSync } from 'node:zlib';

const blockBytes = 512;
/** Largest archive: a few compressed bytes can expand to very many. */
const maxArchiveBytes = 512 * 1024 * 1024;

/**
 * @param path within the archive's only folder, whatever its name
 * @throws RangeError when the archive is larger than 512 MiB, Error when it is not compressed with gzip
 */
export function findInTarball(compressed: Uint8Array, path: string): Buffer | undefined {
  const archive = gunzipSync(compressed, { maxOutputLength: maxArchiveBytes });
  let offset = 0;
  while (offset + blockBytes <= archive.length) {
    const header = archive.subarray(offset, offset + blockBytes);
    const size = parseInt(textAt(header, 124, 12), 8) || 0;
    const begin = offset + blockBytes;
    if (withoutFolder(nameIn(header)) === path) return archive.subarray(begin, begin + size);
    offset = begin + Math.ceil(size / blockBytes) * blockBytes;
  }
  return undefined;
}

function nameIn(header: Buffer): string {
  const prefix = textAt(header, 345, 155);
  const name = textAt(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function withoutFolder(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

function textAt(header: Buffer, begin: number, length: number): string {
  const field = header.subarray(begin, begin + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('utf8');
}
