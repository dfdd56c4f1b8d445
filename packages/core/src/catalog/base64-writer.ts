/**
 * Writes bytes as base64 while they come, whatever the sizes of their parts.
 */

/** Base64 writes three bytes as four characters. */
const groupBytes = 3;
/** The number of bytes handed on at once: a whole number of groups, and few enough to be arguments of one call. */
const sliceBytes = 8_192 * groupBytes;

export class Base64Writer {
  #parts: string[] = [];
  /** The bytes that are no whole group yet. */
  #rest = new Uint8Array();

  add(bytes: Uint8Array): void {
    const all = this.#rest.length === 0 ? bytes : joinBytes(this.#rest, bytes);
    const wholeBytes = all.length - (all.length % groupBytes);
    this.#write(all.subarray(0, wholeBytes));
    // A copy, for the generator that yielded the bytes may use them again.
    this.#rest = all.slice(wholeBytes);
  }

  /** All of it. To be called once. */
  finish(): string {
    this.#write(this.#rest);
    const parts = this.#parts;
    this.#parts = [];
    return parts.join('');
  }

  #write(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; start += sliceBytes) {
      this.#parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + sliceBytes))));
    }
  }
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
