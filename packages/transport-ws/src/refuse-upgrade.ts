/**
 * Refuses an upgrade with a short JSON-RPC error as the body, and closes the connection.
 */
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { assumedHttpRevision } from '@sigil/core/internal';
import type { UpgradeRefusal } from './read-upgrade.js';

/** Writes the raw response, because node:http has released the connection. */
export function refuseUpgrade(socket: Duplex, { status, message, headers = {} }: UpgradeRefusal): void {
  const code = assumedHttpRevision.errorCodes[status === 503 || status === 429 ? 'internal-error' : 'invalid-request'];
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message } });
  const head = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
