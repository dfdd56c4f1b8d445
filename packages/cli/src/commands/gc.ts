/**
 * `sigil gc`: removes content that nothing refers to any more.
 */
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { chooseStateFolder, stateFlags, stateHelp } from '../publishing/state-folder.js';
import type { Terminal } from '../terminal/terminal.js';
import { collect as gather } from './collect.js';
import { formatOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface CollectFlags {
  readonly state?: string;
  readonly registry?: string;
  readonly keep?: readonly string[];
  readonly dryRun?: boolean;
  readonly format: 'text' | 'json';
}

const examples = [
  ['sigil gc --dry-run', 'show what would be removed from the state folder here'],
  ['sigil gc --state /var/lib/sigil --keep /srv/mcps.json', 'keep what a map of another folder names, too'],
  ['sigil gc --registry /srv/registry', 'collect a registry instead'],
] as const;

export function addGarbageCommand(program: Command, terminal: Terminal): void {
  program
    .command('gc')
    .summary('remove content that nobody refers to')
    .description(
      'Remove the content of a state folder or a registry that nobody refers to: no server that runs, no history, no pointer, ' +
        'no map that was built there. What was put within the last hour stays.',
    )
    .addOption(new Option(stateFlags, stateHelp).conflicts('registry'))
    .option('-r, --registry <folder>', 'collect this registry instead')
    .option('--keep <file>', 'a configuration: what it names stays; may be repeated', gather)
    .option('--dry-run', 'only say what would be removed')
    .addOption(formatOption())
    .addHelpText('after', formatExamples(examples))
    .action(async ({ state, registry, keep = [], dryRun = false, format }: CollectFlags) => {
      const { collect } = await import('../publishing/collect.js');
      const place =
        registry === undefined
          ? { stateFolder: chooseStateFolder(state, terminal) }
          : { registry: resolve(terminal.cwd, registry) };
      await collect({ place, keep, isDryRun: dryRun, format }, terminal);
    });
}
