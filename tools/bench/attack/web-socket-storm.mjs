/**
 * Opens WebSockets that send endless messages, and others that call and never read.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { callOf, closeAll, openConnection } from './connections.mjs';
import { observe } from './observe.mjs';

const unfinished = 90;
const silent = 4;
const calls = 40;
const messageBytes = 4 * 1024 * 1024;
const holdMs = 4_000;
/** The first byte of a frame that closes the connection. */
const closeFrame = 0x88;

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormOverWebSockets(target) {
  const { url } = target;
  const name = '90 WebSockets with unfinished messages of 4 MiB, 4 that call for 9 MB and never read';
  return observe(name, target, async () => {
    const sockets = await Promise.all(Array.from({ length: unfinished + silent }, () => openWebSocket(url)));
    let refused = 0;
    const piece = headOf(messageBytes, Buffer.alloc(messageBytes - 1, 'x'));
    for (const socket of sockets.slice(silent)) {
      socket.once('data', ([first]) => (refused += first === closeFrame ? 1 : 0));
      socket.write(piece);
    }
    for (const socket of sockets.slice(0, silent)) {
      const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18' } };
      const texts = [initialize, ...Array.from({ length: calls }, (_, id) => callOf('long', { megabytes: 9 }, id + 1))];
      const frames = texts.map((message) => Buffer.from(JSON.stringify(message)));
      socket.write(Buffer.concat(frames.map((frame) => headOf(frame.length, frame))));
    }
    await wait(holdMs);
    await closeAll(sockets);
    return refused;
  });
}

/** @param {string} url @returns {Promise<import('node:net').Socket & { answer: string }>} with the server's answer to its handshake */
export async function openWebSocket(url) {
  const { host, pathname } = new URL(url);
  const socket = await openConnection(url);
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET ${pathname}/ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: mcp\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('readable', resolve).once('close', resolve));
  return Object.assign(socket, { answer: String(socket.read() ?? '') });
}

/** Builds the head of a text frame with a mask of zeros, which changes nothing. @param {number} length @param {Buffer} payload */
function headOf(length, payload) {
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}
