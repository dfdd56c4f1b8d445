/**
 * Follows a log file: what is there already, and then each line as it is written.
 */
import { watch } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Resource, Tool } from '@sigil/core';

interface Settings {
  /** The log file. */
  file: string;
}

interface Summary {
  /** Number of lines that were sent. */
  lines: number;
}

const chunkBytes = 65_536;

/** A log that is being written. */
export class LiveLog {
  constructor(private readonly settings: Settings) {}

  // #region follow
  /**
   * Follow the log until enough lines came, or the caller leaves.
   * @param containing Only lines with this text
   * @param limit Number of lines after which it is enough @minimum 1 @maximum 10000
   */
  @Tool({ readOnly: true })
  async *follow(containing = '', limit = 100, signal: AbortSignal): AsyncGenerator<string, Summary> {
    let lines = 0;
    for await (const line of linesOf(this.settings.file, signal)) {
      if (!line.includes(containing)) continue;
      yield line;
      lines += 1;
      if (lines === limit) break;
    }
    return { lines };
  }
  // #endregion follow

  /** The log as it is now. */
  @Resource('log://now', { mimeType: 'text/plain' })
  async *now(): AsyncGenerator<string> {
    const file = await open(this.settings.file);
    for await (const chunk of file.createReadStream({ encoding: 'utf8' })) yield String(chunk);
  }
}

// #region lines
/** Each line once, also one that is written in pieces. Waits where the file ends, and ends with the signal. */
async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<string> {
  const file = await open(path);
  const writes = watchFile(path, signal);
  const decoder = new TextDecoder();
  const buffer = Buffer.alloc(chunkBytes);
  let rest = '';
  try {
    while (!signal.aborted) {
      const next = writes.next();
      const { bytesRead } = await file.read(buffer, 0, chunkBytes);
      if (bytesRead === 0) await next;
      const lines = (rest + decoder.decode(buffer.subarray(0, bytesRead), { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    writes.close();
    await file.close();
  }
}

/** `next` is asked for before the file is read, so that no write falls between the two. */
function watchFile(path: string, signal: AbortSignal): { next(): Promise<void>; close(): void } {
  let notify = (): void => undefined;
  const watcher = watch(dirname(path), (_event, name) => void (name === basename(path) && notify()));
  const wake = (): void => notify();
  signal.addEventListener('abort', wake);
  return {
    next: () => new Promise((resolve) => (notify = resolve)),
    close: () => {
      signal.removeEventListener('abort', wake);
      watcher.close();
    },
  };
}
// #endregion lines
