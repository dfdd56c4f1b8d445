/**
 * Returns a connection to its HTTP server when the request asked for an unsupported protocol, such as `h2c`, which some clients
 * request every time: HTTP lets a server ignore the upgrade.
 *
 * node:http does the same only where nothing listens for upgrades. Spec: RFC 9110 §7.8
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** @param from the arguments from node:http: the connection, and the bytes read beyond the request's head */
export function declineUpgrade(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  socket.unshift(Buffer.concat([Buffer.from(writeHead(request), 'latin1'), head]));
  server.emit('connection', socket);
}

/** Writes the request's original head without the upgrade. node:http has checked it, and decodes bytes as Latin-1. */
function writeHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const value = rawHeaders[at + 1]!;
    const known = name.toLowerCase();
    if (known === 'connection') text += `${name}: ${withoutUpgrade(value)}\r\n`;
    else if (known !== 'upgrade') text += `${name}: ${value}\r\n`;
  }
  return `${text}\r\n`;
}

function withoutUpgrade(value: string): string {
  const options = value.split(',').filter((option) => option.trim().toLowerCase() !== 'upgrade');
  return options.join(',');
}
