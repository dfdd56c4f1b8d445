/**
 * HTTP requests that a server at `/mcp` must refuse from any client, and a few unusual ones that it must serve.
 */
import { withHeaders } from './good-requests.js';
import type { RawRequest } from './raw-http.js';

/** The expected answer to a request. */
export interface HttpOutcome {
  /** The HTTP status; 0 when the connection must be closed without an answer. */
  readonly status: number;
  /** The status where the address has a page for people. */
  readonly statusOfPage?: number;
  /** The JSON-RPC code of the answer, if its body is JSON. */
  readonly code?: number;
}

/** One request, derived from a valid one. */
export interface HostileRequest extends HttpOutcome {
  readonly title: string;
  readonly change: (good: RawRequest) => RawRequest;
}

const invalidRequest = -32600;

/** Expects a refusal by our own code, in JSON. */
const refused = (status: number): HttpOutcome => ({ status, code: invalidRequest });
/** Expects a result, a closed connection, or a refusal by node:http's own parser: none has JSON to check. */
const answered = (status: number): HttpOutcome => ({ status });

const more = (title: string, change: HostileRequest['change'], outcome: HttpOutcome): HostileRequest => ({
  title,
  change,
  ...outcome,
});

/** One row for each value of a header. */
function header(name: string, status: number, values: readonly string[]): HostileRequest[] {
  return values.map((value) => ({
    title: `${name}: ${value.slice(0, 60)}`,
    change: (good) => withHeaders(good, { [name]: value }),
    ...(status >= 400 ? refused(status) : answered(status)),
  }));
}

/** Repeats a header; HTTP joins the two values, and the result equals nothing valid. */
function twice(name: string, status: number, second: string): HostileRequest {
  const change: HostileRequest['change'] = (good) => ({ ...good, headers: [...good.headers, [name, second]] });
  return more(`two headers ${name}`, change, refused(status));
}

/** A body whose headers state a wrong length. */
const framing = (title: string, headers: readonly (readonly [string, string])[], status = 400): HostileRequest =>
  more(title, (good) => ({ ...good, framing: 'as-is', headers: [...good.headers, ...headers] }), answered(status));

const megabytes = (count: number): number => count * 1024 * 1024;
const manyHeaders = Array.from({ length: 120 }, (_, at) => [`x-${at}`, 'x'] as const);

const callers: HostileRequest[] = [
  ...header('host', 403, ['evil.example', 'evil.example:80', 'localhost.evil.example', '127.0.0.1.evil.example']),
  ...header('host', 403, ['localhost@evil.example', 'evil.example#localhost', '[::2]', '0.0.0.0', '127.0.0.2']),
  ...header('host', 403, ['', 'localhost, evil.example', 'localhost:80:80', '127.1', 'x'.repeat(5_000)]),
  ...header('host', 200, ['localhost', 'LOCALHOST:1', '[::1]:3000', '127.0.0.1:65535']),
  twice('host', 400, '127.0.0.1'),
  more('no Host', (good) => withHeaders(good, { host: undefined }), answered(400)),
  ...header('origin', 403, ['http://evil.example', 'https://evil.example', 'null', 'x', '', 'file://', '*']),
  ...header('origin', 403, ['http://localhost.evil.example', 'http://localhost@evil.example', 'http://localhost/x']),
  ...header('origin', 403, ['http://localhost, http://evil.example', 'ws://localhost', 'localhost', '//localhost']),
  ...header('origin', 200, ['http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:1']),
  more(
    'two origins',
    (good) => ({
      ...good,
      headers: [...good.headers, ['origin', 'http://localhost'], ['origin', 'http://evil.example']],
    }),
    refused(403),
  ),
  more(
    'a foreign host with its own origin',
    (good) => withHeaders(good, { host: 'evil.example', origin: 'http://evil.example' }),
    refused(403),
  ),
];

const forms: HostileRequest[] = [
  ...header('content-type', 415, [
    'text/plain',
    'text/plain; a=application/json',
    'application/jsonp',
    'text/json',
    '',
  ]),
  ...header('content-type', 415, ['application/json; charset=latin1', 'application/json; charset=utf-16', '*/*']),
  ...header('content-type', 415, ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']),
  ...header('content-type', 415, ['application/json, text/plain', 'application/json; charset=utf-8; x=y']),
  ...header('content-type', 200, ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']),
  twice('content-type', 415, 'application/json'),
  more('no Content-Type', (good) => withHeaders(good, { 'content-type': undefined }), refused(415)),
  ...header('content-encoding', 415, ['gzip', 'deflate', 'br', 'identity, gzip', 'x']),
  ...header('content-encoding', 200, ['identity']),
  ...header('accept', 406, ['text/html', 'application/xml', 'application/json;q=0', 'x', '', '*/*;q=0']),
  ...header('accept', 200, ['*/*', 'application/json', 'application/*;q=0.1', 'APPLICATION/JSON']),
];

const lines: HostileRequest[] = [
  ...['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) =>
    more(`the method ${method}`, (good) => ({ ...good, method, body: '' }), refused(405)),
  ),
  more('the method HEAD', (good) => ({ ...good, method: 'HEAD', body: '' }), answered(405)),
  ...['BREW', 'post', 'P'].map((method) =>
    more(`the method ${JSON.stringify(method)}`, (good) => ({ ...good, method }), answered(400)),
  ),
  more('the method CONNECT', (good) => ({ ...good, method: 'CONNECT', body: '' }), answered(0)),
  ...['//mcp', '/MCP', '/mcp/../mcp', '/%6dcp', '/mcp%00', '/mcp;x', '*'].map((target) =>
    more(`the target ${target}`, (good) => ({ ...good, target }), refused(404)),
  ),
  ...['/', 'http://127.0.0.1/mcp'].map((target) =>
    more(`the target ${target}`, (good) => ({ ...good, target }), { ...refused(404), statusOfPage: 405 }),
  ),
  ...['/__proto__', '/constructor', '/healthz', '/mcp/other', '/mcp//', '/mcp/other/'].map((target) =>
    more(`the target ${target}`, (good) => ({ ...good, target }), refused(404)),
  ),
  ...['/mcp/', '/mcp?', '/mcp/?', '/mcp?__proto__=1', '/mcp?x=%00'].map((target) =>
    more(`the target ${target}`, (good) => ({ ...good, target }), answered(200)),
  ),
  more('a URL of 9 kB', (good) => ({ ...good, target: `/mcp?${'x'.repeat(9_000)}` }), refused(414)),
  more('120 headers', (good) => ({ ...good, headers: [...manyHeaders, ...good.headers] }), refused(431)),
  more('a header of 20 kB', (good) => withHeaders(good, { 'x-long': 'x'.repeat(20_000) }), answered(431)),
  more('a URL of 20 kB', (good) => ({ ...good, target: `/mcp?${'x'.repeat(20_000)}` }), answered(431)),
  more('a space before a colon', (good) => withHeaders(good, { 'x-odd ': 'x' }), answered(400)),
  more('a NUL in a header', (good) => withHeaders(good, { 'x-odd': 'a\u0000b' }), answered(400)),
  more('a header that is folded', (good) => withHeaders(good, { 'x-odd': 'a\r\n b' }), answered(400)),
  more('a header without a name', (good) => withHeaders(good, { '': 'x' }), answered(400)),
];

const bodies: HostileRequest[] = [
  framing('two lengths that differ', [
    ['content-length', '5'],
    ['content-length', '6'],
  ]),
  framing('a length and chunks', [
    ['content-length', '5'],
    ['transfer-encoding', 'chunked'],
  ]),
  framing('a negative length', [['content-length', '-1']]),
  framing('a length of 1e3', [['content-length', '1e3']]),
  framing('a hexadecimal length', [['content-length', '0x10']]),
  framing('a length with a sign', [['content-length', '+5']]),
  framing('a length beyond all numbers', [['content-length', '9'.repeat(30)]]),
  framing('chunks that have no size', [['transfer-encoding', 'chunked']]),
  framing('another transfer coding', [['transfer-encoding', 'gzip']]),
  framing('a body that says it is 5 MB', [['content-length', String(megabytes(5))]], 413),
  framing('a body that says it is a petabyte', [['content-length', '1000000000000000']], 413),
  more('a body of 4 MB and one byte', (good) => ({ ...good, body: `"${'x'.repeat(megabytes(4) - 1)}"` }), refused(413)),
  more(
    '5 MB in chunks',
    (good) => ({ ...good, body: 'x'.repeat(megabytes(5)), framing: { chunkBytes: 65_536 } }),
    refused(413),
  ),
  more(
    '4 MB of white space',
    (good) => ({ ...good, body: `${String(good.body)}${' '.repeat(megabytes(4) - 2_000)}` }),
    answered(200),
  ),
  more('a body in chunks of one byte', (good) => ({ ...good, framing: { chunkBytes: 1 } }), answered(200)),
  more('a body in chunks of 7 bytes', (good) => ({ ...good, framing: { chunkBytes: 7 } }), answered(200)),
  more('Expect: 100-continue', (good) => withHeaders(good, { expect: '100-continue' }), answered(200)),
  more('another expectation', (good) => withHeaders(good, { expect: 'a miracle' }), answered(417)),
  more(
    'a wish for WebSocket',
    (good) => withHeaders(good, { upgrade: 'websocket', connection: 'upgrade' }),
    answered(200),
  ),
];

/** The whole table. */
export const hostileRequests: readonly HostileRequest[] = [...callers, ...forms, ...lines, ...bodies];

/** Bytes that are not an HTTP/1.1 request. */
export const hostileBytes: readonly (readonly [title: string, bytes: string])[] = [
  ['noise', '\u0001\u0002\u0003\u0004\r\n\r\n'],
  ['the beginning of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n'],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/3.0', 'GET /mcp HTTP/3.0\r\nHost: localhost\r\n\r\n'],
  ['a word', 'hello\r\n\r\n'],
  ['JSON without HTTP', '{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n\r\n'],
  ['only line feeds and then a space', '\n\n \r\n\r\n'],
];
