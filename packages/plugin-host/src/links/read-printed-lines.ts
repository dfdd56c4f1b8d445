/**
 * Cuts what a plugin prints into lines.
 */
import type { Readable } from 'node:stream';

/** A longer line is handed on in pieces of this many characters. */
const maxLineLength = 8_192;

/** Calls back with each line without its end, the last unfinished one included. */
export function readPrintedLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    while (rest.length >= maxLineLength) {
      onLine(rest.slice(0, maxLineLength));
      rest = rest.slice(maxLineLength);
    }
  });
  stream.on('end', () => {
    if (rest !== '') onLine(rest);
  });
  // A stream that breaks has said all that it could: the end of the worker or process is reported where it is noticed.
  stream.on('error', () => undefined);
}
