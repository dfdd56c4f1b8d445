/**
 * The command by which a client starts the servers that run here over stdio: the same program, with the options that
 * name them.
 */
import { dirname, relative, resolve } from 'node:path';
import { isRemoteRegistry } from '@sigil/plugin-host';
import type { RawConfiguration } from '../configuration/configuration.js';
import { findStandardFile } from '../configuration/read-configuration-file.js';

const places = {
  config: 'MCP_CONFIG',
  plugins: 'MCP_PLUGINS',
  package: 'MCP_PACKAGE',
  registry: 'MCP_REGISTRY',
  mcps: 'MCP_MCPS',
} as const satisfies Partial<Record<keyof RawConfiguration, string>>;

/** The program whose command is written. */
export interface StdioProgram {
  /** The file that Node runs. */
  readonly mainProgram: string;
  /** Absolute path of the plugins that it serves where nothing names others. */
  readonly pluginsFolder: string;
}

/** Paths are absolute, because a client starts it in a folder of its own and with an environment of its own. */
export function writeStdioCommand(
  { mainProgram, pluginsFolder }: StdioProgram,
  flags: RawConfiguration,
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  const config = flags.config ?? (environment['MCP_CONFIG'] || findStandardFile());
  // Plugins that came with the program are there wherever it is started.
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
  return ['node', mainProgram, ...given, ...chosen, '--stdio'];
}
