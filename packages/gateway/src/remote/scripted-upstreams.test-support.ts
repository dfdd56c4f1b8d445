/**
 * Legacy upstream servers that follow their test's script message by message, as no official SDK would.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { latestLegacyRevision } from '@sigil/core/internal';
import { connectInMemory, type McpClient, type ToolAnswer } from '@sigil/testing';
import { onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { openRemote } from './open-remote.js';
import type { RemoteOptions, RemoteServer } from './remote-server.js';
import { listen } from '@sigil/test-support/upstream-servers';

/** A message to the upstream. */
export interface Received {
  readonly id?: number;
  readonly method?: string;
  readonly params: JsonObject;
  readonly message: JsonObject;
}

/** The answer to a POST that is refused. */
export interface Refusal {
  readonly status: number;
  readonly body: string;
}

/** Sends a message of the upstream; a string is sent unchanged. */
export type Say = (message: JsonObject | string) => void;

const results: Readonly<Record<string, JsonObject>> = {
  initialize: {
    protocolVersion: latestLegacyRevision.date,
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: 'scripted', version: '1' },
  },
  ping: {},
  'logging/setLevel': {},
  'tools/list': {
    tools: ['one', 'two', 'three'].map((name) => ({ name, inputSchema: { type: 'object' } })),
  },
};

/** @returns the answer to a message that every server answers alike */
export function standardAnswer({ id, method = '' }: Received, capabilities?: JsonObject): JsonObject | undefined {
  const result = results[method];
  const stated = capabilities && method === 'initialize' ? { ...result, capabilities } : result;
  return id === undefined || !stated ? undefined : { jsonrpc: '2.0', id, result: stated };
}

export function resultOf(id: number | undefined, text = 'done'): JsonObject {
  return { jsonrpc: '2.0', id: id ?? null, result: { content: [{ type: 'text', text }] } };
}

/** @returns the first text of an answer */
export function textOf({ content }: ToolAnswer): unknown {
  const [first] = content;
  return isJsonObject(first) ? first['text'] : undefined;
}

export function readReceived(text: string): Received {
  const message = JSON.parse(text) as JsonObject & { id?: number; method?: string };
  const { id, method, params } = message;
  const known = { message, params: isJsonObject(params) ? params : {} };
  return { ...known, ...(id === undefined ? {} : { id }), ...(method === undefined ? {} : { method }) };
}

/**
 * Opens an upstream over WebSockets.
 *
 * @param script gets every message, before the standard answers
 * @param capabilities that the upstream declares; by default the standard ones
 */
export async function openScriptedWs(
  script: (received: Received, say: Say, socket: WebSocket) => void,
  capabilities?: JsonObject,
): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'mcp' });
  await once(server, 'listening');
  server.on('connection', (socket) => {
    const say: Say = (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    socket.on('message', (data: Buffer) => {
      const received = readReceived(String(data));
      script(received, say, socket);
      const answer = standardAnswer(received, capabilities);
      if (answer) say(answer);
    });
  });
  onTestFinished(async () => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Opens an upstream over the oldest HTTP transport. @param script returns the answer to a POST that is refused */
export async function openScriptedSse(
  script: (received: Received, say: Say, stream: ServerResponse) => Refusal | void,
): Promise<{ readonly url: string; readonly streams: ServerResponse[] }> {
  const streams: ServerResponse[] = [];
  const { url } = await listen((request, response, body) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`event: endpoint\ndata: /posts?session=${streams.push(response) - 1}\n\n`);
      return;
    }
    const stream = streams[Number(String(request.url).split('=')[1])];
    if (!stream) return void response.writeHead(405).end();
    const say: Say = (message) => {
      stream.write(`data: ${typeof message === 'string' ? message : JSON.stringify(message)}\n\n`);
    };
    const received = readReceived(body);
    const refusal = script(received, say, stream);
    if (refusal) return void response.writeHead(refusal.status, { location: '/elsewhere' }).end(refusal.body);
    response.writeHead(202).end();
    const answer = standardAnswer(received);
    if (answer) say(answer);
  });
  return { url, streams };
}

/** The gateway in front of an upstream, and the means to connect its clients. */
export interface Gateway {
  readonly remote: RemoteServer;
  readonly notes: string[];
  connect(options?: Partial<Parameters<typeof connectInMemory>[1]>): Promise<McpClient>;
}

/** Opens the gateway in front of a legacy upstream. */
export async function openGateway(configuration: JsonObject, options: Partial<RemoteOptions> = {}): Promise<Gateway> {
  const notes: string[] = [];
  const remote = openRemote(
    { protocol: 'legacy', ...configuration },
    { name: 'up', client: { name: 'sigil', version: '0' }, onNote: (note) => notes.push(note), ...options },
  );
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  return {
    remote,
    notes,
    connect: async (given = {}) => {
      const client = await connectInMemory(engine, { revision: latestLegacyRevision.date, ...given });
      onTestFinished(() => client.close());
      return client;
    },
  };
}
