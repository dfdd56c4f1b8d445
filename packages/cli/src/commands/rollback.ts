/**
 * `sigil rollback`: makes a server serve an earlier build again.
 */
import type { Command } from 'commander';
import { UsageError } from '../failures/command-error.js';
import { chooseStateFolder, stateFlags, stateHelp } from '../publishing/state-folder.js';
import type { Terminal } from '../terminal/terminal.js';
import { registryHelp } from '../publishing/registry-help.js';
import { formatOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface RollbackFlags {
  readonly to?: string;
  readonly state?: string;
  readonly registry?: string;
  readonly list?: boolean;
  readonly format: 'text' | 'json';
}

const examples = [
  ['sigil rollback weather', 'serve the build before this one'],
  ['sigil rollback weather --list', 'show what served, and what is pinned'],
  ['sigil rollback weather --registry /srv/registry', 'on every server that follows this registry'],
  ['sigil rollback weather --to bafkreih5a3vq', 'serve this build, named by the beginning of its CID'],
] as const;

export function addRollbackCommand(program: Command, terminal: Terminal): void {
  program
    .command('rollback')
    .summary('serve a build that served before')
    .description(
      'Let a server serve a build that it served before. A server that runs follows at once, one that starts later too, ' +
        'until there is a newer build.',
    )
    .argument('<server>', 'the server, as in /mcp/<server>; where its plugin has another name, the plugin')
    .option('--to <cid>', 'the build, by its CID or the beginning of it (default: the one before)')
    .option('-l, --list', 'only show what served')
    .option(stateFlags, stateHelp)
    .option('-r, --registry <place>', `on all servers that follow this registry: ${registryHelp}`)
    .addOption(formatOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (server: string, { to, state, registry, list, format }: RollbackFlags) => {
      if (list && to !== undefined) throw new UsageError('--to means nothing with --list: leave one out');
      if (state !== undefined && registry !== undefined)
        throw new UsageError('--state means nothing with --registry: leave one out');
      if (registry !== undefined) {
        const published = await import('../publishing/roll-back-everywhere.js');
        const act = list ? published.showPublished : published.rollBackEverywhere;
        await act({ name: server, registry, to, format }, terminal);
        return;
      }
      const stateFolder = chooseStateFolder(state, terminal);
      const { rollBack } = await import('../publishing/roll-back.js');
      const { showHistory } = await import('../publishing/show-history.js');
      await (list
        ? showHistory({ server, stateFolder, format }, terminal)
        : rollBack({ server, stateFolder, to, format }, terminal));
    });
}
