/**
 * The flags of the server's program, with their help.
 */
import { Command } from 'commander';
import { packageVersion } from '../package-version.js';
import { environmentKeys, type RawConfiguration } from '../configuration/configuration.js';

/** The settings that flags give, and the files that have variables. */
export interface ProgramFlags extends RawConfiguration {
  readonly envFile?: readonly string[] | undefined;
}

/** @param start the words that start the program, for the examples */
export function buildServerCommand(start: string): Command {
  return new Command('sigil-server')
    .version(packageVersion)
    .description('Serves plugins over the Model Context Protocol: one server for each, and one of all together.')
    .option('--port <number>', 'port to listen on; 0 takes any free one')
    .option('--host <address>', 'address to listen on')
    .option('--plugins <folder>', 'folder whose sub-folders are plugins')
    .option('--package <file>', 'package.json whose dependencies that are plugins are served too')
    .option('--config <file>', 'configuration file (default: sigil.config.json or .ts, where it is there)')
    .option('--env-file <file...>', 'files such as .env with further variables of the environment')
    .option(
      '--registry <place>',
      'what "sigil publish" publishes to: a folder, oci://host/repository, or redis://host:port',
    )
    .option('--state <folder>', 'where content and history are kept, for "sigil rollback" (default: .sigil)')
    .option('--mcps <file>', 'the mcps.source.json that configures servers, a built mcps.json, or its CID')
    .option('--profile <name>', 'default, or readonly: only what is annotated read-only')
    .option(
      '--workers <number>',
      'processes that serve, for the cores of this machine; auto is one for each (default: 1)',
    )
    .option('--watch', 'rebuild plugins when their sources change, and swap them in')
    .option('--sse', 'serve clients that know only the HTTP+SSE transport of 2024-11-05 too, at /mcp/{server}/sse')
    .option('--ws', 'serve MCP and native streams over WebSocket too, at /mcp/{server}/ws')
    .option('--streams', 'serve native streams over HTTP too, as event streams, at /mcp/{server}/streams')
    .option('--stateless', 'no sessions for older revisions either: each POST by itself, GET and DELETE answer 405')
    .option('--card <kind>', 'show a card of each server at /mcp/{server}/server-card: off (default), basic or full')
    .option('--namespace-separator <text>', 'between the names of server and tool in "all": _ (default), . - or __')
    .option('--stdio [server]', 'serve one server over standard input and output instead (default: "all")')
    .option('--native', 'with --stdio: speak the native view of streams instead of MCP')
    .option('--mcp', 'with --stdio: speak MCP, which is the default')
    .option('--allow-host <name...>', 'requests may be addressed to these host names too: that of a proxy, say')
    .option('--allow-origin <origin...>', 'pages of these origins may read answers; none by default')
    .option('--allow-unauthenticated', 'listen on other than loopback addresses although nobody is asked who they are')
    .addHelpText('after', () => examplesOf(start));
}

function examplesOf(start: string): string {
  const examples = [
    ['', 'every plugin here on http://127.0.0.1:3000'],
    [' --watch', 'the same; saved changes of a plugin are live at once'],
    [' --workers auto', 'a process for each core of this machine'],
    [' --plugins ./my-plugins', 'other plugins'],
    [' --config ./sigil.config.json', 'how each plugin is run, limits, profile: docs/operate/server.md'],
    [' --profile readonly', 'only what is annotated read-only; nothing is followed'],
    [' --stdio weather', 'one server over standard input and output'],
    [' --stdio --native', 'each tool a method whose events follow as notifications'],
    [' config --help', 'build, show and compare configurations of servers'],
  ] as const;
  const width = Math.max(...examples.map(([flags]) => flags.length)) + start.length;
  const keys = Object.entries(environmentKeys).map(([key, standard]) => `  ${key.padEnd(26)} default: ${standard}`);
  const lines = examples.map(([flags, purpose]) => `  ${`${start}${flags}`.padEnd(width)}  ${purpose}`);
  return ['', 'Environment (a flag wins over it):', ...keys, '', 'Examples:', ...lines, ''].join('\n');
}
