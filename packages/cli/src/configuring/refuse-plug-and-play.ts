/**
 * Refuses commands that read or run a plugin under Yarn's Plug'n'Play. Others need no packages beside their own.
 */
import type { Command } from 'commander';
import { describePlugAndPlay } from '@sigil/plugin-host/program';
import { CommandError } from '../failures/command-error.js';

const pluginCommands: ReadonlySet<string> = new Set([
  ...['dev', 'build', 'check', 'eval', 'manifest', 'types', 'docs', 'diff', 'lsp'],
  ...['serve', 'call', 'list', 'inspect', 'install', 'bundle', 'publish'],
]);

/** @throws CommandError that says what to do */
export function refusePlugAndPlay(action: Command, why = describePlugAndPlay()): void {
  if (why === undefined || action.args.some((arg) => arg.includes('://'))) return;
  if (pluginCommands.has(nameBelowProgram(action))) throw new CommandError(why);
}

/** Returns `bundle` for `sigil bundle mcpb`. */
function nameBelowProgram(action: Command): string {
  return action.parent?.parent ? nameBelowProgram(action.parent) : action.name();
}
