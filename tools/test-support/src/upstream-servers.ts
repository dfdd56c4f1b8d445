/**
 * Upstream servers for tests, made with the official SDKs, each over real HTTP or as a real program.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { JsonObject } from '@sigil/core';
import type { ComponentKind } from '@sigil/core/catalog';
import { onTestFinished } from 'vitest';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import { openLegacyServer } from './upstreams/legacy-server.mjs';
import { openModernServer } from './upstreams/modern-server.mjs';
import type { SurfaceState } from './upstreams/surface.mjs';

export { exactResult, type SurfaceState } from './upstreams/surface.mjs';

/** An upstream that announces changes. */
export interface NewsUpstream {
  readonly state: SurfaceState;
  /** Notifies every client of a changed list. */
  announceList(kind: ComponentKind): Promise<void>;
  announceResource(uri: string): Promise<void>;
}

/** An upstream of the revision whose servers announce that a page is done. */
export interface PagingUpstream extends NewsUpstream {
  readonly url: string;
  /** Notifies every client, whichever call the page belongs to. */
  announcePageDone(elicitationId: string): Promise<void>;
}

/** An upstream that is reached by a URL. */
export interface HttpUpstream extends NewsUpstream {
  readonly url: string;
  readonly state: SurfaceState & { onSubscribed?: (uri: string) => void };
  /** The requests, by kind. */
  readonly requests: { readonly method: string; readonly headers: IncomingMessage['headers']; readonly body: string }[];
  /** Forgets every session, as a restart does. */
  forget(): void;
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

/** Called with a function that ends an upstream: at the end of the test for a test's own. */
export type OnEnd = (close: () => Promise<void>) => void;

/** Listens on a free port of this machine. */
export async function listen(
  answer: Answer,
  onEnd: OnEnd = onTestFinished,
): Promise<{ url: string; server: Server; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => answer(request, response, body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onEnd(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server, close };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Opens an upstream of the first SDK line, with sessions. */
export async function openLegacyHttp(onEnd?: OnEnd): Promise<HttpUpstream & PagingUpstream> {
  const state: HttpUpstream['state'] = { calls: {}, tools: [] };
  const sessions = new Map<
    string,
    { transport: StreamableHTTPServerTransport; server: ReturnType<typeof openLegacyServer> }
  >();
  const requests: HttpUpstream['requests'] = [];
  const { url, close } = await listen(async (request, response, body) => {
    requests.push({ method: methodOf(request, body), headers: request.headers, body });
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (typeof id === 'string' && !known) {
      response.writeHead(404).end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}');
      return;
    }
    const transport = known?.transport ?? (await begin());
    await transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
  }, onEnd);
  const begin = async (): Promise<StreamableHTTPServerTransport> => {
    const server = openLegacyServer(state);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, { transport, server }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    // The SDK's own types disagree with each other under exact optional members.
    await server.connect(transport as unknown as Parameters<typeof server.connect>[0]);
    return transport;
  };
  return {
    url,
    state,
    requests,
    forget: () => sessions.clear(),
    ...announcing(() => [...sessions.values()].map((it) => it.server)),
    announcePageDone: async (elicitationId) => {
      const paging = [...sessions.values()].filter((it) => it.server.getClientCapabilities()?.elicitation?.url);
      await Promise.all(paging.map((it) => it.server.notification(pageDone(elicitationId))));
    },
    close,
  };
}

/** Opens an upstream of the second SDK line, which keeps nothing between requests. */
export async function openModernHttp(onEnd?: OnEnd): Promise<HttpUpstream> {
  const state: HttpUpstream['state'] = { calls: {}, tools: [] };
  const handler = createMcpHandler(() => openModernServer(state), { legacy: 'reject' });
  const requests: HttpUpstream['requests'] = [];
  const { url, close } = await listen(async (request, response, body) => {
    requests.push({ method: methodOf(request, body), headers: request.headers, body });
    await answerByFetch(handler.fetch, request, response, body);
  }, onEnd);
  return {
    url,
    state,
    requests,
    forget: () => undefined,
    announceList: async (kind) => handler.notify[`${kind}Changed`](),
    announceResource: async (uri) => handler.notify.resourceUpdated(uri),
    close,
  };
}

type LegacyServer = ReturnType<typeof openLegacyServer>;
type AnnouncingServer = Pick<LegacyServer, (typeof listSenders)[ComponentKind] | 'sendResourceUpdated'>;

/** The methods of the SDKs’ servers that announce changed lists. */
export const listSenders = {
  tools: 'sendToolListChanged',
  prompts: 'sendPromptListChanged',
  resources: 'sendResourceListChanged',
} as const;

/** @param servers the servers of all conversations */
function announcing(servers: () => Iterable<AnnouncingServer>): Omit<NewsUpstream, 'state'> {
  return {
    announceList: async (kind) => void (await Promise.all([...servers()].map((it) => it[listSenders[kind]]()))),
    announceResource: async (uri) =>
      void (await Promise.all([...servers()].map((it) => it.sendResourceUpdated({ uri })))),
  };
}

function pageDone(elicitationId: string): { method: string; params: { elicitationId: string } } {
  return { method: 'notifications/elicitation/complete', params: { elicitationId } };
}

function methodOf(request: IncomingMessage, body: string): string {
  return body === '' ? String(request.method) : String((JSON.parse(body) as JsonObject)['method']);
}

/** Answers a request of `node:http` with a handler of the Fetch API. */
export async function answerByFetch(
  pass: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const method = String(request.method);
  const init = { method, headers, signal: gone.signal, ...(body === '' ? {} : { body }) };
  const answer = await pass(new Request(`http://127.0.0.1${request.url}`, init)).catch(() => undefined);
  // An upstream that has closed shows as a broken connection.
  if (!answer) return void response.destroy();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
    .on('error', () => response.destroy())
    .pipe(response);
}

/** Returns the path of a program in `upstreams`. */
export function programPath(name: 'stdio-upstream' | 'counting-upstream' | 'news-upstream'): string {
  return fileURLToPath(new URL(`./upstreams/${name}.mjs`, import.meta.url));
}

/** Returns the `remote` configuration of an upstream that is a program. */
export function programOf(era: 'legacy' | 'modern', ...args: string[]): JsonObject {
  return { command: process.execPath, args: [programPath('stdio-upstream'), era, ...args] };
}

/** Opens an upstream of the first SDK line over the oldest transport: a stream at one address and POSTs to another. */
export async function openOldHttp(onEnd?: OnEnd): Promise<NewsUpstream & { readonly url: string }> {
  const state: SurfaceState = { calls: {}, tools: [] };
  const sessions = new Map<string, { transport: SSEServerTransport; server: LegacyServer }>();
  const { url } = await listen(async (request, response, body) => {
    const { pathname, searchParams } = new URL(String(request.url), 'http://localhost');
    if (pathname === '/messages') {
      const session = sessions.get(searchParams.get('sessionId') ?? '');
      await session?.transport.handlePostMessage(request, response, JSON.parse(body));
      return;
    }
    if (request.method !== 'GET') return void response.writeHead(405).end();
    const transport = new SSEServerTransport('/messages', response);
    const server = openLegacyServer(state);
    sessions.set(transport.sessionId, { transport, server });
    await server.connect(transport);
  }, onEnd);
  return { url, state, ...announcing(() => [...sessions.values()].map((it) => it.server)) };
}

/** An upstream that is reached over a WebSocket. */
export interface WsUpstream extends PagingUpstream {
  /** The requests that opened connections. */
  readonly requests: readonly IncomingMessage[];
  /** The open connections. */
  readonly sockets: ReadonlySet<WebSocket>;
}

/** Opens an upstream of either era, with one WebSocket for each conversation. */
export async function openWsUpstream(
  era: 'legacy' | 'modern',
  onEnd: OnEnd = onTestFinished,
  options: ServerOptions = {},
): Promise<WsUpstream> {
  const state: HttpUpstream['state'] = { calls: {}, tools: [] };
  const requests: IncomingMessage[] = [];
  const servers = new Set<AnnouncingServer & Pick<LegacyServer, 'notification'>>();
  const keep = <Kept extends Parameters<typeof servers.add>[0]>(kept: Kept): Kept => (servers.add(kept), kept);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'mcp', ...options });
  await once(server, 'listening');
  server.on('connection', (socket, request) => {
    requests.push(request);
    const transport = frameTransport(socket);
    if (era === 'legacy') void keep(openLegacyServer(state)).connect(transport);
    else serveStdio(() => keep(openModernServer(state)), { transport });
  });
  onEnd(async () => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/mcp`,
    state,
    requests,
    sockets: server.clients,
    ...announcing(() => servers),
    announcePageDone: async (elicitationId) =>
      void (await Promise.all([...servers].map((it) => it.notification(pageDone(elicitationId))))),
  };
}

/** A transport with one message per frame, for both SDKs, whose types differ. */
function frameTransport(socket: WebSocket): never {
  const transport = {
    onmessage: undefined as ((message: never) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    async start() {
      socket.on('message', (data: Buffer) => transport.onmessage?.(JSON.parse(String(data)) as never));
      socket.on('close', () => transport.onclose?.());
    },
    async send(message: unknown) {
      socket.send(JSON.stringify(message));
    },
    async close() {
      socket.close();
    },
  };
  return transport as never;
}
