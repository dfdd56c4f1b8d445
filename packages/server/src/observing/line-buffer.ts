/**
 * Writes lines at once, and frequent lines together at the end of the turn of the event loop.
 */

/** Keeps the order of the lines. */
export interface LineBuffer {
  /** Writes the waiting lines and this line. */
  write(line: string): void;
  /** Writes this line with others. Lines are lost if the process dies within the turn. */
  writeSoon(line: string): void;
  /** Writes the waiting lines. */
  flush(): void;
}

/** Limit of waiting text, in characters. */
const longest = 65_536;

/** @param write takes one or more lines */
export function openLineBuffer(write: (lines: string) => void): LineBuffer {
  let waiting = '';
  let flushing: NodeJS.Immediate | undefined;
  const flush = (): void => {
    if (flushing) clearImmediate(flushing);
    flushing = undefined;
    const lines = waiting;
    waiting = '';
    if (lines !== '') write(lines);
  };
  return {
    flush,
    write(line) {
      flush();
      write(line);
    },
    writeSoon(line) {
      waiting += line;
      if (waiting.length >= longest) flush();
      else flushing ??= setImmediate(flush);
    },
  };
}
