/**
 * Sends all output of this process to a standard stream through a log writer, so that no plugin's output waits for a
 * reader, fills the memory, or fails. Secrets of configurations are blanked. A line reaches the writer whole, except on a terminal, where
 * prompts and progress are lines without an end.
 */
import { LineBuffer } from './line-buffer.js';
import { blankPrinted } from './process-secrets.js';
import type { LogWriter } from './log-writer.js';

/**
 * @param stream `process.stdout` or `process.stderr`; `console` writes there too
 * @returns passes an unfinished line to the writer
 */
export function printThrough(stream: NodeJS.WriteStream, writer: LogWriter): () => void {
  const lines = new LineBuffer((bytes) => writer.write(blankPrinted(bytes)));
  process.on('exit', () => {
    lines.flush();
    writer.flush();
  });
  const print = (chunk: string | Uint8Array, onDone?: () => void): void => {
    if (stream.isTTY) return writer.write(blankPrinted(chunk), onDone);
    lines.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    if (onDone) writer.write('', onDone);
  };
  const write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const encoding = rest.find((it): it is BufferEncoding => typeof it === 'string');
    const callback = rest.find((it): it is () => void => typeof it === 'function');
    const bytes = typeof chunk === 'string' && encoding !== undefined ? Buffer.from(chunk, encoding) : chunk;
    print(bytes, callback && (() => callback()));
    return true;
  };
  stream.write = write;
  // Code that ends or destroys the stream means its own output; others still print.
  stream.end = (...args: unknown[]) => {
    const [chunk] = args;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) write(chunk, ...args.slice(1));
    return stream;
  };
  stream.destroy = () => stream;
  // The descriptor may break while no code writes.
  stream.on('error', () => undefined);
  return () => lines.flush();
}
