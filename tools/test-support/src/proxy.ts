/**
 * A proxy for tests: forwards requests and opens tunnels, to a port of this machine whatever host was named.
 */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A running proxy. */
export interface TestProxy {
  /** Its address, without credentials. */
  readonly url: string;
  /** The requests it got, such as `CONNECT upstream.test:443`. */
  readonly asked: readonly string[];
  close(): void;
}

/**
 * @param toPort of the upstream behind it
 * @param credentials that it demands, as `user:password`
 */
export async function openProxy(toPort: number, credentials?: string): Promise<TestProxy> {
  const asked: string[] = [];
  const isAllowed = ({ method, url, headers }: IncomingMessage): boolean => {
    asked.push(`${method} ${url}`);
    if (credentials === undefined) return true;
    return headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`;
  };
  const sockets = new Set<Socket>();
  const server = createServer((received, response) => {
    if (!isAllowed(received)) return void response.writeHead(407).end();
    const { pathname, search, host } = new URL(String(received.url));
    const headers = { ...received.headers, host };
    const sent = request({
      port: toPort,
      host: '127.0.0.1',
      path: pathname + search,
      method: received.method,
      headers,
    });
    sent.once('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)));
    sent.once('error', () => response.destroy());
    received.pipe(sent);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (received, socket) => {
    if (!isAllowed(received)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const tunnel = connect(toPort, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    tunnel.pipe(socket).pipe(tunnel);
    tunnel.once('error', () => socket.destroy());
    socket.once('error', () => tunnel.destroy());
    sockets.add(tunnel);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
}
