/**
 * The names and sizes of files that a reader can save.
 */

const extensions: Readonly<Record<string, string>> = {
  'svg+xml': 'svg',
  jpeg: 'jpg',
  mpeg: 'mp3',
  'octet-stream': 'bin',
  'x-wav': 'wav',
};

/** Names a download after the end of its address, or after its type. */
export function nameFile(uri: string | undefined, mimeType: string): string {
  const kind = mimeType.split('/')[1]?.split(';')[0] ?? 'octet-stream';
  const end = uri?.split(/[/?#]/).findLast((part) => part !== '') ?? '';
  const safe = end.replaceAll(/[^\w.-]+/g, '-').slice(0, 80);
  if (/\.\w{1,5}$/.test(safe)) return safe;
  return `${safe || 'result'}.${extensions[kind] ?? kind}`;
}

/** Writes a number of bytes: `12 bytes`, `3.4 kB`. */
export function describeSize(count: number): string {
  if (count < 1_000) return `${count} ${count === 1 ? 'byte' : 'bytes'}`;
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}
