/**
 * `sigil install` and `sigil uninstall`: add a server to clients' configuration files, and remove it again.
 */
import { Option, type Command } from 'commander';
import { configFlags, configHelp } from '../configuring/read-configuration.js';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import type { Scope } from '../installing/find-client-file.js';
import { collect } from './collect.js';
import type { GlobalOptions } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface SharedFlags {
  readonly client?: readonly string[];
  readonly scope: Scope;
  readonly dryRun?: boolean;
  readonly force?: boolean;
}

interface InstallFlags extends SharedFlags, GlobalOptions {
  readonly name?: string;
  readonly header?: readonly string[];
  readonly env?: readonly string[];
  readonly config?: string;
  readonly origin?: string;
  readonly writeSecrets?: boolean;
}

const installExamples = [
  ['sigil install . --client cursor', 'the plugin in this folder, which Cursor then starts'],
  ['sigil install . --client all --dry-run', 'show what would change for every client that is on this machine'],
  ['sigil install https://mcp.example.com/mcp --client claude-code,vscode', 'a server by its address'],
  [
    `sigil install <url> --client cursor -H 'Authorization: Bearer \${TOKEN}'`,
    'the variable is looked up by the client',
  ],
  ['sigil install dice --client codex', 'the server "dice" of the program at 127.0.0.1:3000'],
] as const;

const uninstallExamples = [
  ['sigil uninstall dice --client cursor', 'the file is then what it was before'],
  ['sigil uninstall dice --client all', 'take it out of every client that has it'],
] as const;

/** Adds `sigil install`. */
export function addInstallCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('install')
    .summary("put a server into clients' configurations")
    .description(
      'Add a server to the configuration files of clients. Nothing else in a file changes, what changes is shown, and ' +
        '`sigil uninstall` undoes it. A secret is written as a reference to a variable where the client can follow one.',
    )
    .argument(
      '<source>',
      'folder of a plugin or of a server, http(s) URL of an MCP endpoint, or the name of a server that runs here',
    );
  addSharedOptions(command)
    .option('-n, --name <name>', "the entry's name (default: the server's own)")
    .option(
      '-H, --header <line>',
      `header for a URL, as 'Name: value' with \${VARIABLE} for secrets; repeatable`,
      collect,
    )
    .option('-e, --env <variable>', 'variable for a program, as NAME (looked up) or NAME=value; repeatable', collect)
    .option(configFlags, `${configHelp} (for a folder)`)
    .option(
      '--origin <url>',
      'where a server that is given by name runs (default: http://127.0.0.1:$MCP_PORT, or 3000)',
    )
    .option('--write-secrets', 'let values of secrets stand in files whose clients follow no reference')
    .addHelpText('after', formatExamples(installExamples))
    .action((source: string) => install(source, command.optsWithGlobals<InstallFlags>(), terminal));
}

/** Adds `sigil uninstall`. */
export function addUninstallCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('uninstall')
    .summary("take a server out of clients' configurations")
    .description(
      'Remove what `sigil install` has added. A file that nobody else has changed is again what it was, byte for byte.',
    )
    .argument('<name>', "the entry's name");
  addSharedOptions(command)
    .addHelpText('after', formatExamples(uninstallExamples))
    .action(async (name: string, { client, scope, dryRun = false, force = false }: SharedFlags) => {
      const { uninstallServer } = await import('../installing/uninstall-server.js');
      const { readClients } = await import('../installing/read-clients.js');
      const clients = readClients(client, scope, terminal);
      await uninstallServer({ name, clients, scope, isDryRun: dryRun, isForced: force }, terminal);
    });
}

function addSharedOptions(command: Command): Command {
  return command
    .option('--client <list>', 'clients, with commas or repeated; "all" for those on this machine', collect)
    .addOption(
      new Option('--scope <scope>', 'for all projects, or for the one here')
        .choices(['user', 'project'])
        .default('user'),
    )
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--force', 'replace or take out an entry that sigil did not write');
}

async function install(source: string, flags: InstallFlags, terminal: Terminal): Promise<void> {
  const { client, scope, name, header = [], env = [], config, envFile = [], writeSecrets = false } = flags;
  if (name !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new UsageError(`expected --name with 1 to 64 letters, digits, "_" and "-", got "${name}"`);
  }
  const { readClients } = await import('../installing/read-clients.js');
  const { readHeaderValues, readVariables } = await import('../installing/read-values.js');
  const { installServer } = await import('../installing/install-server.js');
  const origin = flags.origin ?? `http://127.0.0.1:${terminal.env['MCP_PORT'] || 3000}`;
  const values = { headers: readHeaderValues(header, writeSecrets), env: readVariables(env, writeSecrets) };
  const clients = readClients(client, scope, terminal);
  const isDryRun = flags.dryRun ?? false;
  const settings = { isDryRun, isForced: flags.force ?? false, mayWriteSecrets: writeSecrets };
  await installServer(
    { source, origin, ...values, configFile: config, environmentFiles: envFile, scope, clients, name, ...settings },
    terminal,
  );
}
