/**
 * Finds the folders of the user on this system. It is a separate entry, since it loads nothing else.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the user's home folder. */
export function homeOf(env: Environment): string {
  return env['HOME'] || env['USERPROFILE'] || homedir();
}

/** Returns the folder in which programs of this user keep state between runs. */
export function findUserState(platform: NodeJS.Platform, env: Environment): string {
  const home = homeOf(env);
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'sigil');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'sigil');
  return join(env['XDG_STATE_HOME'] || join(home, '.local', 'state'), 'sigil');
}
