/**
 * Writes bytes as base64 as they arrive, in chunks of any size.
 */
import { joinBytes, writeBase64 } from '../model/base64.js';

/** Base64 writes three bytes as four characters. */
const groupBytes = 3;

/** Accumulates the bytes of one content. */
export class Base64Writer {
  #parts: string[] = [];
  /** Bytes that do not fill a group yet. */
  #rest = new Uint8Array();

  add(bytes: Uint8Array): void {
    const all = this.#rest.length === 0 ? bytes : joinBytes([this.#rest, bytes]);
    const wholeBytes = all.length - (all.length % groupBytes);
    this.#parts.push(writeBase64(all.subarray(0, wholeBytes)));
    // Copied, because the generator may reuse the bytes it yielded.
    this.#rest = all.slice(wholeBytes);
  }

  /** Returns the complete text. Call it once. */
  finish(): string {
    this.#parts.push(writeBase64(this.#rest));
    const parts = this.#parts;
    this.#parts = [];
    return parts.join('');
  }
}
