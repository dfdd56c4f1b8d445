/**
 * `sigil config`: builds, shows and compares configurations of servers, with the server that is installed.
 */
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';

const examples = [
  ['sigil config build --out dist/servers', 'mcps.json and the content that it names, plugins included'],
  ['sigil config show', 'what the configuration here comes to'],
  ['sigil config show http://127.0.0.1:3000 --json', 'what a server serves now'],
  ['sigil config diff http://127.0.0.1:3000 dist/servers', 'what deploying it would change'],
] as const;

export function addConfigCommand(program: Command, terminal: Terminal): void {
  program
    .command('config')
    .summary('build, show and compare configurations of servers')
    .description(
      'Build mcps.json from mcps.source.json (build), show the servers that a configuration makes (show), or say what differs ' +
        'between two (diff). A configuration is a folder, a file, the CID of a built one, or the URL of a server. Options are ' +
        'those of the server: --mcps, --plugins, --registry, --state, --config; --out for build; --json for show and diff.',
    )
    .argument('<build|show|diff>', 'what to do')
    .argument('[arguments...]', 'of what is done, and options')
    .allowUnknownOption()
    .addHelpText('after', formatExamples(examples))
    .action(async (what: string, others: readonly string[]) => {
      const { runServerConfig } = await import('../configuring/run-server-config.js');
      await runServerConfig([what, ...others], terminal);
    });
}
