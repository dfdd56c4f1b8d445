/**
 * Keeps the beginning and the end of a text that is too long to be read: the ids of requests stand there.
 */
import type { UnreadText } from './find-request-ids.js';

/** Bytes kept of the beginning, and as many of the end. */
const keptBytes = 4_096;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Takes a text in parts, and keeps no more of it however long it gets. */
export class TextEnds {
  #beginning = new Uint8Array(0);
  #end = new Uint8Array(0);

  add(part: Uint8Array): void {
    const missing = keptBytes - this.#beginning.length;
    if (missing > 0) this.#beginning = joined(this.#beginning, part.subarray(0, missing));
    // A copy of its own, so that the part cut off is not held.
    const end = part.length >= keptBytes ? new Uint8Array(0) : this.#end;
    this.#end = joined(end, part.subarray(-keptBytes)).slice(-keptBytes);
  }

  /** As text; a character that was cut in two is a replacement character. */
  finish(): Required<UnreadText> {
    return { beginning: utf8.decode(this.#beginning), end: utf8.decode(this.#end) };
  }
}

/** Keeps both ends of a text that came whole. */
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
