/**
 * `config build`, `config show` and `config diff`: the servers of a configuration, before its deployment and while it runs.
 *
 * The server's own program has these commands, and `sigil config` where the server is installed.
 */
import { resolve } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { addEnvironmentFiles } from '@sigil/plugin-host/program';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { readConfiguration, type RawConfiguration } from '../configuration/configuration.js';
import { buildDeployment } from '../servers/build-deployment.js';
import { compareActive, formatChanges } from './compare-active.js';
import { formatActive } from './format-active.js';
import { isServer, readActive } from './read-active.js';

/** The outputs and the environment of the commands. */
export interface ConfigSurroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly bundledPlugins: string;
  readonly write: (text: string) => void;
  /** Writes problems of the arguments. */
  readonly writeError: (text: string) => void;
}

interface SourceFlags extends RawConfiguration {
  readonly envFile?: readonly string[];
  readonly out?: string;
  readonly format?: 'text' | 'json';
}

const examples = `
Examples:
  sigil config build --out dist/servers                 mcps.json and the content that it names, plugins included
  sigil-server --mcps dist/servers/mcps.json            serves exactly that, without sources
  sigil config show                                     what the configuration here comes to
  sigil config show http://127.0.0.1:3000 --format json what a server serves now
  sigil config diff http://127.0.0.1:3000 dist/servers  what deploying it would change

A configuration is a folder with mcps.source.json or mcps.json, such a file, the CID of a built one, or the URL of a server.
`;

/**
 * @param args after the word `config`
 * @returns the exit code: 0 on success, 1 when two configurations differ, 2 when the arguments are wrong
 * @throws ConfigurationError with the problems of the configuration
 */
export async function runConfig(args: readonly string[], surroundings: ConfigSurroundings): Promise<number> {
  let exitCode = 0;
  const program = new Command('config')
    .description('Build, show and compare configurations of servers.')
    .addHelpText('after', examples)
    .hook('preAction', (_program, action) =>
      addEnvironmentFiles(action.opts<SourceFlags>().envFile ?? [], surroundings.environment, process.cwd()),
    )
    .exitOverride()
    .configureOutput({ writeOut: surroundings.write, writeErr: surroundings.writeError });
  withSource(program.command('build').description('build mcps.json and everything that it names'))
    .option('-o, --out <folder>', 'where it goes (default: the state folder)')
    .addHelpText('after', examples)
    .action((flags: SourceFlags) => build(flags, surroundings));
  withSource(program.command('show').description('show the servers that a configuration makes'))
    .argument('[configuration]', 'folder, file, CID or URL (default: what the server here would serve)')
    .addOption(formatOption())
    .addOption(olderJsonOption())
    .addHelpText('after', examples)
    .action((target: string | undefined, flags: SourceFlags) => show(target, flags, surroundings));
  withSource(program.command('diff').description('say what differs between two configurations'))
    .argument('<before>', 'folder, file, CID or URL')
    .argument('<after>', 'folder, file, CID or URL')
    .addOption(formatOption())
    .addOption(olderJsonOption())
    .addHelpText('after', examples)
    .action(async (before: string, after: string, flags: SourceFlags) => {
      exitCode = await diff([before, after], flags, surroundings);
    });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

/** The option `--format`, as the commands of `sigil` have it. */
function formatOption(): Option {
  return new Option('-f, --format <format>', 'how to show it').choices(['text', 'json']).default('text');
}

/** The older spelling of `--format json`, which the help does not list. */
function olderJsonOption(): Option {
  return new Option('--json').implies({ format: 'json' }).hideHelp();
}

function withSource(command: Command): Command {
  return command
    .option('-c, --config <file>', 'configuration file of the server')
    .option('--mcps <file>', 'the mcps.source.json')
    .option('--plugins <folder>', 'folder whose sub-folders are plugins')
    .option('--env-file <file...>', 'files such as .env with further variables of the environment')
    .option(
      '-r, --registry <place>',
      'what "sigil publish" publishes to: a folder, oci://host/repository, or redis://host:port',
    )
    .option('-s, --state <folder>', 'the state folder');
}

async function build(
  { out, ...flags }: SourceFlags,
  { environment, bundledPlugins, write }: ConfigSurroundings,
): Promise<void> {
  const configuration = readConfiguration(flags, environment, bundledPlugins);
  const folder = out === undefined ? configuration.stateFolder : resolve(out);
  if (folder === undefined) throw new ConfigurationError('--out: there is no folder to write to');
  const { file, cid, servers, plugins } = await buildDeployment(configuration, folder);
  write(`${file}: ${servers.length} servers, ${plugins.length} plugins\n${cid}\n`);
}

async function show(target: string | undefined, flags: SourceFlags, surroundings: ConfigSurroundings): Promise<void> {
  const active = await readActive(target, flags, surroundings);
  surroundings.write(flags.format === 'json' ? `${JSON.stringify(active, null, 2)}\n` : formatActive(active));
}

async function diff(
  targets: readonly [string, string],
  flags: SourceFlags,
  surroundings: ConfigSurroundings,
): Promise<number> {
  // Compared with a running server, both sides show what it shows.
  const reader = targets.some(isServer) ? 'anybody' : 'operator';
  const before = await readActive(targets[0], flags, surroundings, reader);
  const after = await readActive(targets[1], flags, surroundings, reader);
  const changes = compareActive(before, after);
  surroundings.write(flags.format === 'json' ? `${JSON.stringify(changes, null, 2)}\n` : formatChanges(changes));
  return changes.length === 0 ? 0 : 1;
}
