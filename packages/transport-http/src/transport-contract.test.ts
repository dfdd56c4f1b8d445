/**
 * The contract of transports over Streamable HTTP: a client of each revision that posts its messages and reads answers of both forms.
 */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { Engine } from '@sigil/core/engine';
import { findRevision } from '@sigil/core/internal';
import { runTransportContract, type TransportPair } from '@sigil/testing/contracts';
import { createEndpoint } from './endpoint/endpoint.js';
import { readStream } from './http.test-support.js';
import { openHttpServer } from './listening/open-http-server.js';

class HttpPair implements TransportPair {
  readonly #isModern: boolean;
  /** The requests awaiting an answer, by id. */
  readonly #running = new Map<unknown, AbortController>();
  #listener: (text: string) => void = () => undefined;
  #sessionId: string | undefined;
  #isClosed = false;
  /** Handshakes and notifications are sent in sequence, and everything after them waits. */
  #before: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly port: number,
    private readonly date: string,
    private readonly closeServer: () => Promise<void>,
  ) {
    this.#isModern = findRevision(date)?.era === 'modern';
  }

  onMessage(listener: (text: string) => void): void {
    this.#listener = listener;
  }

  send(text: string): void {
    const message = readMessage(text);
    if (this.#isModern && message?.['method'] === 'notifications/cancelled') {
      const { requestId } = message['params'] as JsonObject; // the client writes it
      this.#running.get(requestId)?.abort();
      return;
    }
    const sent = this.#before.then(() => this.#post(text, message));
    if (message?.['id'] === undefined || message['method'] === 'initialize') this.#before = sent;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const running of this.#running.values()) running.abort();
    await this.closeServer();
  }

  async #post(text: string, message: JsonObject | undefined): Promise<void> {
    const running = new AbortController();
    if (message?.['id'] !== undefined) this.#running.set(message['id'], running);
    try {
      await this.#read(await this.#begin(text, message, running.signal));
    } catch (error) {
      // Errors of a client that was closed on purpose are ignored.
      if (!running.signal.aborted && !this.#isClosed) throw error;
    } finally {
      this.#running.delete(message?.['id']);
    }
  }

  async #begin(text: string, message: JsonObject | undefined, signal: AbortSignal): Promise<IncomingMessage> {
    const headers = this.#headersFor(message);
    const sent = request({
      port: this.port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/mcp',
      headers,
      agent: false,
      signal,
    });
    sent.end(text);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const session = response.headers['mcp-session-id'];
    if (typeof session === 'string') this.#sessionId ??= session;
    return response;
  }

  async #read(response: IncomingMessage): Promise<void> {
    if (response.headers['content-type']?.startsWith('text/event-stream')) {
      const next = readStream(response);
      for (let message = await next(); message; message = await next()) this.#listener(JSON.stringify(message));
      return;
    }
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
    // The body of an error status without an id concerns the POST, and is not a message.
    const isAboutPost = response.statusCode! >= 400 && readMessage(text)?.['id'] === undefined;
    if (text !== '' && !isAboutPost) this.#listener(text);
  }

  #headersFor(message: JsonObject | undefined): Record<string, string> {
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    };
    if (this.#sessionId !== undefined) headers['Mcp-Session-Id'] = this.#sessionId;
    if (!this.#isModern) return headers;
    const { method, params } = message ?? {};
    const name = isJsonObject(params) ? (params['name'] ?? params['uri']) : undefined;
    return {
      ...headers,
      'MCP-Protocol-Version': this.date,
      ...(typeof method === 'string' ? { 'Mcp-Method': method } : {}),
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
    };
  }
}

function readMessage(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text) as JsonObject; // the test client writes only objects
  } catch {
    // The contract also sends text that is not JSON.
    return undefined;
  }
}

async function openPair(engine: Engine, date: string): Promise<TransportPair> {
  const endpoint = createEndpoint(engine, {});
  const http = await openHttpServer({ endpoints: new Map([['/mcp', endpoint]]), port: 0 });
  return new HttpPair(http.port, date, () => http.close({ graceMs: 1 }));
}

runTransportContract('http', openPair);
