/**
 * `sigil help`, and the same for each command with subcommands: an unknown word is refused as elsewhere.
 */
import type { Command } from 'commander';

/** Adds `help` to a group; call it when the group has all its commands. */
export function addHelpCommand(group: Command): void {
  group
    .command('help')
    .description('say how to use a command')
    .argument('[command...]', 'the command')
    .action((names: readonly string[]) => showHelp(names, group));
}

/** Adds `help` to a command of `sigil`, and makes errors before a group's subcommand list the available ones. */
export function finishGroup(group: Command): void {
  const names = group.commands.map((one) => one.name());
  addHelpCommand(group);
  const last = names.at(-1) ?? '';
  const said = names.length > 1 ? `there are ${names.slice(0, -1).join(', ')} and ${last}` : `there is ${last}`;
  group.showHelpAfterError(`(${said})`);
}

function showHelp([name, ...rest]: readonly string[], group: Command): void {
  if (name === undefined || group.commands.length === 0) group.help();
  const found = group.commands.find((one) => one.name() === name);
  if (found) return showHelp(rest, found);
  // The group has no such command, and reports it with its message for a mistyped one.
  group.parse([name], { from: 'user' });
}
