/**
 * The environment of a command: its streams, variables, folder, and the user's signal to end it.
 *
 * Commands receive it as an argument, so that a test can run them in its own process and read their output.
 */
import type { Readable } from 'node:stream';
import type { Environment } from './environment.js';
import type { OutputStream } from './output-stream.js';
import { buildPalette, type Palette } from './palette.js';

/** The output that a command writes for people: whole lines, with colours only where the stream shows them. */
export interface Output {
  line(text?: string): void;
  readonly paint: Palette;
  /** Width of the window; undefined when the text goes to a file or another program. */
  readonly columns: number | undefined;
}

export interface Terminal {
  readonly stdin: Readable;
  /** The stream for protocols and data; text for people goes to `out`. */
  readonly stdout: OutputStream;
  /** The stream for prompts, which draw; text for people goes to `err`. */
  readonly stderr: OutputStream;
  readonly out: Output;
  readonly err: Output;
  readonly env: Environment;
  readonly cwd: string;
  /** Aborted when the user or the system asks the command to end. */
  readonly interrupted: AbortSignal;
  /** Whether errors are shown with their stack. */
  readonly isVerbose: boolean;
  /** Runs work that may block the event loop, and lets signals end the process at once meanwhile. Absent where that would lose a report. */
  readonly whileBlocked?: WhileBlocked | undefined;
}

/** Runs work, and settles with its outcome. */
export type WhileBlocked = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The streams and settings of a terminal. */
export interface TerminalParts {
  readonly stdin: Readable;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Environment;
  readonly cwd: string;
  readonly interrupted: AbortSignal;
  readonly whileBlocked?: WhileBlocked | undefined;
}

export function openTerminal(parts: TerminalParts): Terminal {
  const { stdin, stdout, stderr, env, cwd, interrupted, whileBlocked } = parts;
  return {
    stdin,
    stdout,
    stderr,
    out: openOutput(stdout, env),
    err: openOutput(stderr, env),
    env,
    cwd,
    interrupted,
    isVerbose: Boolean(env['SIGIL_DEBUG']),
    whileBlocked,
  };
}

function openOutput(stream: OutputStream, env: Environment): Output {
  return {
    line: (text = '') => void stream.write(`${text}\n`),
    paint: buildPalette(stream, env),
    get columns() {
      return stream.isTTY ? stream.columns : undefined;
    },
  };
}
