/**
 * Remembers the hashes of files that have not changed since, for all plugins of one process: they share what is installed.
 */
import { findStatus, hashFile } from '@sigil/codegen/inputs';

interface KnownHash {
  readonly status: string;
  readonly hash: string | undefined;
}

/** A file that was changed this recently may change again without another time. */
const unsettledMs = 1_000;

export class FileHashes {
  readonly #known = new Map<string, KnownHash>();

  /** Returns the hash of a file's content; `undefined` if there is no such file. */
  readonly hashOf = (path: string): string | undefined => {
    const found = findStatus(path);
    if (!found) {
      this.#known.delete(path);
      return undefined;
    }
    const status = `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
    const known = this.#known.get(path);
    if (known?.status === status) return known.hash;
    const hash = hashFile(path);
    if (Date.now() - Math.max(found.mtimeMs, found.ctimeMs) > unsettledMs) this.#known.set(path, { status, hash });
    else this.#known.delete(path);
    return hash;
  };
}
