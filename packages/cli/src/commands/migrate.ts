/**
 * `sigil migrate`: rewrites a server of another framework as a plugin.
 */
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

const examples = [
  ['sigil migrate old-server --out weather', 'write the server in "old-server" as a plugin'],
  ['sigil migrate old-server --out weather --format json', 'list what was left for programs'],
] as const;

export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .summary('rewrite a server of another framework as a plugin')
    .description(
      'Rewrite a server as a plugin: of the official SDK, FastMCP for TypeScript, MCP-Nest or xmcp. Whatever cannot be translated ' +
        'is listed, and its old code stays in a comment with the word sigil-migrate. The folder that is read never changes.',
    )
    .argument('<folder>', "the old server's folder")
    .requiredOption('-o, --out <folder>', "the plugin's folder, which must be empty or absent")
    .addOption(formatOption('text, or json for programs'))
    .addHelpText('after', formatExamples(examples))
    .action(async (folder: string, { out, format }: { out: string; format: 'text' | 'json' }) => {
      const { migrateServer } = await import('../migrating/migrate-server.js');
      await migrateServer({ folder, out, isJson: format === 'json' }, terminal);
    });
}
