/**
 * Runs the server as a program: reads flags and environment, starts the server, and ends with it.
 */
import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { describeThrown } from '@sigil/core/building';
import { ProxyVariableError, useProxies } from '@sigil/client/proxies';
import { watchContent } from '@sigil/plugin-host';
import {
  addEnvironmentFiles,
  EnvironmentFileError,
  describePlugAndPlay,
  openLogWriter,
  printThrough,
  type Exit,
  blankProcessSecrets,
  containPlugins,
  watchLauncher,
} from '@sigil/plugin-host/program';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { readConfiguration } from '../configuration/configuration.js';
import { findStandardFile } from '../configuration/read-configuration-file.js';
import { findMisspelt } from '../configuration/find-misspelt-variables.js';
import { forgetOwnSecrets } from '../configuration/secret-variable.js';
import { openServerLog, type ServerLog } from '../log/server-log.js';
import { openServer } from '../running/open-server.js';
import { RequiredPluginError } from '../running/require-plugins.js';
import { idleWhenStoppedMs } from '../running/serve-mounts.js';
import type { RunningServer } from '../running/running-server.js';
import { onlyProcess, type Membership } from '../workers/membership.js';
import { findBuilder } from './find-builder.js';
import { buildServerCommand, type ProgramFlags } from './server-command.js';
import { writeStdioCommand } from './stdio-command.js';

/** The location of the program and its default plugins. */
export interface ServerProgram {
  /** The words that start it, to precede flags in examples. */
  readonly start: string;
  /** The file that Node runs, also when a client starts it over stdio. */
  readonly mainProgram: string;
  /** Absolute path of a folder with plugins, for when no configuration names one. */
  readonly pluginsFolder: string;
}

/** The errors of what the program was started with. */
const startErrors = [ConfigurationError, EnvironmentFileError, ProxyVariableError];

/** Runs until the server ends, then ends the process. Must be called once, before any plugin's code is loaded. */
export async function runServerProgram(program: ServerProgram): Promise<void> {
  // A reader that closes early (`sigil-server --help | head -1`) is no failure.
  process.stdout.on('error', () => undefined);
  const log = openServerLog((line) => process.stderr.write(line));
  const [command, ...rest] = process.argv.slice(2);
  if (command === 'config') return runConfigCommand(rest, program, log);
  return serve(program);
}

/** Loads the command only when it is used, since a server does not need it. */
async function runConfigCommand(
  args: readonly string[],
  { pluginsFolder }: ServerProgram,
  log: ServerLog,
): Promise<void> {
  try {
    const { runConfig } = await import('../config-command/run-config.js');
    process.exitCode = await runConfig(args, {
      environment: process.env,
      bundledPlugins: pluginsFolder,
      write: (text) => void process.stdout.write(text),
      writeError: (text) => void process.stderr.write(text),
    });
  } catch (error) {
    log.problem('error', await describeEnd(error));
    process.exitCode = startErrors.some((kind) => error instanceof kind) ? 2 : 1;
  }
}

async function serve(program: ServerProgram): Promise<void> {
  const flags = readFlags(program.start);
  if (!flags) return;
  const { exit, log: writer } = containPlugins();
  const write = (line: string): void => writer.write(blankProcessSecrets(line));
  const log = openServerLog(write);
  // The handlers of the signal close the server.
  if (!cluster.isWorker) watchLauncher(() => void process.emit('SIGTERM', 'SIGTERM'));
  try {
    const unsupported = describePlugAndPlay();
    if (unsupported !== undefined) throw new ConfigurationError(unsupported);
    addEnvironmentFiles(flags.envFile ?? [], process.env, process.cwd());
    useProxies(process.env);
    const configuration = readConfiguration(flags, process.env, program.pluginsFolder);
    if (!cluster.isWorker) for (const hint of findMisspelt(process.env)) log.note('environment', hint);
    const environment = { ...process.env };
    forgetOwnSecrets(process.env);
    const isService = configuration.stdioMount === undefined;
    if (configuration.workers > 1 && isService && cluster.isPrimary) {
      const { serveWithWorkers } = await import('./serve-with-workers.js');
      const builder = configuration.watch ? findBuilder(program.mainProgram) : undefined;
      return exit(await serveWithWorkers({ configuration, environment, builder, log }));
    }
    const member = cluster.isWorker ? await (await import('../workers/join-primary.js')).joinPrimary() : onlyProcess;
    // Over stdio, standard output carries the protocol; otherwise it is treated like standard error.
    if (isService) printThrough(process.stdout, openLogWriter(1));
    const builder = configuration.watch && member.isBuilder ? findBuilder(program.mainProgram) : undefined;
    const server = await openServer(configuration, { ...(builder ? { builder } : {}), write, member });
    if (member.isFirst) tellOfConfiguration(flags, log);
    if (cluster.isWorker) obeyPrimary(server, member, { exit, log });
    else listenToSignals(server, { isService: isService && !process.stdin.isTTY, exit, log });
    if (member.isFirst) await greet(server, flags, program);
    await server.ended;
    await server.close();
    exit(0);
  } catch (error) {
    log.problem('error', await describeEnd(error));
    exit(startErrors.some((kind) => error instanceof kind) ? 2 : 1);
  }
}

/** Says that a configuration file has changed, or that one has come, since they are read only at the start. */
function tellOfConfiguration({ config, envFile = [] }: ProgramFlags, log: ServerLog): void {
  const named = config ?? (process.env['MCP_CONFIG'] || findStandardFile()) ?? 'sigil.config.json';
  for (const file of [named, ...envFile]) {
    watchContent(resolve(file), () =>
      log.note('configuration', `"${file}" has changed; start the server again to use it`),
    );
  }
}

/** @returns `undefined` after help, the version or a mistake was printed and the exit code was set */
function readFlags(start: string): ProgramFlags | undefined {
  try {
    return buildServerCommand(start).exitOverride().parse().opts<ProgramFlags>();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The same code as for every other configuration error.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return undefined;
  }
}

/** Prints the banner. Over stdio, standard output carries only the protocol, and the table code is not loaded. */
async function greet({ servers, url }: RunningServer, flags: ProgramFlags, program: ServerProgram): Promise<void> {
  if (url === undefined) return;
  const { writeBanner } = await import('./write-banner.js');
  process.stdout.write(writeBanner(servers, url, writeStdioCommand(program, flags, process.env)));
}

/** Returns one line for errors that the operator can resolve, a stack for others. */
async function describeEnd(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return describeThrown(error);
  const { ListenError } = await import('@sigil/transport-http');
  const kinds = [...startErrors, ListenError, RequiredPluginError];
  const isForOperator = kinds.some((kind) => error instanceof kind);
  return isForOperator ? error.message : describeThrown(error);
}

interface Ending {
  /** True if standard input is neither a terminal nor a client, in which case SIGHUP reloads the server. */
  readonly isService: boolean;
  readonly exit: Exit;
  readonly log: ServerLog;
}

/** Leaves signals to the primary, since a terminal signals every worker too. */
function obeyPrimary(server: RunningServer, member: Membership, { exit, log }: Omit<Ending, 'isService'>): void {
  let closing: Promise<void> | undefined;
  const stop = (isReplaced = false): void => {
    closing ??= server.close({ isReplaced, idleMs: idleWhenStoppedMs }).then(
      () => exit(0),
      async (error: unknown) => {
        log.problem('error', await describeEnd(error));
        exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined);
  process.on('SIGTERM', () => stop());
  // Runs before Node's own listener, whose exit would be refused like a plugin's.
  process.prependOnceListener('disconnect', () => exit(1));
  member.listen({ reload: () => void server.reload(), stop });
  member.tellServing();
}

function listenToSignals(server: RunningServer, { isService, exit, log }: Ending): void {
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && isService) return void server.reload();
      // The second signal ends the process at once.
      if (isClosing) exit(1);
      isClosing = true;
      const fail = async (error: unknown): Promise<never> => {
        log.problem('error', await describeEnd(error));
        return exit(1);
      };
      // At a terminal, somebody waits for the end.
      void server.close({ idleMs: isService ? idleWhenStoppedMs : 0 }).then(() => exit(0), fail);
    });
  }
}
