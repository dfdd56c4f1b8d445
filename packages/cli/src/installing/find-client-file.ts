/**
 * Finds the file in which a client stores its servers, for one user or one project, on this system.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { clientConfiguration, clientIds, type ClientId } from '@sigil/contracts/clients';
import { homeOf } from '@sigil/server/user-folders';
import { UsageError } from '../failures/command-error.js';
import type { Environment } from '../terminal/environment.js';

/** All projects of a user, or one project. */
export type Scope = 'user' | 'project';

/** The parts of a system that determine where files are. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  /** The project's root. */
  readonly cwd: string;
}

/**
 * Returns the absolute path; the file need not be there.
 *
 * @throws UsageError when the client has no file for projects
 */
export function findClientFile(client: ClientId, scope: Scope, surroundings: Surroundings): string {
  const { title, userFile, projectFile, otherFileName } = clientConfiguration(client);
  const { platform, cwd } = surroundings;
  if (scope === 'project' && projectFile === undefined) {
    const others = clientIds.filter((id) => clientConfiguration(id).projectFile !== undefined);
    throw new UsageError(
      `${title} has no file for one project; leave --scope out. These have one: ${others.join(', ')}`,
    );
  }
  const named = typeof userFile === 'string' ? userFile : userFile[systemOf(platform)];
  const path = scope === 'project' ? resolve(cwd, projectFile!) : resolve(fillFolders(named, surroundings));
  const other = otherFileName === undefined ? path : join(dirname(path), otherFileName);
  return !existsSync(path) && existsSync(other) ? other : path;
}

/** Returns the clients whose file, or its folder, exists on this system. */
export function findInstalledClients(surroundings: Surroundings): ClientId[] {
  const home = homeOf(surroundings.env);
  return clientIds.filter((id) => {
    const file = findClientFile(id, 'user', surroundings);
    return existsSync(file) || (dirname(file) !== resolve(home) && existsSync(dirname(file)));
  });
}

function systemOf(platform: NodeJS.Platform): 'linux' | 'darwin' | 'win32' {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}

function fillFolders(path: string, { env }: Surroundings): string {
  const home = homeOf(env);
  const folders: Readonly<Record<string, string>> = {
    home,
    config: env['XDG_CONFIG_HOME'] || join(home, '.config'),
    support: join(home, 'Library', 'Application Support'),
    appData: env['APPDATA'] || join(home, 'AppData', 'Roaming'),
    claudeHome: env['CLAUDE_CONFIG_DIR'] || home,
    codexHome: env['CODEX_HOME'] || join(home, '.codex'),
  };
  return path.replace(/^\{(\w+)\}/, (_whole, name: string) => folders[name]!);
}
