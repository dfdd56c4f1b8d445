/**
 * `sigil config`: builds, shows and compares configurations of servers, using the installed server.
 */
import type { Command } from 'commander';
import type { ConfigFlags } from '../configuring/run-server-config.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption, olderJsonOption } from './common-options.js';
import { formatExamples } from './format-examples.js';
import { finishGroup } from './help.js';

const examples = [
  ['sigil config build --out dist/servers', 'mcps.json and the content that it names, plugins included'],
  ['sigil config show', 'what the configuration here comes to'],
  ['sigil config show http://127.0.0.1:3000 --format json', 'what a server serves now'],
  ['sigil config diff http://127.0.0.1:3000 dist/servers', 'what deploying it would change'],
] as const;

const side = 'folder, file, CID or URL';

export function addConfigCommand(program: Command, terminal: Terminal): void {
  const config = program
    .command('config')
    .summary('build, show and compare configurations of servers')
    .description(
      'Build mcps.json from mcps.source.json, show the servers that a configuration makes, or say what differs between two. ' +
        'A configuration is a folder, a file, the CID of a built one, or the URL of a server.',
    )
    .addHelpText('after', formatExamples(examples));
  const run = async (args: readonly string[], flags: ConfigFlags): Promise<void> => {
    const { runServerConfig } = await import('../configuring/run-server-config.js');
    await runServerConfig(args, flags, terminal);
  };
  withSource(config.command('build').description('build mcps.json and everything that it names'))
    .option('-o, --out <folder>', 'where it goes (default: the state folder)')
    .action((flags: ConfigFlags) => run(['build'], flags));
  withSource(config.command('show').description('show the servers that a configuration makes'))
    .argument('[configuration]', `${side} (default: what the server here would serve)`)
    .addOption(formatOption())
    .addOption(olderJsonOption())
    .action((target: string | undefined, flags: ConfigFlags) =>
      run(['show', ...(target === undefined ? [] : [target])], flags),
    );
  withSource(config.command('diff').description('say what differs between two configurations'))
    .argument('<before>', side)
    .argument('<after>', side)
    .addOption(formatOption())
    .addOption(olderJsonOption())
    .action((before: string, after: string, flags: ConfigFlags) => run(['diff', before, after], flags));
  finishGroup(config);
}

/** Adds the options of the server's own command, which reads them. */
function withSource(command: Command): Command {
  return command
    .option('-c, --config <file>', 'configuration file of the server')
    .option('--mcps <file>', 'the mcps.source.json')
    .option('--plugins <folder>', 'folder whose sub-folders are plugins')
    .option(
      '-r, --registry <place>',
      'what "sigil publish" publishes to: a folder, oci://host/repository, or redis://host:port',
    )
    .option('-s, --state <folder>', 'the state folder');
}
