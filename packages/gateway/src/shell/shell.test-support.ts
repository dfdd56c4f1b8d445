/**
 * Calls shell commands without a server, with only the part of a context that commands use.
 */
import { readFileSync } from 'node:fs';
import type { Context, JsonObject } from '@sigil/core';
import type { BadArguments, ToolResult } from '@sigil/core/catalog';
import { openShellCommand, type ShellOptions } from './open-shell-command.js';

export interface CallContext {
  readonly signal?: AbortSignal;
  /** Requests progress; called with each line and its progress. */
  readonly onLine?: (line: string, progress: number) => Promise<void>;
}

export type Outcome = ToolResult | BadArguments;

export function toolOf(configuration: JsonObject, options: Partial<ShellOptions> = {}) {
  const { tools } = openShellCommand(configuration, { name: 'command', ...options });
  return tools[0]!;
}

export async function callShell(
  configuration: JsonObject,
  input: JsonObject,
  context: CallContext = {},
): Promise<Outcome> {
  return toolOf(configuration).run(input, contextOf(context));
}

export function contextOf({ signal = new AbortController().signal, onLine }: CallContext = {}): Context {
  return {
    signal,
    meta: onLine ? { progressToken: 1 } : {},
    reportProgress: (progress: number, _total: unknown, line: string) => onLine?.(line, progress) ?? Promise.resolve(),
  } as unknown as Context; // commands use no more of it
}

/** The texts of a result, in their order. */
export function textsOf(outcome: Outcome): string[] {
  if (outcome.kind !== 'result') throw new Error(`expected a result, got ${JSON.stringify(outcome)}`);
  return outcome.content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`));
}

/** Returns whether the process still runs; a zombie counts as ended. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // The process does not exist.
    return false;
  }
}
