/**
 * Writes lines at once, and lines of which there are many together, at the end of the turn of the event loop.
 */

/** In the order in which it was given the lines. */
export interface LineBuffer {
  /** Writes what waits and this line. */
  write(line: string): void;
  /** Writes this line with others. Lines of a process that dies within the turn are lost. */
  writeSoon(line: string): void;
  /** Writes what waits. */
  flush(): void;
}

/** Characters that wait at most. */
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
