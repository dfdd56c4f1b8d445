/**
 * Keeps of a line that is too long to be read its beginning and its end, where the id of its request stands.
 */

/** Of the beginning, and as much of the end. */
const keptBytes = 4_096;

/** As text; a character that was cut in two is not there. */
export interface LineEnds {
  readonly beginning: string;
  readonly end: string;
}

/** Takes a line in parts, and keeps no more of it however long it gets. */
export class LineEndsReader {
  #beginning = Buffer.alloc(0);
  #end = Buffer.alloc(0);

  add(part: Buffer): void {
    const missing = keptBytes - this.#beginning.length;
    if (missing > 0) this.#beginning = Buffer.concat([this.#beginning, part.subarray(0, missing)]);
    // A copy of its own: what is cut off is not held.
    const end = part.length >= keptBytes ? [part.subarray(-keptBytes)] : [this.#end, part];
    this.#end = Buffer.concat(end).subarray(-keptBytes);
  }

  finish(): LineEnds {
    return { beginning: this.#beginning.toString('utf8'), end: this.#end.toString('utf8') };
  }
}

/** Of a line that came whole. */
export function lineEndsOf(line: Buffer): LineEnds {
  const reader = new LineEndsReader();
  reader.add(line);
  return reader.finish();
}
