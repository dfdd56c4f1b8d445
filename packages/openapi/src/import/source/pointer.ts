/**
 * JSON pointers, and places in the files of a document. Spec: RFC 6901
 */

/** A place in one of the files: the pointer begins with `/` or is empty. */
export interface Place {
  /** The file's key in its document set; empty for the root document. */
  readonly file: string;
  readonly pointer: string;
}

/** Returns the place of a part. */
export function partOf({ file, pointer }: Place, ...keys: readonly (string | number)[]): Place {
  return { file, pointer: `${pointer}${keys.map((key) => `/${escapeKey(String(key))}`).join('')}` };
}

/** Writes a place as a reference has it: `#/paths/~1a`, or `other.yaml#/X`. */
export function writePlace({ file, pointer }: Place): string {
  return `${file}#${pointer}`;
}

/** Returns the keys of a pointer, unescaped. */
export function splitPointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
