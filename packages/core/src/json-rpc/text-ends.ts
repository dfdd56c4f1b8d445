/**
 * Keeps the beginning and the end of a text that is too long to read, where the ids of requests are.
 */
import type { UnreadText } from './find-request-ids.js';

/** Bytes kept of the beginning, and again of the end. */
const keptBytes = 4_096;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Accepts a text in parts, and keeps a bounded amount of it. */
export class TextEnds {
  #beginning = new Uint8Array(0);
  #end = new Uint8Array(0);

  add(part: Uint8Array): void {
    const missing = keptBytes - this.#beginning.length;
    if (missing > 0) this.#beginning = joined(this.#beginning, part.subarray(0, missing));
    // Copied, so that the discarded part is not retained.
    const end = part.length >= keptBytes ? new Uint8Array(0) : this.#end;
    this.#end = joined(end, part.subarray(-keptBytes)).slice(-keptBytes);
  }

  /** Returns both ends as text; a split character becomes a replacement character. */
  finish(): Required<UnreadText> {
    return { beginning: utf8.decode(this.#beginning), end: utf8.decode(this.#end) };
  }
}

/** Returns both ends of a complete text. */
export function endsOf(text: Uint8Array): Required<UnreadText> {
  const ends = new TextEnds();
  ends.add(text);
  return ends.finish();
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
