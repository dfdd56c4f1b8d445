/**
 * A legacy session by hand, so that a test decides which replica gets which request, and when a connection ends.
 */
import { onTestFinished } from 'vitest';

/** A JSON-RPC message, as far as tests look at it. */
export interface RawMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly progress?: number };
  readonly result?: {
    readonly content?: readonly { readonly text?: string }[];
    readonly task?: { readonly taskId: string };
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: object };
}

/** An event of a stream, with its message. */
export interface RawEvent {
  readonly id: string | undefined;
  readonly message: RawMessage | undefined;
}

/** An answer of a replica. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Returns the next event that has a message, or `undefined` at the end of the stream. */
  next(): Promise<RawEvent | undefined>;
  /** Returns all further events that have a message. */
  rest(): Promise<readonly RawEvent[]>;
  json(): Promise<RawMessage>;
  /** Breaks the connection. */
  leave(): void;
}

const revision = '2025-11-25';
const accept = 'application/json, text/event-stream';

async function open(url: string, init: RequestInit): Promise<RawAnswer> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(url, { ...init, signal: leaving.signal });
  const events = readEvents(response);
  const next = async (): Promise<RawEvent | undefined> => (await events.next()).value ?? undefined;
  return {
    status: response.status,
    headers: response.headers,
    next,
    async rest() {
      const read: RawEvent[] = [];
      for (let event = await next(); event; event = await next()) read.push(event);
      return read;
    },
    json: async () => (await response.json()) as RawMessage,
    leave: () => leaving.abort(),
  };
}

async function* readEvents({ body }: Response): AsyncGenerator<RawEvent, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (data) yield { id: /^id: (.+)$/m.exec(block)?.[1], message: JSON.parse(data) as RawMessage };
    }
  }
  return undefined;
}

/** One session, at any replica. */
export class RawSession {
  #lastId = 0;

  private constructor(readonly id: string) {}

  /** @param url the endpoint of one replica */
  static async open(url: string, capabilities: object = {}): Promise<RawSession> {
    const params = { protocolVersion: revision, capabilities, clientInfo: { name: 'test', version: '1' } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    const headers = { 'Content-Type': 'application/json', Accept: accept };
    const opened = await fetch(url, { method: 'POST', headers, body });
    await opened.text();
    const session = new RawSession(String(opened.headers.get('mcp-session-id')));
    await session.post(url, { jsonrpc: '2.0', method: 'notifications/initialized' });
    return session;
  }

  request(url: string, method: string, params: object = {}): Promise<RawAnswer> {
    return this.post(url, { jsonrpc: '2.0', id: ++this.#lastId, method, params });
  }

  /** Calls a tool with a progress token, so that its answer is a stream if it reports progress. */
  call(url: string, name: string, more: object = {}): Promise<RawAnswer> {
    const params = { name, arguments: {}, _meta: { progressToken: name }, ...more };
    return this.request(url, 'tools/call', params);
  }

  post(url: string, message: object): Promise<RawAnswer> {
    const headers = { ...this.#headers, 'Content-Type': 'application/json', Accept: accept };
    return open(url, { method: 'POST', headers, body: JSON.stringify(message) });
  }

  /** Listens, or resumes after an event. */
  listen(url: string, lastEventId?: string): Promise<RawAnswer> {
    const resuming = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
    return open(url, { headers: { ...this.#headers, Accept: 'text/event-stream', ...resuming } });
  }

  delete(url: string): Promise<RawAnswer> {
    return open(url, { method: 'DELETE', headers: this.#headers });
  }

  get #headers(): Record<string, string> {
    return { 'Mcp-Session-Id': this.id, 'MCP-Protocol-Version': revision };
  }
}

/** Returns the text of a tool's answer. */
export function textOf(event: RawEvent | undefined): string | undefined {
  return event?.message?.result?.content?.[0]?.text;
}
