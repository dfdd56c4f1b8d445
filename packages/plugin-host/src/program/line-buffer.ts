/**
 * Holds the unfinished line of one source of output until its end, so that lines of other sources do not end up within it.
 */

/** Longest line that is held, in bytes; of a longer one the part that has come is passed on. */
export const maxHeldLineBytes = 1_048_576;

const newline = 0x0a;

export class LineBuffer {
  #held: Uint8Array[] = [];
  #heldBytes = 0;

  /** @param pass takes whole lines, and the rest when it is flushed */
  constructor(private readonly pass: (bytes: Uint8Array) => void) {}

  write(bytes: Uint8Array): void {
    const end = bytes.lastIndexOf(newline) + 1;
    if (end > 0) {
      this.#hold(bytes.subarray(0, end));
      this.flush();
    }
    // A copy, since the writer may use its buffer again.
    if (end < bytes.length) this.#hold(Uint8Array.from(bytes.subarray(end)));
    if (this.#heldBytes > maxHeldLineBytes) this.flush();
  }

  /** Passes on an unfinished line, as at the end of the process. */
  flush(): void {
    const [first] = this.#held;
    if (!first) return;
    this.pass(this.#held.length === 1 ? first : Buffer.concat(this.#held));
    this.#held = [];
    this.#heldBytes = 0;
  }

  #hold(bytes: Uint8Array): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }
}
