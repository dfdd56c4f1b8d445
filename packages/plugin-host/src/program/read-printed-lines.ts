/**
 * Splits a plugin's output into lines.
 */

/** Longer lines are passed on in pieces of this many characters. */
const maxLineLength = 1_048_576;

/** Calls back with each line without its line break, including the unfinished last one. */
export function readPrintedLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
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
  // A broken stream has no more output; the end of the worker or process is reported elsewhere.
  stream.on('error', () => undefined);
}
