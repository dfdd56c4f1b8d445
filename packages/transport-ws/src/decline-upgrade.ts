/**
 * Gives a connection back to its HTTP server when its request asked for a protocol that is not spoken here, such as `h2c`, which
 * some clients ask for with every request: HTTP lets a server go on as if nobody had asked.
 *
 * node:http does the same by itself only where nobody listens for upgrades. Spec: RFC 9110 §7.8
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** @param from what node:http handed over: the connection, and what it has read of it beyond the request's head */
export function declineUpgrade(
  server: Server,
  request: IncomingMessage,
  { socket, head }: { readonly socket: Socket; readonly head: Buffer },
): void {
  socket.unshift(Buffer.concat([Buffer.from(writeHead(request), 'latin1'), head]));
  server.emit('connection', socket);
}

/** The request's head as it came, without the wish. node:http checked it, and gives bytes as Latin-1. */
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
