/**
 * Runs the built server with the bundled plugins and one of the tests' own, built by the command line as an author does.
 */
import { join } from 'node:path';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { startServer, type ServerProcess } from '../built-server.test-support.js';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';

const source = `import { Resource, Tool, type Context, type ImageContent } from '@sigil/core';

/** What the facility's tests call. */
export class Works {
  /**
   * Greet somebody.
   * @param name Who is greeted
   * @param greeting How
   */
  @Tool({ readOnly: true })
  greet(name: string, greeting = 'Hello'): string {
    return greeting + ', ' + name + '!';
  }

  /** Throws what an author means to be read. */
  @Tool()
  fail(): string {
    throw new Error('the disk is full');
  }

  /** Throws what is nobody's business. */
  @Tool()
  crash(): string {
    return (undefined as unknown as { name: string }).name;
  }

  /** Tells how far it is. */
  @Tool({ readOnly: true })
  async steps(count: number, context: Context): Promise<number> {
    for (let step = 1; step <= count; step++) await context.reportProgress(step, count, 'step ' + step);
    return count;
  }

  /** Never comes back by itself. */
  @Tool()
  async hang(context: Context): Promise<string> {
    await new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)));
    return 'never';
  }

  /** Gives back what it got. */
  @Tool({ readOnly: true })
  mirror(value: { name: string; inner: { tags: string[]; depth: number | null } }, list: number[]): {
    value: { name: string; inner: { tags: string[]; depth: number | null } };
    list: number[];
  } {
    return { value, list };
  }

  /** Three bytes. */
  @Resource('works://bytes', { mimeType: 'application/octet-stream' })
  bytes(): { uri: string; mimeType: string; blob: string } {
    return { uri: 'works://bytes', mimeType: 'application/octet-stream', blob: 'AQL/' };
  }

  /** A picture, very small. */
  @Tool({ readOnly: true })
  picture(): ImageContent {
    return { type: 'image', data: 'AQL/', mimeType: 'image/png' };
  }

  /** Waits a little, so that calls overlap. */
  @Tool({ readOnly: true })
  async later(value: number): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return value;
  }
}
`;

/** The server, and the files created for it. The caller stops it. */
export interface ServedPlugin extends ServerProcess {
  readonly plugins: PluginsFolder;
}

/** Serves the plugin as `/mcp/works`. @param args further arguments of the server */
export async function serveWorks(
  args: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<ServedPlugin> {
  const plugins = await newPluginsFolder();
  await plugins.writePlugin('works', source);
  buildPlugins([join(plugins.path, 'works')]);
  const server = await startServer(['--plugins', plugins.path, ...args], environment);
  return {
    ...server,
    plugins,
    async stop() {
      await server.stop();
      await plugins.remove();
    },
  };
}

/** An answer received over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The raw body. */
  readonly text: string;
  /** The JSON-RPC message in it, or the last one of a stream. */
  readonly body: Message;
  /** All messages of a stream, in order; for plain JSON the only one. */
  readonly messages: readonly Message[];
}

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: Record<string, unknown> & { readonly isError?: boolean; readonly content?: readonly Content[] };
}

interface Content {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
}

const both = 'application/json, text/event-stream';
const revision = '2025-11-25';

/** Posts any body with the headers of a client of 2025-11-25; given headers override them. */
export async function post(endpoint: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: both, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const messages = messagesIn(text);
  return { status: response.status, headers: response.headers, text, body: messages.at(-1) ?? {}, messages };
}

function messagesIn(text: string): Message[] {
  if (text === '') return [];
  const stream = [...text.matchAll(/^data: *(\S.*)$/gm)].map(([, data]) => JSON.parse(data!) as Message);
  return stream.length > 0 ? stream : [JSON.parse(text) as Message];
}

/** A session of 2025-11-25, ready for calls. */
export interface OpenSession {
  readonly id: string;
  /** The answer to `initialize`. */
  readonly opened: Answer;
  request(method: string, params?: object): Promise<Answer>;
  call(name: string, args?: object): Promise<Answer>;
}

let lastId = 0;

export async function openSession(endpoint: string, protocolVersion = revision): Promise<OpenSession> {
  const clientInfo = { name: 'facility', version: '1' };
  const params = { protocolVersion, capabilities: {}, clientInfo };
  const opened = await post(endpoint, { jsonrpc: '2.0', id: ++lastId, method: 'initialize', params });
  const id = opened.headers.get('mcp-session-id') ?? '';
  const headers = { 'mcp-session-id': id, 'mcp-protocol-version': protocolVersion };
  await post(endpoint, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
  const request: OpenSession['request'] = (method, given = {}) =>
    post(endpoint, { jsonrpc: '2.0', id: ++lastId, method, params: given }, headers);
  return { id, opened, request, call: (name, args = {}) => request('tools/call', { name, arguments: args }) };
}
