/**
 * Keeps the beginning of a command's output, and counts the rest.
 */

/** The bytes that a command wrote to one of its streams. */
export interface Output {
  /** Its first bytes, up to the limit. */
  readonly bytes: Uint8Array;
  /** The total number of bytes. */
  readonly totalBytes: number;
}

export class OutputCollector {
  readonly #chunks: Uint8Array[] = [];
  #keptBytes = 0;
  #totalBytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** @returns the part of the chunk that is kept */
  add(chunk: Uint8Array): Uint8Array {
    const kept = chunk.subarray(0, this.maxBytes - this.#keptBytes);
    if (kept.length > 0) this.#chunks.push(kept);
    this.#keptBytes += kept.length;
    this.#totalBytes += chunk.length;
    return kept;
  }

  collected(): Output {
    return { bytes: Buffer.concat(this.#chunks), totalBytes: this.#totalBytes };
  }
}
