/**
 * The port of the sandbox on loopback, which serves one page.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxAnswer } from './sandbox-page.js';

/** The open port. The code that opens it closes it. */
export interface SandboxPort {
  readonly port: number;
  close(): Promise<void>;
}

const maxHeaderSize = 32_768;

/**
 * Listens on any free port of 127.0.0.1. It keeps no process alive.
 *
 * @param answer called with the Host header and the path; `undefined` refuses the host
 * @param onError called with what `answer` throws; the browser gets 500
 */
export async function openSandboxPort(
  answer: (host: string, url: string) => SandboxAnswer | undefined,
  onError: (error: unknown) => void,
): Promise<SandboxPort> {
  const server = createServer({ maxHeaderSize }, ({ method, headers, url = '' }, response) => {
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    try {
      const found = answer(headers.host ?? '', url);
      if (!found) response.writeHead(403).end();
      else response.writeHead(found.status, found.headers).end(method === 'HEAD' ? undefined : found.body);
    } catch (error) {
      onError(error);
      response.writeHead(500).end();
    }
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // of a TCP server that listens
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
