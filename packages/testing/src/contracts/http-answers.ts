/**
 * Asks an HTTP endpoint everything that its answers depend on, so that a framework's answers can be compared with those of node:http.
 *
 * The endpoint needs the tools `echo`, which repeats its `text`, and `counter`, which reports progress for each of its `steps`; a limit of
 * 150,000 bytes for bodies; and `https://allowed.example` as an allowed origin.
 */
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { JsonObject } from '@sigil/core';
import { modernDates, namesModernEra } from '@sigil/core/internal';
import { initialize, modernRequest, request } from '../transports/messages.js';

/** The limit on bodies that the comparison expects. */
export const comparedBodyBytes = 150_000;

/** The origin that the comparison expects to be allowed. */
export const comparedOrigin = 'https://allowed.example';

interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request. @returns the response before its body */
export async function sendHttp(url: string | URL, sending: Sending): Promise<IncomingMessage> {
  const { method = 'POST', headers = {}, body } = sending;
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const sent = httpRequest(url, { method, headers: { ...type, ...headers }, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** Builds a request of a modern client with the headers that repeat parts of it. */
export function modernSending(method: string, params: JsonObject): Sending {
  const body = modernRequest(1, method, params);
  const { name } = params;
  return {
    headers: {
      'MCP-Protocol-Version': modernDates[0]!,
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
    },
    body: JSON.stringify(body),
  };
}

/**
 * Sends the requests of one client, good and bad, in order.
 *
 * @param date of the client's revision
 * @returns for each answer the status, the headers and the body, without what differs from one run to another
 */
export async function readHttpAnswers(url: string | URL, date: string): Promise<readonly unknown[]> {
  let sessionId = '';
  const answers: unknown[] = [];
  if (!namesModernEra(date)) {
    const opened = await ask(url, { body: JSON.stringify(initialize(1, date)) });
    sessionId = String(opened.headers['mcp-session-id'] ?? '');
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized', params: {} };
    const confirmed = await ask(url, { headers: inSession(sessionId), body: JSON.stringify(initialized) });
    answers.push(comparable(opened, sessionId), comparable(confirmed, sessionId));
  }
  for (const sending of conversation(date, sessionId)) answers.push(comparable(await ask(url, sending), sessionId));
  return answers;
}

async function ask(url: string | URL, sending: Sending): Promise<Answer> {
  const response = await sendHttp(url, sending);
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) text += chunk as string;
  return { status: response.statusCode!, headers: response.headers, text };
}

function inSession(sessionId: string): Record<string, string> {
  return sessionId === '' ? {} : { 'Mcp-Session-Id': sessionId };
}

/** The requests of one client, in order. */
function conversation(date: string, sessionId: string): readonly Sending[] {
  const make = (method: string, params: JsonObject): Sending =>
    namesModernEra(date)
      ? modernSending(method, params)
      : {
          headers: { ...inSession(sessionId), 'MCP-Protocol-Version': date },
          body: JSON.stringify(request(1, method, params)),
        };
  const call = make('tools/call', { name: 'echo', arguments: { text: 'hello' } });
  const having = (headers: Record<string, string>): Sending => ({ ...call, headers: { ...call.headers, ...headers } });
  const origin = { Origin: 'https://elsewhere.example' };
  return [
    make('ping', {}),
    make('tools/list', {}),
    call,
    make('tools/call', { name: 'echo', arguments: { text: 'ä'.repeat(50_000) } }),
    make('tools/call', { name: 'counter', arguments: { steps: 3 }, _meta: { progressToken: 7 } }),
    make('tools/call', { name: 'absent', arguments: {} }),
    make('no/such', {}),
    having({ Accept: 'text/event-stream' }),
    having({ Accept: 'text/html' }),
    having({ 'Content-Type': 'text/plain' }),
    having({ 'Content-Type': 'application/x-www-form-urlencoded' }),
    having({ 'Content-Encoding': 'br' }),
    having({ Host: 'rebound.example' }),
    having(origin),
    having({ Origin: comparedOrigin }),
    having({ 'MCP-Protocol-Version': '1999-01-01' }),
    { ...call, body: '{"jsonrpc":"2.0","id":4,' },
    { ...call, body: Buffer.from([0x22, 0xff, 0x22]) },
    { ...call, body: `"${'x'.repeat(comparedBodyBytes + 50_000)}"` },
    { ...call, body: '' },
    { method: 'OPTIONS', headers: { ...origin, 'Access-Control-Request-Method': 'POST' } },
    { method: 'OPTIONS', headers: { Origin: comparedOrigin, 'Access-Control-Request-Method': 'POST' } },
    { method: 'GET', headers: { Accept: 'text/event-stream' } },
    { method: 'GET' },
    { method: 'HEAD' },
    { method: 'PUT', body: '{}' },
    { method: 'GET', headers: { 'Mcp-Session-Id': 'unknown', Accept: 'text/event-stream' } },
    { method: 'DELETE', headers: { 'Mcp-Session-Id': sessionId } },
    { method: 'DELETE', headers: { 'Mcp-Session-Id': sessionId } },
    call,
  ];
}

/** The headers of a connection, and the one in which a framework names itself. */
const ignored = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length', 'x-powered-by']);

/** Keeps what a client can tell apart, and makes sessions and generated ids equal. */
function comparable({ status, headers, text }: Answer, sessionId: string): unknown {
  const plain = (value: string): string =>
    value.replaceAll(sessionId === '' ? '\0' : sessionId, '(session)').replace(/^id: .*$/gm, 'id: (event)');
  const kept = Object.entries(headers).filter(([name]) => !ignored.has(name));
  return { status, headers: kept.map(([name, value]) => [name, plain(String(value))]).toSorted(), text: plain(text) };
}
