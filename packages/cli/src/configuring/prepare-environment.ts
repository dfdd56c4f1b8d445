/**
 * Prepares the environment of a command: the files of `--env-file`, and the proxies that a variable names.
 */
import { ProxyVariableError, useProxies } from '@sigil/client/proxies';
import { addEnvironmentFiles, EnvironmentFileError } from '@sigil/plugin-host/program';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Adds the variables of files to the terminal's environment, which a process shares with the plugins that it runs.
 *
 * @param files relative to the working folder; a variable that is set already stays, and of two files the later one decides
 * @throws UsageError for a file that cannot be read, and for a proxy that is no URL
 */
export function prepareEnvironment(files: readonly string[], { cwd, env }: Pick<Terminal, 'cwd' | 'env'>): void {
  try {
    addEnvironmentFiles(files, env, cwd);
    useProxies(env);
  } catch (error) {
    const isOfUser = error instanceof EnvironmentFileError || error instanceof ProxyVariableError;
    throw isOfUser ? new UsageError(error.message) : error;
  }
}
