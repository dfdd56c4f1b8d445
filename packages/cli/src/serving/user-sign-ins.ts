/**
 * The folder in which the sign-ins of the user of this machine are kept.
 */
import { join } from 'node:path';
import { findUserState } from '@sigil/server/user-folders';
import type { Terminal } from '../terminal/terminal.js';

/** @returns an absolute path; the folder may not exist */
export function userSignIns({ env }: Pick<Terminal, 'env'>): string {
  return join(findUserState(process.platform, env), 'sign-ins');
}
