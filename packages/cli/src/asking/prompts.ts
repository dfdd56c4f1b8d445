/**
 * Shows prompts on the terminal of a command, which end when the person dismisses one.
 */
import * as clack from '@clack/prompts';
import type { Terminal } from '../terminal/terminal.js';

/** The person pressed Escape or Ctrl+C. */
export class Dismissed extends Error {
  override readonly name = 'Dismissed';
}

/** The streams that a prompt reads and writes; standard output is reserved for the result. */
export interface PromptStreams {
  readonly input: Terminal['stdin'];
  readonly output: Terminal['stderr'];
  readonly signal: AbortSignal;
}

/** Chooses the streams of a command for its prompts. */
export function promptStreams({ stdin, stderr, interrupted }: Terminal): PromptStreams {
  return { input: stdin, output: stderr, signal: interrupted };
}

/** @throws Dismissed */
export async function settled<Value>(prompt: Promise<Value | symbol>): Promise<Value> {
  const value = await prompt;
  if (clack.isCancel(value)) throw new Dismissed('the person dismissed the question');
  return value as Value;
}
