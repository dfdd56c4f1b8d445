/**
 * Writes bytes as base64 while they come, whatever the sizes of their parts.
 */
import { joinBytes, writeBase64 } from '../model/base64.js';

/** Base64 writes three bytes as four characters. */
const groupBytes = 3;

/** Gathers the bytes of one content. */
export class Base64Writer {
  #parts: string[] = [];
  /** The bytes that are no whole group yet. */
  #rest = new Uint8Array();

  add(bytes: Uint8Array): void {
    const all = this.#rest.length === 0 ? bytes : joinBytes([this.#rest, bytes]);
    const wholeBytes = all.length - (all.length % groupBytes);
    this.#parts.push(writeBase64(all.subarray(0, wholeBytes)));
    // A copy, for the generator that yielded the bytes may use them again.
    this.#rest = all.slice(wholeBytes);
  }

  /** All of it. To be called once. */
  finish(): string {
    this.#parts.push(writeBase64(this.#rest));
    const parts = this.#parts;
    this.#parts = [];
    return parts.join('');
  }
}
