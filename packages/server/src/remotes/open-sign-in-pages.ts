/**
 * Serves the sign-in pages alone, on this machine, for a program whose only user signs in at an upstream server.
 *
 * Spec: RFC 8252 §7.3 (loopback interface redirection)
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignIns, type SecretStore } from '@sigil/gateway';
import Koa from 'koa';
import type { ServingLog } from '../log/server-log.js';
import { serveSignInPages, type SignInPagesParts } from './sign-in-pages.js';
import { signInPath } from './upstream-callers.js';

/** The dependencies of the pages. */
export interface SignInPagesOptions {
  readonly secrets: SecretStore;
  /** A text that is the same at each start: it chooses the port, since a registered client names it. If that is taken, any free one is. */
  readonly place: string;
  readonly log: Pick<ServingLog, 'failure'>;
}

/** The pages, and their sign-ins. */
export interface SignInPages {
  readonly signIns: SignIns;
  close(): void;
}

/** The pages of sign-ins that are open already. */
export interface ServedSignIns {
  /** The URL of the pages for browsers, without a path. */
  readonly url: string;
  close(): void;
}

/** Listens on 127.0.0.1 until it is closed. */
export async function openSignInPages({ secrets, place, log }: SignInPagesOptions): Promise<SignInPages> {
  const { server, url, close } = await openLoopback(place);
  const signIns = new SignIns({ secrets, baseUrl: () => `${url}${signInPath}` });
  answerSignIns(server, { signIns, url, log });
  return { signIns, close };
}

/** Listens on 127.0.0.1 until it is closed. */
export async function serveSignIns(
  signIns: SignIns,
  { place, log }: Omit<SignInPagesOptions, 'secrets'>,
): Promise<ServedSignIns> {
  const { server, url, close } = await openLoopback(place);
  answerSignIns(server, { signIns, url, log });
  return { url, close };
}

function answerSignIns(server: Server, parts: SignInPagesParts): void {
  server.on('request', new Koa().use(serveSignInPages(parts)).callback());
}

async function openLoopback(place: string): Promise<ServedSignIns & { readonly server: Server }> {
  const server = await listen(choosePort(place)).catch(() => listen(0));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function choosePort(place: string): number {
  return 49_152 + (createHash('sha256').update(place).digest().readUInt16BE() % 16_384);
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
