#!/usr/bin/env node
/**
 * The program: reads flags and environment, runs the server, ends with it.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeThrown } from '@sigil/core/building';
import { openLogWriter, printThrough, type Exit } from '@sigil/plugin-host';
import { containPlugins } from '@sigil/plugin-host/contain-plugins';
import {
  ConfigurationError,
  environmentKeys,
  forgetOwnSecrets,
  openServerLog,
  readConfiguration,
  RequiredPluginError,
  openServer,
  type RawConfiguration,
  type RunningServer,
} from '@sigil/server';
import { Command } from 'commander';
import { writeStdioCommand } from './terminal/stdio-command.js';

const bundledPlugins = fileURLToPath(new URL('../plugins', import.meta.url));
const log = openServerLog((line) => process.stderr.write(line));

const examples = `
Environment (a flag wins over it):
${Object.entries(environmentKeys)
  .map(([key, standard]) => `  ${key.padEnd(26)} default: ${standard}`)
  .join('\n')}

Examples:
  npm start                                  every bundled plugin on http://127.0.0.1:3000
  npm start -- --watch                       the same; saved changes of a plugin are live at once
  npm start -- --plugins ./my-plugins        other plugins
  npm start -- --config ./sigil.config.json  how each plugin is run, limits, profile: docs/operate/server.md
  npm start -- --profile readonly            only what is annotated read-only; nothing is followed
  node apps/server/dist/main.js --stdio sql  one server over standard input and output
  node apps/server/dist/main.js config --help  build, show and compare configurations of servers
  node apps/server/dist/main.js --stdio --native  each tool a method whose events follow as notifications
`;

const program = new Command('sigil-server')
  .description('Serves plugins over the Model Context Protocol: one server for each, and one of all together.')
  .option('--port <number>', 'port to listen on; 0 takes any free one')
  .option('--host <address>', 'address to listen on')
  .option('--plugins <folder>', 'folder whose sub-folders are plugins')
  .option('--config <file>', 'configuration file (default: sigil.config.json, where it is there)')
  .option('--registry <folder>', 'folder that "sigil publish" publishes to')
  .option('--state <folder>', 'where content and history are kept, for "sigil rollback" (default: .sigil)')
  .option('--mcps <file>', 'the mcps.source.json that configures servers, a built mcps.json, or its CID')
  .option('--profile <name>', 'default, or readonly: only what is annotated read-only')
  .option('--watch', 'rebuild plugins when their sources change, and swap them in')
  .option('--sse', 'serve clients that know only the HTTP+SSE transport of 2024-11-05 too, at /mcp/{server}/sse')
  .option('--ws', 'serve MCP and native streams over WebSocket too, at /mcp/{server}/ws')
  .option('--stateless', 'no sessions for older revisions either: each POST by itself, GET and DELETE answer 405')
  .option('--namespace-separator <text>', 'between the names of server and tool in "all": _ (default), . - or __')
  .option('--stdio [server]', 'serve one server over standard input and output instead (default: "all")')
  .option('--native', 'with --stdio: speak the native view of streams instead of MCP')
  .option('--mcp', 'with --stdio: speak MCP, which is the default')
  .option('--allow-origin <origin...>', 'pages of these origins may read answers; none by default')
  .option('--allow-unauthenticated', 'listen on other than loopback addresses although nobody is asked who they are')
  .addHelpText('after', examples);

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2);
  if (command === 'config') return config(rest);
  return serve();
}

/** Loaded only where it is asked for: a server does without it. */
async function config(args: readonly string[]): Promise<void> {
  try {
    const { runConfig } = await import('@sigil/server/config-command');
    process.exitCode = await runConfig(args, {
      environment: process.env,
      bundledPlugins,
      write: (text) => void process.stdout.write(text),
      writeError: (text) => void process.stderr.write(text),
    });
  } catch (error) {
    log.problem('error', await describeEnd(error));
    process.exitCode = error instanceof ConfigurationError ? 2 : 1;
  }
}

async function serve(): Promise<void> {
  const flags = program.parse().opts<RawConfiguration>();
  const { exit } = containPlugins();
  try {
    const configuration = readConfiguration(flags, process.env, bundledPlugins);
    forgetOwnSecrets(process.env);
    const isService = configuration.stdioMount === undefined;
    // Over stdio it is the protocol's; otherwise it is printed on like standard error.
    if (isService) printThrough(process.stdout, openLogWriter(1));
    const server = await openServer(configuration, { builder: builderCommand() });
    listenToSignals(server, { isService: isService && !process.stdin.isTTY, exit });
    await greet(server, flags);
    await server.ended;
    await server.close();
    exit(0);
  } catch (error) {
    log.problem('error', await describeEnd(error));
    exit(error instanceof ConfigurationError ? 2 : 1);
  }
}

/** The command line builds plugins while their sources change. */
function builderCommand(): readonly string[] {
  const packageFile = createRequire(import.meta.url).resolve('@sigil/cli/package.json');
  return [process.execPath, join(dirname(packageFile), 'dist', 'main.js'), 'build', '--watch'];
}

/** Over stdio nothing but the protocol is written to standard output, and the table is not loaded. */
async function greet({ servers, url }: RunningServer, flags: RawConfiguration): Promise<void> {
  if (url === undefined) return;
  const { writeBanner } = await import('./terminal/write-banner.js');
  const stdioCommand = writeStdioCommand(fileURLToPath(import.meta.url), flags, process.env);
  process.stdout.write(writeBanner(servers, url, stdioCommand));
}

/** One line for the operator; the stack of what should not have happened. */
async function describeEnd(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return describeThrown(error);
  const { ListenError } = await import('@sigil/transport-http');
  const isForOperator = [ConfigurationError, ListenError, RequiredPluginError].some((kind) => error instanceof kind);
  return isForOperator ? error.message : describeThrown(error);
}

interface Ending {
  /**
   * Tells whether neither a terminal nor a client is at standard input, so that a hang-up asks the server to look
   * again.
   */
  readonly isService: boolean;
  readonly exit: Exit;
}

function listenToSignals(server: RunningServer, { isService, exit }: Ending): void {
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && isService) return void server.reload();
      // The second one means now.
      if (isClosing) exit(1);
      isClosing = true;
      const fail = async (error: unknown): Promise<never> => {
        log.problem('error', await describeEnd(error));
        return exit(1);
      };
      void server.close().then(() => exit(0), fail);
    });
  }
}

await main();
