/**
 * Splits a plugin's output into lines.
 */
import { TextLineSplitter, withoutLineEnd } from '@sigil/core/internal';

/** Longer lines are passed on in pieces of this many bytes. */
const maxLineBytes = 1_048_576;

/** Calls back with each line without its line break, including the unfinished last one. */
export function readPrintedLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  const lines = new TextLineSplitter(maxLineBytes);
  stream.on('data', (chunk: Uint8Array) => {
    for (const line of lines.add(chunk)) onLine(withoutLineEnd(line));
  });
  stream.on('end', () => {
    const last = lines.end();
    if (last !== undefined) onLine(last);
  });
  // A broken stream has no more output; the end of the worker or process is reported elsewhere.
  stream.on('error', () => undefined);
}
