/**
 * Signs the user of this machine in at a remote server, in the browser, and keeps the tokens for the next time.
 *
 * Spec: 2025-11-25 basic/authorization, RFC 8252
 */
import type { NoClientError, RemoteServer, SignIns } from '@sigil/gateway';
import { CommandError } from '../failures/command-error.js';
import { clockTime } from '../terminal/clock-time.js';
import type { Terminal } from '../terminal/terminal.js';
import { waitForInterrupt } from '../terminal/wait-for-interrupt.js';
import { logOn } from './open-service.js';
import { userSignIns } from './user-sign-ins.js';

/** The remote server, and the function that opens it. */
export interface SignInRequest {
  readonly url: string;
  /** The name that it is opened with. */
  readonly name: string;
  /** The message when there is nowhere to sign in. */
  readonly whenRefused: string;
  /** Whether the user named the client, which then may have to be registered with the redirect URL of this machine. */
  readonly isClientGiven: boolean;
  /** Whether the page is opened in the browser, beside its address on the terminal. */
  readonly opensBrowser: boolean;
  /** Whether to wait until the user has signed in. A client that started the command does not wait so long. */
  readonly waits: boolean;
  /** @param onStatus called whenever its status changes */
  open(signIns: SignIns, onStatus: () => void): Promise<RemoteServer>;
}

/** A remote server, and all that was opened for it. */
export interface ReachedServer {
  readonly remote: RemoteServer;
  /** Whether its user has been asked to sign in and may not have done so yet. */
  readonly awaitsSignIn: boolean;
  close(): Promise<void>;
}

/** The time that the user has to sign in, in milliseconds. */
const longestSignInMs = 600_000;
const nobody = 'nobody signed in within 10 minutes';
/** The time in which a refusal after the sign-in may turn out to be that of an earlier request, in milliseconds. */
const settlingMs = 1_000;

/**
 * Returns once the server serves, or was tried with the tokens kept from before and is away; without a wait, once the user was asked. The
 * pages stay open, since the server may ask for another sign-in later.
 *
 * @throws CommandError when there is nowhere to sign in, or the user does not do so in time
 */
export async function signInToRemote(request: SignInRequest, terminal: Terminal): Promise<ReachedServer> {
  const { openUserSecrets } = await import('@sigil/gateway');
  const { openSignInPages } = await import('@sigil/server/sign-in');
  const { err } = terminal;
  const secrets = openUserSecrets(userSignIns(terminal), (why) =>
    err.line(`${clockTime()} ${err.paint.yellow('sign-in')} ${why}`),
  );
  const pages = await openSignInPages({ secrets, place: request.url, log: logOn(terminal) });
  const told = new Told();
  let remote: RemoteServer | undefined;
  const close = async (): Promise<void> => {
    await remote?.close();
    pages.close();
  };
  try {
    remote = await request.open(pages.signIns, () => told.tell());
    await Promise.race([remote.ready, waitForInterrupt(terminal.interrupted)]);
    const isRefused = remote.status.state === 'unauthorized';
    if (isRefused) await signIn(request, { remote, signIns: pages.signIns, told }, terminal);
    return { remote, awaitsSignIn: isRefused, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface SigningIn {
  readonly remote: RemoteServer;
  readonly signIns: SignIns;
  readonly told: Told;
}

async function signIn(
  { name, whenRefused, opensBrowser, waits, isClientGiven }: SignInRequest,
  { remote, signIns, told }: SigningIn,
  { err, interrupted }: Terminal,
): Promise<void> {
  const { localPrincipal } = await import('@sigil/core/engine');
  const { NoClientError, SignInError } = await import('@sigil/gateway');
  const link = await signIns.linkOf(name, localPrincipal).catch((error: unknown) => {
    if (error instanceof NoClientError) throw new CommandError(describeNoClient(error), { cause: error });
    // Other servers than those of OAuth, and other refusals: the user's credentials are for the command line.
    throw error instanceof SignInError ? new CommandError(whenRefused) : error;
  });
  err.line(`${err.paint.bold('Sign in')} to use this server: ${err.paint.cyan(link)}`);
  if (isClientGiven) err.line(`The authorization server sends you back to the redirect URL ${signIns.redirectUrl}`);
  if (opensBrowser) await openInBrowser(link);
  if (!waits) return;
  let end = AbortSignal.timeout(longestSignInMs);
  let isSignedIn = false;
  while (remote.status.state === 'unauthorized' && !interrupted.aborted) {
    if (end.aborted) throw new CommandError(isSignedIn ? describeRefusal(name, remote) : nobody);
    if (!isSignedIn && signIns.finished > 0) {
      isSignedIn = true;
      end = AbortSignal.timeout(settlingMs);
    }
    await Promise.race([told.next(), waitForInterrupt(interrupted), waitForInterrupt(end)]);
  }
}

function describeNoClient({ issuer, redirectUrl }: NoClientError): string {
  return (
    `the authorization server ${issuer} registers no clients on request: register one there, ` +
    `with the redirect URL ${redirectUrl}, and name it with --client-id (and --client-secret, if it has one)`
  );
}

function describeRefusal(name: string, { status }: RemoteServer): string {
  return `you are signed in, but ${name} does not serve: ${status.lastError?.message}`;
}

/** Where no browser can be opened, the user opens the address. */
async function openInBrowser(link: string): Promise<void> {
  const { default: open } = await import('open');
  const browser = await open(link).catch(() => undefined);
  browser?.on('error', () => undefined);
}

/** Wakes the code that waits for news. */
class Told {
  #wake: () => void = () => undefined;

  tell(): void {
    this.#wake();
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
