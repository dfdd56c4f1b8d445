/**
 * Writes the output of workers line by line, since texts that several processes write to one pipe end up within each other.
 */
import type { Worker } from 'node:cluster';
import { finished } from 'node:stream/promises';
import { readPrintedLines } from '@sigil/plugin-host/program';

/** @returns settles, without rejecting, when nothing more comes */
export async function passOnLines({ process: { stdout, stderr } }: Worker): Promise<void> {
  await Promise.all([passOn(stdout, process.stdout), passOn(stderr, process.stderr)]);
}

async function passOn(from: NodeJS.ReadableStream | null, to: NodeJS.WriteStream): Promise<void> {
  if (!from) return;
  readPrintedLines(from, (line) => void to.write(`${line}\n`));
  await finished(from).catch(() => undefined);
}

/** The variable that makes workers, which write into pipes, use colours if this process writes to a terminal. */
export function coloursOfPrimary(): NodeJS.ProcessEnv {
  return process.stderr.isTTY ? { FORCE_COLOR: '1' } : {};
}
