/**
 * Forgets the sign-ins of the user of this machine: those at one remote server, or all.
 */
import { existsSync } from 'node:fs';
import { CommandError, UsageError } from '../failures/command-error.js';
import { proxyName } from '../serving/proxy-name.js';
import { userSignIns } from '../serving/user-sign-ins.js';
import type { Terminal } from '../terminal/terminal.js';

/** The arguments of `sigil sign-out`. */
export interface SignOutRequest {
  readonly url: string | undefined;
  readonly isAll: boolean;
}

/**
 * @throws UsageError for neither or both of a URL and `--all`, and for an invalid URL
 * @throws CommandError when the folder of sign-ins cannot be used
 */
export async function signOut({ url, isAll }: SignOutRequest, terminal: Terminal): Promise<void> {
  if ((url === undefined) !== isAll) throw new UsageError('expected the URL of a server, or --all');
  if (url !== undefined && !isHttpUrl(url)) throw new UsageError(`expected an http or https URL, got "${url}"`);
  const { out } = terminal;
  const folder = userSignIns(terminal);
  const place = url === undefined ? '' : ` at ${url}`;
  const wasSignedIn = existsSync(folder) && (await tryToForget(folder, url));
  out.line(wasSignedIn ? `signed out${place || ' everywhere'}` : `no sign-in${place} is kept in ${folder}`);
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

async function tryToForget(folder: string, url: string | undefined): Promise<boolean> {
  try {
    return await forget(folder, url);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`could not sign out, ${folder} cannot be used: ${why}`, { cause });
  }
}

/** @returns whether there was anything to forget */
async function forget(folder: string, url: string | undefined): Promise<boolean> {
  const { forgetAllSignIns, forgetSignIn, openUserFiles } = await import('@sigil/gateway');
  if (url === undefined) return (await forgetAllSignIns(folder)) > 0;
  return forgetSignIn(await openUserFiles(folder), proxyName(url), url);
}
