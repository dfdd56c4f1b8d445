/**
 * A real endpoint on a real socket, and a client that sends exactly the bytes of a test.
 */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { JsonObject } from '@sigil/core';
import { buildCatalog, type CatalogSource, type ComponentKind, type PublishedTool } from '@sigil/core/catalog';
import { createEngine, type Engine } from '@sigil/core/engine';
import { modernDates } from '@sigil/core/internal';
import type { EventStore } from '@sigil/core/stores';
import { echo, modernRequest, request, textResult, toolOf, type JsonMessage } from '@sigil/testing/transports';
import { onTestFinished } from 'vitest';
import type { Clock } from './clock.js';
import { createEndpoint, type EndpointOptions, type HttpEndpoint } from './endpoint/endpoint.js';
import { openHttpServer, type HttpServer, type HttpServerOptions } from './listening/open-http-server.js';

export const modernDate = modernDates[0]!;
export const newestLegacyDate = '2025-11-25';

/** Reports progress before it answers. */
export const counter = toolOf('counter', async (input, context) => {
  const steps = Number(input['steps'] ?? 2);
  for (let step = 1; step <= steps; step++) await context.reportProgress(step, steps);
  return textResult('counted');
});

export interface TestSource extends CatalogSource {
  /** Announces a swap that changed these lists. */
  change(...kinds: ComponentKind[]): void;
  readonly listenerCount: number;
}

export function sourceOf(tools: readonly PublishedTool[]): TestSource {
  const catalog = buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
  const listeners = new Set<(changed: ReadonlySet<ComponentKind>) => void>();
  return {
    current: () => catalog,
    hold: () => ({ release: () => undefined }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onResourceUpdated: () => () => undefined,
    change(...kinds) {
      for (const listener of listeners) listener(new Set(kinds));
    },
    get listenerCount() {
      return listeners.size;
    },
  };
}

export interface TestServer {
  readonly port: number;
  readonly http: HttpServer;
  readonly endpoint: HttpEndpoint;
  readonly engine: Engine;
  readonly source: TestSource;
}

export interface TestOptions extends EndpointOptions {
  readonly tools?: readonly PublishedTool[];
  readonly server?: Partial<HttpServerOptions>;
}

/** An endpoint at `/mcp`, closed with its test. */
export async function openTestServer(options: TestOptions = {}): Promise<TestServer> {
  const source = sourceOf(options.tools ?? [echo, counter]);
  const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source });
  const endpoint = createEndpoint(engine, options);
  const http = await openHttpServer({ endpoints: new Map([['/mcp', endpoint]]), port: 0, ...options.server });
  onTestFinished(() => http.close({ graceMs: 1 }));
  return { port: http.port, http, endpoint, engine, source };
}

export interface Sending {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, or the data of each event when it is a stream. */
  readonly messages: readonly JsonMessage[];
}

/** Sends a request and waits for the answer's head. */
export async function begin(port: number, sending: Sending): Promise<IncomingMessage> {
  const { method = 'POST', path = '/mcp', headers = {}, body } = sending;
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const sent = httpRequest({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: { ...type, ...headers },
    agent: false,
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** Sends a request and waits for the whole answer. */
export async function send(port: number, sending: Sending): Promise<Answer> {
  const response = await begin(port, sending);
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) text += chunk as string;
  return { status: response.statusCode!, headers: response.headers, text, messages: readMessages(response, text) };
}

function readMessages(response: IncomingMessage, text: string): JsonMessage[] {
  if (text === '' || response.headers['content-type'] === 'text/plain') return [];
  if (response.headers['content-type']?.startsWith('text/event-stream')) return readEvents(text);
  const parsed = JSON.parse(text) as JsonMessage | JsonMessage[];
  return Array.isArray(parsed) ? parsed : [parsed];
}

function readEvents(text: string): JsonMessage[] {
  return text
    .split('\n\n')
    .map((event) => /^event: message\n(?:id: \S+\n)?data: (.+)$/.exec(event)?.[1])
    .filter((data) => data !== undefined)
    .map((data) => JSON.parse(data) as JsonMessage);
}

/** Reads the messages of an event stream one by one; `undefined` at its end. */
export function readStream(response: IncomingMessage): () => Promise<JsonMessage | undefined> {
  response.setEncoding('utf8');
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<string>;
  const ready: JsonMessage[] = [];
  let rest = '';
  return async () => {
    while (ready.length === 0) {
      const { value, done } = await chunks.next();
      if (done) return undefined;
      rest += value;
      const end = rest.lastIndexOf('\n\n') + 2;
      ready.push(...readEvents(rest.slice(0, end)));
      rest = rest.slice(end);
    }
    return ready.shift();
  };
}

let lastId = 0;

/** Makes a modern request, with its mirroring headers. */
export function modern(method: string, params: JsonObject = {}, id: string | number = ++lastId): Sending {
  const name = params['name'];
  return {
    headers: {
      'MCP-Protocol-Version': modernDate,
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
    },
    body: JSON.stringify(modernRequest(id, method, params)),
  };
}

/** Makes a modern call of `echo`. */
export function call(text: string): Sending {
  return modern('tools/call', { name: 'echo', arguments: { text } });
}

export function withHeaders(sending: Sending, headers: Record<string, string>): Sending {
  return { ...sending, headers: { ...sending.headers, ...headers } };
}

/** Returns the request as bytes for a connection. */
export function rawPost({ headers, body }: Sending): string {
  const head = Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', ...headers });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `POST /mcp HTTP/1.1\r\n${lines}Content-Length: ${(body as string).length}\r\n\r\n${body as string}`;
}

/** Makes a request of the era with a handshake. */
export function legacy(method: string, params: JsonObject = {}, sessionId?: string): Sending {
  const headers: Record<string, string> = sessionId === undefined ? {} : { 'Mcp-Session-Id': sessionId };
  return { headers, body: JSON.stringify(request(++lastId, method, params)) };
}

export function legacyNotification(method: string, params: JsonObject, sessionId: string): Sending {
  return { headers: { 'Mcp-Session-Id': sessionId }, body: JSON.stringify({ jsonrpc: '2.0', method, params }) };
}

export function initialize(protocolVersion = newestLegacyDate): Sending {
  return legacy('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'tester', version: '0' } });
}

/** Performs the handshake. @returns the session's id */
export async function openTestSession(port: number, protocolVersion = newestLegacyDate): Promise<string> {
  const answer = await send(port, initialize(protocolVersion));
  const id = String(answer.headers['mcp-session-id']);
  await send(port, legacyNotification('notifications/initialized', {}, id));
  return id;
}

/** Opens a bare connection, for bytes that no HTTP client would send. */
export async function openSocket(port: number): Promise<Socket & { readAll(): Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const readAll = async (): Promise<string> => {
    let text = '';
    socket.setEncoding('utf8');
    for await (const chunk of socket) text += chunk as string;
    return text;
  };
  return Object.assign(socket, { readAll });
}

export interface TestClock extends Clock {
  /** Advances the time, running due timers in order, each as often as it is due. */
  advance(ms: number): void;
  /** The number of waiting timers. */
  readonly timerCount: number;
}

export function testClock(): TestClock {
  let now = 0;
  const timers = new Set<TestTimer>();
  const add = (ms: number, every: number | undefined, run: () => void): (() => void) => {
    const timer = { at: now + ms, every, run };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  const nextUntil = (end: number): TestTimer | undefined =>
    [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  return {
    now: () => now,
    after: (ms, run) => add(ms, undefined, run),
    every: (ms, run) => add(ms, ms, run),
    get timerCount() {
      return timers.size;
    },
    advance(ms) {
      const end = now + ms;
      for (let timer = nextUntil(end); timer; timer = nextUntil(end)) {
        now = timer.at;
        if (timer.every === undefined) timers.delete(timer);
        else timer.at = now + timer.every;
        timer.run();
      }
      now = end;
    },
  };
}

interface TestTimer {
  at: number;
  readonly every: number | undefined;
  readonly run: () => void;
}

/** A store of events that keeps nothing. */
export const emptyStore: EventStore = {
  append: () => undefined,
  replayAfter: () => Promise.resolve(false),
  findStream: () => Promise.resolve(undefined),
  endStream: () => Promise.resolve(false),
  onAppend: () => () => undefined,
  forget: () => Promise.resolve(),
};
