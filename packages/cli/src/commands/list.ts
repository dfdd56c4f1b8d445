/**
 * `sigil list`: shows what a plugin or a running server offers.
 */
import type { Command } from 'commander';
import { formatListing } from '../listing/format-listing.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption, olderJsonOption } from './common-options.js';
import { formatExamples } from './format-examples.js';
import { addTargetArgument, type TargetOptions } from './target-options.js';

interface ListOptions extends TargetOptions {
  readonly format: 'text' | 'json';
}

const examples = [
  ['sigil list .', 'what the plugin in this folder offers'],
  ['sigil list http://127.0.0.1:3000/mcp', 'what a running server offers'],
  ['sigil list . --format json | jq .tools', 'with all schemas'],
] as const;

export function addListCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('list')
    .summary('show what a plugin or a server offers')
    .description('Show the tools, resources, resource templates and prompts of a plugin or of a running server.');
  addTargetArgument(command)
    .addOption(formatOption('how to show it; JSON has all schemas'))
    .addOption(olderJsonOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (name: string, { format, header = [], config }: ListOptions) => {
      const { withTarget } = await import('../targets/open-target.js');
      const listing = await withTarget({ name, headers: header, configFile: config }, terminal, (target) =>
        target.list(),
      );
      terminal.out.line(
        format === 'json' ? JSON.stringify(listing, undefined, 2) : formatListing(listing, terminal.out),
      );
    });
}
