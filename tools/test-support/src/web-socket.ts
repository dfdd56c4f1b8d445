/**
 * A minimal WebSocket client: a handshake, one sent frame, and received text.
 */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Requests a WebSocket; returns the status, and the connection if there is one. */
export async function ask(url: string, subprotocol: string, headers: Readonly<Record<string, string>> = {}) {
  const asked = httpRequest(url, {
    agent: false,
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol': subprotocol,
      ...headers,
    },
  });
  asked.end();
  const upgraded = once(asked, 'upgrade') as Promise<[IncomingMessage, Socket]>;
  const [response, socket] = await Promise.race([upgraded, once(asked, 'response') as Promise<[IncomingMessage]>]);
  if (!socket) response.resume();
  return { status: response.statusCode, socket };
}

/** Sends a message of less than 64 kB as one masked frame, and reads until the expected text has arrived. */
export async function tell(socket: Socket, message: object, expected: string): Promise<string> {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 0xff, 0, 0, 0, 0]);
  socket.write(Buffer.concat([head, body]));
  let text = '';
  while (!text.includes(expected)) text += String((await once(socket, 'data'))[0]);
  return text;
}
