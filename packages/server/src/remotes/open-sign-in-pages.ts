/**
 * Serves the sign-in pages alone, on this machine, for a program whose only user signs in at an upstream server.
 *
 * Spec: RFC 8252 §7.3 (loopback interface redirection)
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignIns, type SecretStore } from '@sigil/gateway';
import Koa from 'koa';
import type { ServingLog } from '../log/server-log.js';
import { serveSignInPages } from './sign-in-pages.js';
import { signInPath } from './upstream-callers.js';

/** The dependencies of the pages. */
export interface SignInPagesOptions {
  readonly secrets: SecretStore;
  /** The port to listen on, since a registered client names it; if it is taken, any free one. */
  readonly port: number;
  readonly log: Pick<ServingLog, 'failure'>;
}

/** The pages, and the sign-ins behind them. */
export interface SignInPages {
  readonly signIns: SignIns;
  close(): void;
}

/** Listens on 127.0.0.1 until it is closed. */
export async function openSignInPages({ secrets, port, log }: SignInPagesOptions): Promise<SignInPages> {
  const server = await listen(port).catch(() => listen(0));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signIns = new SignIns({ secrets, baseUrl: () => `${url}${signInPath}` });
  const app = new Koa();
  app.use(serveSignInPages({ signIns, url: () => url, log }));
  server.on('request', app.callback());
  return {
    signIns,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
