import { namesModernEra, type Engine } from '@sigil/core';
import { runRefusedRequests, type TransportPair } from '@sigil/testing/contracts';
import { createEndpoint } from './endpoint.js';
import { begin, send } from './http.test-support.js';
import { openHttpServer } from './open-http-server.js';
import { createSseEndpoints } from './sse-endpoints.js';

const formats = { Accept: 'application/json, text/event-stream' };

/** Each text is a POST of its own, in the session that the first one opens. */
async function openEndpoint(engine: Engine, date: string): Promise<TransportPair> {
  const http = await openHttpServer({ endpoints: new Map([['/mcp', createEndpoint(engine)]]), port: 0 });
  let onMessage: (text: string) => void = () => undefined;
  const modern = namesModernEra(date) ? { 'MCP-Protocol-Version': date, 'Mcp-Method': 'ping' } : {};
  let session: Record<string, string> = {};
  let posted = Promise.resolve();
  const post = async (body: string): Promise<void> => {
    const { headers, text, messages } = await send(http.port, { headers: { ...formats, ...modern, ...session }, body });
    const id = headers['mcp-session-id'];
    if (typeof id === 'string') session = { 'Mcp-Session-Id': id };
    if (text !== '') for (const message of messages) onMessage(JSON.stringify(message));
  };
  return {
    send: (text) => void (posted = posted.then(() => post(text))),
    onMessage: (listener) => void (onMessage = listener),
    close: async () => {
      await posted;
      await http.close({ graceMs: 1 });
    },
  };
}

/** Answers come over the one stream, refusals of what is no message with the POST. */
async function openStreamPair(engine: Engine): Promise<TransportPair> {
  const pair = createSseEndpoints(engine, { messagesPath: '/messages' });
  const endpoints = new Map([
    ['/sse', pair.stream],
    ['/messages', pair.messages],
  ]);
  const http = await openHttpServer({ endpoints, port: 0 });
  const stream = await begin(http.port, { method: 'GET', path: '/sse', headers: { Accept: 'text/event-stream' } });
  stream.setEncoding('utf8').on('error', () => undefined);
  let onMessage: (text: string) => void = () => undefined;
  let onPath: (path: string) => void = () => undefined;
  let posted: Promise<string | void> = new Promise<string>((resolve) => (onPath = resolve));
  const path = posted as Promise<string>;
  let unread = '';
  stream.on('data', (chunk: string) => {
    const events = (unread + chunk).split('\n\n');
    unread = events.pop()!;
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1];
      if (data !== undefined) (event.includes('event: endpoint') ? onPath : onMessage)(data);
    }
  });
  const post = async (body: string): Promise<void> => {
    const { status, messages } = await send(http.port, { path: await path, body });
    if (status !== 202) for (const message of messages) onMessage(JSON.stringify(message));
  };
  return {
    send: (text) => void (posted = posted.then(() => post(text))),
    onMessage: (listener) => void (onMessage = listener),
    close: async () => {
      await posted;
      await http.close({ graceMs: 1 });
    },
  };
}

runRefusedRequests('http', openEndpoint, {
  revisions: ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
  hasStatuses: true,
});
runRefusedRequests('http and sse', openStreamPair, { revisions: ['2024-11-05', '2025-03-26'], hasStatuses: true });
