/**
 * A WebSocket server on a real socket, a peer that sends exactly the messages of a test, and one that writes bytes.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { JsonObject } from '@sigil/core';
import type { PublishedTool } from '@sigil/core/catalog';
import type { Engine, Fault } from '@sigil/core/engine';
import { echo, engineOf, gate, toolOf, type JsonMessage } from '@sigil/testing/transports';
import { onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { openWebSocketServer, type WebSocketServer, type WebSocketServerOptions } from './open-web-socket-server.js';

/** A tool that runs until it is aborted, and reports its start and its abort. */
export function stuckTool(): { tool: PublishedTool; started: Promise<void>; aborted: Promise<void> } {
  const started = gate();
  const aborted = gate();
  const tool = toolOf('stuck', (_input, context) => {
    context.signal.addEventListener('abort', aborted.open);
    started.open();
    return new Promise(() => undefined);
  });
  return { tool, started: started.opened, aborted: aborted.opened };
}

export interface TestServer {
  readonly port: number;
  readonly http: Server;
  readonly sockets: WebSocketServer;
  readonly engine: Engine;
  readonly faults: readonly Fault[];
}

export interface TestServerOptions extends Partial<WebSocketServerOptions> {
  readonly engine?: Engine;
  readonly onRequest?: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Accepts every caller. */
export const anyCaller = (): undefined => undefined;

/** The path of the endpoint. */
export const path = '/mcp/test/ws';

/** Opens a server that is closed with its test. */
export async function openTestServer(
  tools: readonly PublishedTool[] = [echo],
  { engine = engineOf(tools), onRequest, ...options }: TestServerOptions = {},
): Promise<TestServer> {
  const faults: Fault[] = [];
  const http = createServer(onRequest ?? ((_request, response) => response.writeHead(404).end()));
  const endpoint = { engine, onFault: (fault: Fault) => void faults.push(fault) };
  const sockets = openWebSocketServer(http, {
    checkCaller: anyCaller,
    endpoints: new Map([[path, endpoint]]),
    ...options,
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(async () => {
    await sockets.close({ graceMs: 1 });
    http.close();
    http.closeAllConnections();
  });
  return { port: (http.address() as AddressInfo).port, http, sockets, engine, faults };
}

export interface TestPeer {
  readonly socket: WebSocket;
  /** The code and the reason with which the connection closed. */
  readonly ended: Promise<{ readonly code: number; readonly reason: string }>;
  tell(...messages: readonly (string | JsonObject)[]): void;
  /** Returns the next message of the server; rejects when the connection has closed. */
  next(): Promise<JsonMessage>;
}

/** Connects to the endpoint, and disconnects with the test. */
export async function connectPeer(
  port: number,
  subprotocol: string | string[] = 'mcp',
  { at = path, ...options }: ClientOptions & { readonly at?: string } = {},
): Promise<TestPeer> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${at}`, subprotocol, options);
  const waiting: JsonMessage[] = [];
  let deliver: (() => void) | undefined;
  const ended = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      resolve({ code, reason: reason.toString() });
      deliver?.();
    });
  });
  socket.on('message', (data) => {
    waiting.push(JSON.parse((data as Buffer).toString()) as JsonMessage);
    deliver?.();
  });
  await once(socket, 'open');
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  return {
    socket,
    ended,
    tell: (...messages) => {
      for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    async next() {
      while (waiting.length === 0) {
        if (socket.readyState === WebSocket.CLOSED) throw new Error('the connection has ended');
        await new Promise<void>((resolve) => (deliver = resolve));
      }
      return waiting.shift()!;
    },
  };
}

/** A connection that carries bytes. */
export interface RawPeer {
  readonly socket: Socket;
  /** Returns all bytes up to the end. */
  readAll(): Promise<Buffer>;
}

/** Returns the head of an upgrade request. */
export function handshake(subprotocol = 'mcp', headers: readonly string[] = []): string {
  return [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: ${subprotocol}`,
    ...headers,
    '\r\n',
  ].join('\r\n');
}

export async function connectRaw(port: number): Promise<RawPeer> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return {
    socket,
    async readAll() {
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk as Buffer));
      await once(socket, 'close');
      return Buffer.concat(chunks);
    },
  };
}

/** Connects and upgrades to a WebSocket; reading continues after the answer's head. */
export async function connectRawFrames(port: number, subprotocol = 'mcp'): Promise<RawPeer> {
  const peer = await connectRaw(port);
  peer.socket.write(handshake(subprotocol));
  let head = '';
  while (!head.endsWith('\r\n\r\n')) {
    await once(peer.socket, 'readable');
    for (let byte = peer.socket.read(1) as Buffer | null; byte; byte = peer.socket.read(1) as Buffer | null) {
      head += byte.toString('latin1');
      if (head.endsWith('\r\n\r\n')) break;
    }
  }
  if (!head.startsWith('HTTP/1.1 101 ')) throw new Error(`no WebSocket: ${head}`);
  return peer;
}

/** Makes a masked client frame, with a mask of zeros. */
export function frame(firstByte: number, payload: string | Uint8Array): Buffer {
  const body = Buffer.from(payload as Uint8Array);
  const length =
    body.length < 126
      ? Buffer.from([0x80 | body.length])
      : Buffer.from([0x80 | 126, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([Buffer.from([firstByte]), length, Buffer.alloc(4), body]);
}

/** Returns the status code of the first close frame among a server's frames. */
export function closeCodeIn(bytes: Buffer): number | undefined {
  for (let at = 0; at + 1 < bytes.length;) {
    const short = bytes[at + 1]! & 0x7f;
    const header = short === 126 ? 4 : short === 127 ? 10 : 2;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? bytes.readUInt32BE(at + 6) : short;
    if ((bytes[at]! & 0x0f) === 8) return bytes.readUInt16BE(at + header);
    at += header + length;
  }
  return undefined;
}
