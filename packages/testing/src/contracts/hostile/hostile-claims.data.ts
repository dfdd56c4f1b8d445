/**
 * HTTP requests whose headers contradict their body, or name a session that is not theirs, by kind of client.
 */
import type { JsonObject } from '@sigil/core';
import { modernEnvelope } from '../../clients/modern-envelope.js';
import { goodCall, hello, legacyDate, modernDate, postOf, withHeaders, type HeaderChanges } from './good-requests.js';
import type { HostileRequest, HttpOutcome } from './hostile-requests.data.js';
import type { RawRequest } from './raw-http.js';

const invalidRequest = -32600;
const unknownMethod = -32601;
const unknownSession = -32001;
const invalidParams = -32602;
const headerMismatch = -32020;
const unknownVersion = -32022;

const refused: HttpOutcome = { status: 400, code: invalidRequest };
const differs: HttpOutcome = { status: 400, code: headerMismatch };
const served: HttpOutcome = { status: 200 };

const titleOf = (changes: HeaderChanges): string =>
  Object.entries(changes)
    .map(([name, value]) => (value === undefined ? `no ${name}` : `${name}: ${value.slice(0, 60)}`))
    .join(', ') || 'its own headers';

const heads = (outcome: HttpOutcome, list: readonly HeaderChanges[]): HostileRequest[] =>
  list.map((changes) => ({
    title: titleOf(changes),
    change: (good) => withHeaders(good, changes),
    ...outcome,
  }));

const more = (title: string, change: (good: RawRequest) => RawRequest, outcome: HttpOutcome): HostileRequest => ({
  title,
  change,
  ...outcome,
});

/** Changes the body and keeps the headers. */
const bodied = (title: string, body: JsonObject | string, outcome: HttpOutcome): HostileRequest =>
  more(title, (good) => ({ ...good, body: typeof body === 'string' ? body : JSON.stringify(body) }), outcome);

const call = goodCall('modern');
const callText = JSON.stringify(call);
const params = call['params'] as JsonObject;
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const withMeta = (meta: JsonObject): JsonObject => ({ ...call, params: { ...params, _meta: meta } });
const envelope = modernEnvelope(modernDate);
const without = (name: string): JsonObject =>
  Object.fromEntries(Object.entries(envelope).filter(([key]) => key !== name));

const cancelled = 'notifications/cancelled';
const oddMethods = ['', 'tools/call ', 'tools/call\u0000', 'tools/c\u00e4ll'];

/** Cases for the headers and the envelope of clients without a handshake. */
export const modernClaims: readonly HostileRequest[] = [
  ...heads(differs, [
    { 'mcp-method': undefined },
    { 'mcp-method': '' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-method': 'TOOLS/CALL' },
    { 'mcp-method': 'tools/call, tools/call' },
    { 'mcp-name': undefined },
    { 'mcp-name': '' },
    { 'mcp-name': 'add' },
    { 'mcp-name': 'ECHO' },
    { 'mcp-name': '=?base64?ZWNobw?=' },
    { 'mcp-name': '=?base64?YWRk?=' },
    { 'mcp-name': '=?base64?ZW!obw==?=' },
    { 'mcp-name': '=?base64?/w==?=' },
    { 'mcp-name': '=?base64??=' },
    { 'mcp-name': '=?BASE64?ZWNobw==?=' },
    { 'mcp-name': '=?base64?ZWNobw==' },
    { 'mcp-name': 'ZWNobw==' },
    { 'mcp-name': '__proto__' },
    { 'mcp-protocol-version': undefined },
    { 'mcp-protocol-version': '' },
    { 'mcp-protocol-version': legacyDate },
    { 'mcp-protocol-version': `${modernDate}x` },
    { 'mcp-protocol-version': `${modernDate}, ${modernDate}` },
    { 'mcp-protocol-version': '__proto__' },
  ]),
  ...heads(served, [
    { 'mcp-name': '=?base64?ZWNobw==?=' },
    { 'mcp-name': '\t echo \t' },
    { 'mcp-session-id': 'no-such-session' },
    { 'mcp-param-weather': '=?base64?!?=' },
    { 'last-event-id': '__proto__' },
  ]),
  more('Mcp-Name twice', (good) => ({ ...good, headers: [...good.headers, ['mcp-name', 'echo']] }), differs),
  more('Mcp-Method twice', (good) => ({ ...good, headers: [...good.headers, ['mcp-method', 'tools/call']] }), differs),
  bodied(
    '"method" twice in the body, the last not the one of the header',
    callText.replace('"params"', '"method":"tools/list","params"'),
    differs,
  ),
  bodied(
    '"name" twice in the body, the last not the one of the header',
    callText.replace('"arguments"', '"name":"add","arguments"'),
    differs,
  ),
  bodied('an array of one call', `[${callText}]`, refused),
  bodied(
    'no envelope',
    { ...call, params: { name: 'echo', arguments: { message: 'hi' } } },
    { status: 400, code: invalidParams },
  ),
  bodied('an envelope without capabilities', withMeta(without(capabilitiesKey)), { status: 400, code: invalidParams }),
  bodied('an envelope without a version', withMeta(without(versionKey)), { status: 400, code: invalidParams }),
  bodied('an envelope with capabilities that are a text', withMeta({ ...envelope, [capabilitiesKey]: 'all' }), {
    status: 400,
    code: invalidParams,
  }),
  bodied('an envelope with a version that is a number', withMeta({ ...envelope, [versionKey]: 20_260_728 }), {
    status: 400,
    code: invalidParams,
  }),
  bodied('an envelope that is an array', withMeta([] as never), { status: 400, code: invalidParams }),
  more(
    'a version that nobody has',
    (good) =>
      withHeaders(
        { ...good, body: JSON.stringify(withMeta({ ...envelope, [versionKey]: '2999-01-01' })) },
        { 'mcp-protocol-version': '2999-01-01' },
      ),
    { status: 400, code: unknownVersion },
  ),
  ...['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'tasks/result', '__proto__'].map((method) =>
    more(
      `the method ${method}`,
      () => postOf(JSON.stringify({ ...call, method, params: { _meta: envelope } }), 'modern'),
      { status: 404, code: unknownMethod },
    ),
  ),
  more('GET', (good) => ({ ...good, method: 'GET', body: '' }), { status: 405, code: invalidRequest }),
  more('DELETE', (good) => ({ ...good, method: 'DELETE', body: '' }), { status: 405, code: invalidRequest }),
  more(
    'a notification',
    () =>
      postOf(
        JSON.stringify({ jsonrpc: '2.0', method: cancelled, params: { requestId: 1, _meta: envelope } }),
        'modern',
      ),
    { status: 202 },
  ),
  ...oddMethods.map((method) =>
    bodied(`the method ${JSON.stringify(method)}, which no header can hold,`, { ...call, method }, differs),
  ),
];

const session = (id: string | undefined): HeaderChanges => ({ 'mcp-session-id': id });
const unknown: HttpOutcome = { status: 404, code: unknownSession };
const bare = JSON.stringify(goodCall('session'));
const asked = (method: string, changes: HeaderChanges, outcome: HttpOutcome): HostileRequest =>
  more(`${method} with ${titleOf(changes)}`, (good) => withHeaders({ ...good, method, body: '' }, changes), outcome);

/** Cases for a server with sessions and clients that have a handshake. */
export const sessionClaims: readonly HostileRequest[] = [
  ...heads(unknown, [
    session('no-such-session'),
    session('__proto__'),
    session('constructor'),
    session(''),
    session('0'),
    session('\u00ff'),
    session('x'.repeat(8_000)),
  ]),
  more(
    'another session beside its own',
    (good) => ({ ...good, headers: [...good.headers, ['mcp-session-id', 'other']] }),
    unknown,
  ),
  more(
    'its session twice',
    (good) => ({ ...good, headers: [...good.headers, ...good.headers.filter(([name]) => name === 'mcp-session-id')] }),
    unknown,
  ),
  ...heads(refused, [
    session(undefined),
    { 'mcp-protocol-version': '1999-01-01' },
    { 'mcp-protocol-version': `${legacyDate}, ${legacyDate}` },
  ]),
  ...heads({ status: 400, code: invalidParams }, [
    { 'mcp-protocol-version': 'latest' },
    { 'mcp-protocol-version': '__proto__' },
  ]),
  bodied('a second handshake', hello(), refused),
  bodied('an array of calls', `[${bare},${bare}]`, refused),
  bodied('an array of 1,000 calls', `[${Array.from({ length: 1_000 }, () => bare).join(',')}]`, refused),
  bodied('the answer to nothing', { jsonrpc: '2.0', id: 'no-such-question', result: {} }, { status: 202 }),
  bodied(
    'a cancel of nothing',
    { jsonrpc: '2.0', method: cancelled, params: { requestId: '__proto__' } },
    { status: 202 },
  ),
  bodied('a notification that nobody knows', { jsonrpc: '2.0', method: 'notifications/__proto__' }, { status: 202 }),
  ...oddMethods.map((method) =>
    bodied(
      `the method ${JSON.stringify(method)}`,
      { ...goodCall('session'), method },
      { status: 200, code: unknownMethod },
    ),
  ),
  asked('GET', session('no-such-session'), unknown),
  asked('GET', session(undefined), refused),
  asked('GET', { accept: 'application/json' }, { status: 406, code: invalidRequest }),
  asked('GET', { 'last-event-id': 'no-such-event' }, refused),
  asked('GET', { 'last-event-id': '__proto__' }, refused),
  asked('GET', { 'last-event-id': '999999999-999999999' }, refused),
  asked('DELETE', session('no-such-session'), unknown),
  asked('DELETE', session(undefined), refused),
];

/** Cases for a server without sessions and clients that have a handshake. */
export const sessionlessClaims: readonly HostileRequest[] = [
  asked('GET', {}, { status: 405, code: invalidRequest }),
  asked('DELETE', {}, { status: 405, code: invalidRequest }),
  ...heads(refused, [{ 'mcp-protocol-version': '1999-01-01' }]),
  ...heads({ status: 400, code: invalidParams }, [{ 'mcp-protocol-version': '__proto__' }]),
  ...heads({ status: 400, code: invalidParams }, [{ 'mcp-protocol-version': modernDate }]),
  ...heads(served, [session('no-such-session'), { 'mcp-protocol-version': undefined }]),
  bodied('an array of calls', `[${bare},${bare}]`, refused),
];
