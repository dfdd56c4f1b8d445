/**
 * The command with which a client starts the servers of this program over stdio: the same program, with options that
 * name them.
 */
import { dirname, relative, resolve } from 'node:path';
import { isRemoteRegistry } from '@sigil/plugin-host';
import type { RawConfiguration } from '../configuration/configuration.js';
import { findStandardFile } from '../configuration/read-configuration-file.js';
import type { ProgramFlags } from './server-command.js';

const places = {
  config: 'MCP_CONFIG',
  plugins: 'MCP_PLUGINS',
  package: 'MCP_PACKAGE',
  registry: 'MCP_REGISTRY',
  mcps: 'MCP_MCPS',
} as const satisfies Partial<Record<keyof RawConfiguration, string>>;

/** The program of the command. */
export interface StdioProgram {
  /** The file that Node runs. */
  readonly mainProgram: string;
  /** Absolute path of the plugins to serve when no option names others. */
  readonly pluginsFolder: string;
}

/** Writes absolute paths, since a client starts the command in its own folder with its own environment. */
export function writeStdioCommand(
  { mainProgram, pluginsFolder }: StdioProgram,
  flags: ProgramFlags,
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  const config = flags.config ?? (environment['MCP_CONFIG'] || findStandardFile());
  // Bundled plugins are found wherever the program is started.
  const isBundled = !relative(dirname(dirname(mainProgram)), pluginsFolder).startsWith('..');
  const standard: RawConfiguration = { config, plugins: isBundled || config ? undefined : pluginsFolder };
  const given = Object.entries(places).flatMap(([flag, variable]) => {
    const path = flags[flag as keyof typeof places] ?? (environment[variable] || standard[flag as keyof typeof places]);
    return path === undefined ? [] : [`--${flag}`, isRemoteRegistry(path) ? path : resolve(path)];
  });
  const profile = flags.profile ?? environment['MCP_PROFILE'];
  const separator = flags.namespaceSeparator ?? environment['MCP_NAMESPACE_SEPARATOR'];
  const chosen = [
    ...(profile ? ['--profile', profile] : []),
    ...(separator ? ['--namespace-separator', separator] : []),
  ];
  const files = (flags.envFile ?? []).flatMap((file) => ['--env-file', resolve(file)]);
  return ['node', mainProgram, ...given, ...chosen, ...files, '--stdio'];
}
