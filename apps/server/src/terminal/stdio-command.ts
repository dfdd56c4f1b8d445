/**
 * The command by which a client starts the servers that run here over stdio: the same program, with the options that
 * name them.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { standardFile, type RawConfiguration } from '@sigil/server';

const places = {
  config: 'MCP_CONFIG',
  plugins: 'MCP_PLUGINS',
  registry: 'MCP_REGISTRY',
  mcps: 'MCP_MCPS',
} as const satisfies Partial<Record<keyof RawConfiguration, string>>;

/**
 * Paths are absolute, because a client starts it in a folder of its own and with an environment of its own.
 *
 * @param mainProgram the file that Node runs
 */
export function writeStdioCommand(
  mainProgram: string,
  flags: RawConfiguration,
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  const standard: RawConfiguration = existsSync(standardFile) ? { config: standardFile } : {};
  const given = Object.entries(places).flatMap(([flag, variable]) => {
    const path = flags[flag as keyof typeof places] ?? (environment[variable] || standard[flag as keyof typeof places]);
    return path === undefined ? [] : [`--${flag}`, resolve(path)];
  });
  const profile = flags.profile ?? environment['MCP_PROFILE'];
  const separator = flags.namespaceSeparator ?? environment['MCP_NAMESPACE_SEPARATOR'];
  const chosen = [
    ...(profile ? ['--profile', profile] : []),
    ...(separator ? ['--namespace-separator', separator] : []),
  ];
  return ['node', mainProgram, ...given, ...chosen, '--stdio'];
}
