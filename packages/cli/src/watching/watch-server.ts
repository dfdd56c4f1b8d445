/**
 * Shows the numbers of a running server repeatedly, or once where the output is not a window.
 */
import { CommandError, UsageError } from '../failures/command-error.js';
import { readHeaders } from '../targets/open-target.js';
import type { Terminal } from '../terminal/terminal.js';
import { waitForInterrupt } from '../terminal/wait-for-interrupt.js';
import { fetchView, type ServerNumbers } from './fetch-view.js';
import { formatView, type SortBy } from './format-view.js';

/** The user's options. */
export interface WatchRequest {
  readonly url: string;
  readonly headers: readonly string[];
  readonly isJson: boolean;
  readonly isOnce: boolean;
  readonly sort: SortBy;
}

const everyMs = 2_000;
const mostRows = 30;
const keys: Readonly<Record<string, SortBy>> = { c: 'calls', f: 'failures', p: 'p95', n: 'name' };
/** Moves the cursor to the first cell, and clears everything below. */
const clear = '\u001b[H\u001b[2J';

export async function watchServer(request: WatchRequest, terminal: Terminal): Promise<void> {
  if (!/^https?:/.test(request.url) || !URL.canParse(request.url))
    throw new UsageError(`expected the http(s) URL of a server, got "${request.url}"`);
  const server = new URL(request.url);
  const headers = readHeaders(request.headers);
  const look = (): Promise<ServerNumbers> => fetchView(server, headers, terminal.interrupted);
  if (request.isJson) {
    terminal.stdout.write(`${JSON.stringify(await look())}\n`);
    return;
  }
  if (request.isOnce || terminal.stdout.isTTY !== true) {
    terminal.out.line(formatView(await look(), terminal.out, request.sort, mostRows));
    return;
  }
  await watch(look, request.sort, terminal);
}

/** Runs until `q` or Ctrl+C. Once seen, a server may be away for a while. @throws CommandError when it cannot be reached at all */
async function watch(look: () => Promise<ServerNumbers>, first: SortBy, terminal: Terminal): Promise<void> {
  const ended = new AbortController();
  let sort = first;
  let last: ServerNumbers | undefined;
  let problem: string | undefined;
  const show = (): void => {
    if (!last) return;
    const { paint } = terminal.out;
    // An empty line, the keys, and the cursor's line follow the table.
    const height = (terminal.stdout.rows ?? Infinity) - 3;
    const text = cut(formatView(last, terminal.out, sort, mostRows), height);
    const state = problem === undefined ? '' : `${paint.red('not up to date:')} ${problem}; `;
    terminal.stdout.write(`${clear}${text}\n\n${state}${paint.dim(`by ${sort}; c f p n sort, q ends`)}\n`);
  };
  const stopReading = readKeys(terminal, (key) => {
    if (key === 'q' || key === '\u0003') ended.abort();
    sort = keys[key] ?? sort;
    show();
  });
  const isOver = Promise.race([waitForInterrupt(terminal.interrupted), waitForInterrupt(ended.signal)]);
  try {
    while (!ended.signal.aborted && !terminal.interrupted.aborted) {
      const seen = await look().catch((error: unknown) => {
        if (last && error instanceof CommandError) return error;
        throw error;
      });
      if (seen instanceof CommandError) problem = seen.message;
      else [last, problem] = [seen, undefined];
      show();
      await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, everyMs).unref())]);
    }
  } finally {
    stopReading();
  }
}

/** Cuts a text to at most this many lines. */
function cut(text: string, height: number): string {
  const lines = text.split('\n');
  return lines.length <= height ? text : [...lines.slice(0, Math.max(1, height - 1)), '  …'].join('\n');
}

/** Reads single keys if the input is a keyboard. @returns a function that stops reading */
function readKeys({ stdin }: Terminal, onKey: (key: string) => void): () => void {
  const keyboard = stdin as Terminal['stdin'] & { setRawMode?: (isRaw: boolean) => void; isTTY?: boolean };
  if (keyboard.isTTY !== true) return () => undefined;
  const listen = (data: Buffer | string): void => [...String(data)].forEach(onKey);
  keyboard.setRawMode?.(true);
  keyboard.on('data', listen).resume();
  return () => {
    keyboard.off('data', listen).pause();
    keyboard.setRawMode?.(false);
  };
}
