/**
 * Formats any error of a command as one message, with the stack only on request.
 */
import { describeThrown, PluginError, tameThrown } from '@sigil/core/building';
import type { Terminal } from '../terminal/terminal.js';
import { CommandError } from './command-error.js';

export function describeFailure(thrown: unknown, { isVerbose }: Pick<Terminal, 'isVerbose'>): string {
  const error = tameThrown(thrown);
  if (isVerbose) return describeFully(error);
  const message = describeBriefly(error);
  return isExpected(error) ? message : `${message}\n(run it again with --verbose to see where it came from)`;
}

function describeBriefly(error: unknown): string {
  if (!(error instanceof Error)) return describeThrown(error);
  const causes = causesOf(error).filter((cause) => !error.message.includes(cause.message) && cause.message !== '');
  const saysAll = error instanceof CommandError || error.name === 'CreateError';
  const because = saysAll ? undefined : causes[0];
  const message = error.message === '' ? error.name : error.message;
  return because ? `${message}: ${because.message}` : message;
}

function describeFully(error: unknown): string {
  if (!(error instanceof Error)) return describeThrown(error);
  const texts = [error, ...causesOf(error)].map((it) => it.stack ?? it.message);
  return texts.join('\ncaused by ');
}

function causesOf(error: Error): Error[] {
  const causes: Error[] = [];
  let cause = tameThrown(error.cause);
  while (cause instanceof Error && !causes.includes(cause)) {
    causes.push(cause);
    cause = tameThrown(cause.cause);
  }
  return causes;
}

/** Returns whether the error's message was written for the user of the terminal. */
function isExpected(error: unknown): boolean {
  if (error instanceof CommandError || error instanceof PluginError) return true;
  return error instanceof Error && expectedNames.has(error.name);
}

// Compared by name, so that reporting a failure does not load the failed package.
const expectedNames: ReadonlySet<string> = new Set(['CreateError', 'ListenError', 'ServerError', 'ConnectionError']);
