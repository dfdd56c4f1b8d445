/**
 * Reads the first line of an input before anybody serves it, and puts it back.
 */
import { Readable } from 'node:stream';

/** The first line, and the input that begins with it. */
export interface PeekedLine {
  /** Without its ending; `undefined` when none came in time, and when it is too long. */
  readonly line: string | undefined;
  /** The same input; another stream with the same bytes if it has ended already. */
  readonly input: Readable;
}

const lineFeed = 0x0a;
/** A first message declares a client, which takes a few hundred bytes. */
const mostBytes = 1024 * 1024;

/**
 * Nobody else may read the input until the line is there. Never rejects: a broken input is one that has ended.
 *
 * @param waitMs longest wait for the line
 * @param signal ends the wait early
 */
export function peekLine(input: Readable, waitMs: number, signal?: AbortSignal): Promise<PeekedLine> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (hasEnded: boolean): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      input.off('readable', read).off('end', end).off('error', end).off('close', end);
      const bytes = Buffer.concat(chunks);
      const lineEnd = bytes.indexOf(lineFeed);
      if (!hasEnded && length > 0) input.unshift(bytes);
      resolve({
        line: lineEnd === -1 ? undefined : bytes.toString('utf8', 0, lineEnd),
        input: hasEnded ? Readable.from([bytes]) : input,
      });
    };
    const giveUp = (): void => finish(false);
    const end = (): void => finish(true);
    const read = (): void => {
      for (let chunk: Buffer | string | null = input.read(); chunk !== null; chunk = input.read()) {
        const bytes = Buffer.from(chunk);
        chunks.push(bytes);
        length += bytes.length;
        if (bytes.includes(lineFeed) || length > mostBytes) return finish(false);
      }
    };
    const timer = setTimeout(giveUp, waitMs);
    signal?.addEventListener('abort', giveUp);
    input.on('readable', read).on('end', end).on('error', end).on('close', end);
    if (signal?.aborted) giveUp();
    else if (input.readableEnded || input.destroyed) end();
  });
}
