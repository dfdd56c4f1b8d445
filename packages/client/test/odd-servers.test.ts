/** The client against servers written by hand that answer as no official SDK does. */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { latestLegacyRevision, metaKeys, modernDates } from '@sigil/core/internal';
import { listen } from '@sigil/test-support/upstream-servers';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type Client, type ConnectOptions, type Target } from '../src/index.js';

const modern = modernDates[0]!;

/** One request, and the answer to it: a result, an error, or `undefined` for the standard answer. */
type Script = (
  method: string,
  params: JsonObject,
  headers: Readonly<Record<string, unknown>>,
) => JsonObject | undefined;

function resultFor(era: 'legacy' | 'modern', method: string): JsonObject {
  const capabilities = { tools: {}, resources: {}, prompts: {} };
  if (method === 'initialize' && era === 'legacy')
    return {
      result: { protocolVersion: latestLegacyRevision.date, capabilities, serverInfo: { name: 'odd', version: '1' } },
    };
  if (method === 'server/discover' && era === 'modern')
    return { result: { resultType: 'complete', supportedVersions: [modern], capabilities } };
  if (method === 'ping') return { result: {} };
  return { error: { code: -32601, message: `no method "${method}"` } };
}

async function openOdd(era: 'legacy' | 'modern', script: Script): Promise<string> {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as JsonObject;
    if (id === undefined) return void response.writeHead(202).end();
    const given = isJsonObject(params) ? params : {};
    const answer = script(String(method), given, request.headers) ?? resultFor(era, String(method));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  return url;
}

async function connectTo(target: Target, options: Partial<ConnectOptions> = {}): Promise<Client> {
  const client = await connect(target, { name: 'tests', version: '1', retries: 0, ...options });
  onTestFinished(() => client.close());
  return client;
}

test('a list is read to its last page, and a cursor that leads to itself ends it', async () => {
  const pages: Readonly<Record<string, JsonObject>> = {
    first: { tools: [{ name: 'a', inputSchema: {} }], nextCursor: 'second' },
    second: { tools: [{ name: 'b', inputSchema: {} }], nextCursor: 'second' },
  };
  const url = await openOdd('legacy', (method, { cursor = 'first' }) =>
    method === 'tools/list' ? { result: pages[String(cursor)]! } : undefined,
  );

  const tools = await (await connectTo(url)).listTools();

  expect(tools.map(({ name }) => name)).toEqual(['a', 'b']);
});

test.each([
  ['tools/list', { tools: 'none' }, 'expected the answer to "tools/list" and "tools" to be a list of objects'],
  [
    'tools/list',
    { tools: [{ name: 7 }] },
    'expected the answer to "tools/list" and "name" of every item to be a string',
  ],
  ['tools/list', {}, 'expected the answer to "tools/list" and "tools" to be a list of objects'],
])('a malformed answer to %s is refused: %j', async (malformed, result, message) => {
  const url = await openOdd('legacy', (method) => (method === malformed ? { result } : undefined));

  await expect((await connectTo(url)).listTools()).rejects.toMatchObject({ failure: 'unreadable', message });
});

test('an error keeps its code, its message and its data, whatever the code', async () => {
  const codes = [-32602, -32603, -32601, -32042, -32021, -32002, 7];
  let code = 0;
  const url = await openOdd('legacy', (method) =>
    method === 'tools/call' ? { error: { code, message: 'no', data: { of: code } } } : undefined,
  );
  const client = await connectTo(url);

  for (code of codes)
    await expect(client.callTool('x')).rejects.toMatchObject({ name: 'ServerError', code, data: { of: code } });
});

test.each<[string, JsonObject, boolean]>([
  ['an error beside an empty result', { result: {}, error: { code: 7, message: 'closed' } }, false],
  ['an error of null beside a result', { result: { content: [] }, error: null }, true],
])('an answer with %s is read as what it is', async (_which, answer, isResult) => {
  const url = await openOdd('legacy', (method) => (method === 'tools/call' ? answer : undefined));

  const call = (await connectTo(url)).callTool('x').then(
    () => true,
    (error: unknown) => error,
  );

  expect(await call).toEqual(isResult || expect.objectContaining({ code: 7, message: 'closed' }));
});

test('a server that asks without end is given up after a hundred rounds', async () => {
  let rounds = 0;
  const url = await openOdd('modern', (method, { requestState = 0 }) => {
    if (method !== 'tools/call') return undefined;
    rounds++;
    const inputRequests = { q: { method: 'elicitation/create', params: { message: '?', requestedSchema: {} } } };
    return { result: { resultType: 'input_required', inputRequests, requestState: Number(requestState) + 1 } };
  });
  const client = await connectTo(url, { questions: { elicit: () => ({ action: 'decline' }) } });

  await expect(client.callTool('x')).rejects.toThrow('more than 100 rounds');
  expect(rounds).toBe(100);
});

test('a question that a handler refuses ends the call of a server without sessions with its error', async () => {
  const url = await openOdd('modern', (method) => {
    const inputRequests = { q: { method: 'roots/list', params: {} } };
    return method === 'tools/call' ? { result: { resultType: 'input_required', inputRequests } } : undefined;
  });
  const client = await connectTo(url);

  await expect(client.callTool('x')).rejects.toThrow('this client does not answer "roots/list"');
});

test('arguments are repeated in headers, also when the tools have not been listed', async () => {
  const inputSchema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  let calls = 0;
  const url = await openOdd('modern', (method, _params, headers) => {
    if (method === 'tools/list') return { result: { resultType: 'complete', tools: [{ name: 'x', inputSchema }] } };
    if (method !== 'tools/call') return undefined;
    calls++;
    const region = headers['mcp-param-region'];
    if (region === undefined) return { error: { code: -32020, message: 'a header is missing' } };
    return { result: { resultType: 'complete', content: [{ type: 'text', text: region as string }] } };
  });
  const client = await connectTo(url);

  const [first, second] = [await client.callTool('x', { region: 'eu' }), await client.callTool('x', { region: 'us' })];

  expect([first.content, second.content]).toMatchObject([[{ text: 'eu' }], [{ text: 'us' }]]);
  expect(calls).toBe(3);
});

test('requests carry the caller’s metadata, and none of the protocol’s', async () => {
  let seen: unknown;
  const url = await openOdd('modern', (method, { _meta }) => {
    if (method === 'tools/call') seen = _meta;
    return method === 'tools/call' ? { result: { resultType: 'complete', content: [] } } : undefined;
  });
  const client = await connectTo(url);

  await client.callTool('x', {}, { meta: { traceparent: '00-1', [metaKeys.protocolVersion]: 'forged' } });

  expect(seen).toMatchObject({ traceparent: '00-1', [metaKeys.protocolVersion]: modern });
});

test('a token is fetched again when the server refuses it, and the call runs once', async () => {
  const tokens = ['old', 'new'];
  let runs = 0;
  const { url } = await listen((request, response, body) => {
    if (request.headers.authorization !== 'Bearer new') return void response.writeHead(401).end();
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as JsonObject;
    if (method === 'tools/call') runs++;
    const answer = method === 'tools/call' ? { result: { content: [] } } : resultFor('legacy', String(method));
    response.writeHead(id === undefined ? 202 : 200, { 'content-type': 'application/json' });
    response.end(id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  const client = await connectTo({ url, auth: () => (tokens.length > 1 ? tokens.shift()! : tokens[0]!) });

  await client.callTool('x');

  expect(runs).toBe(1);
});

test('a token that is refused again ends in an error that names the cause', async () => {
  const { url } = await listen((_request, response) => void response.writeHead(401).end());

  const connecting = connectTo({ url, auth: () => 'wrong' });

  await expect(connecting).rejects.toMatchObject({ failure: 'unauthorized' });
});

test('an answer whose stream broke is resumed after the last event', async () => {
  const seen: unknown[] = [];
  const { url } = await listen((request, response, body) => {
    const stream = { 'content-type': 'text/event-stream' };
    if (request.method === 'GET' && request.headers['last-event-id'] === 'e1') {
      seen.push(request.headers['last-event-id']);
      const answer = { jsonrpc: '2.0', id: asked, result: { content: [{ type: 'text', text: 'resumed' }] } };
      return void response.writeHead(200, stream).end(`id: e2\ndata: ${JSON.stringify(answer)}\n\n`);
    }
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as JsonObject;
    if (id === undefined) return void response.writeHead(202).end();
    if (method !== 'tools/call') {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, ...resultFor('legacy', String(method)) }));
    }
    asked = id;
    response.writeHead(200, stream).end('id: e1\nretry: 10\ndata:\n\n');
  });
  let asked: unknown;
  const client = await connectTo(url);

  const { content } = await client.callTool('x');

  expect(content).toMatchObject([{ text: 'resumed' }]);
  expect(seen).toEqual(['e1']);
});

test.each([
  ['a media type in other letters', ['content-type', 'Text/Event-Stream ; charset=utf-8']],
  ['a media type that a proxy repeats', ['content-type', 'text/event-stream', 'content-type', 'text/html']],
  ['a coding in other letters', ['content-type', 'text/event-stream', 'content-encoding', 'Identity']],
])('an event stream with %s is read', async (_which, headers) => {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as JsonObject;
    const answer = method === 'tools/call' ? { result: { content: [] } } : resultFor('modern', String(method));
    response.writeHead(200, headers).end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n\n`);
  });

  const client = await connectTo(url);

  expect(await client.callTool('x')).toMatchObject({ content: [] });
});

test('an answer without an event stream fails the connection of 2024-11-05 with its status', async () => {
  const { url } = await listen((_request, response) => void response.writeHead(200).end('<p>Hello</p>'));

  const connecting = connectTo({ url, transport: 'sse' });

  await expect(connecting).rejects.toMatchObject({
    failure: 'unreadable',
    status: 200,
    message: 'the server answered with HTTP 200, and not with an event stream',
  });
});

test('connecting ends when its signal aborts', async () => {
  const { url } = await listen(() => undefined);
  const giveUp = new AbortController();
  const connecting = connectTo(url, { signal: giveUp.signal });
  giveUp.abort(new Error('enough'));

  await expect(connecting).rejects.toThrow('enough');
});

test('a callback that throws cancels its call, which rejects with what was thrown', async () => {
  const client = await connectTo({
    open: ({ receive }) => ({
      send(text) {
        const { id, method, params } = JSON.parse(text) as JsonObject;
        const token = isJsonObject(params) && isJsonObject(params['_meta']) ? params['_meta']['progressToken'] : null;
        const progress = { method: 'notifications/progress', params: { progressToken: token ?? null, progress: 1 } };
        if (method === 'tools/call') receive(JSON.stringify({ jsonrpc: '2.0', ...progress }));
        else if (id !== undefined)
          receive(JSON.stringify({ jsonrpc: '2.0', id, ...resultFor('legacy', String(method)) }));
      },
      close: async () => undefined,
    }),
  });

  const call = client.callTool(
    'x',
    {},
    {
      onProgress: () => {
        throw new Error('of the callback');
      },
    },
  );

  await expect(call).rejects.toThrow('of the callback');
});

test('a subscription that is refused leaves the others', async () => {
  const asked: string[] = [];
  const url = await openOdd('legacy', (method, { uri }) => {
    if (!method.startsWith('resources/')) return undefined;
    asked.push(`${method} ${String(uri)}`);
    return uri === 'x://bad' ? { error: { code: -32002, message: 'no such resource' } } : { result: {} };
  });
  const client = await connectTo(url);

  await expect(client.subscribe('x://bad')).rejects.toMatchObject({ code: -32002 });
  await client.subscribe('x://good');
  await client.unsubscribe('x://good');

  expect(asked).toEqual([
    'resources/subscribe x://bad',
    'resources/subscribe x://good',
    'resources/unsubscribe x://good',
  ]);
});

test('a request by its method names its subject in the header that demands it', async () => {
  let named: unknown;
  const url = await openOdd('modern', (method, _params, headers) => {
    if (method !== 'prompts/get') return undefined;
    named = headers['mcp-name'];
    return { result: { resultType: 'complete', messages: [] } };
  });

  await (await connectTo(url)).request('prompts/get', { name: 'greet' });

  expect(named).toBe('greet');
});

test.each([2 ** 31, Infinity])('a limit of %d ms is none', async (timeoutMs) => {
  const url = await openOdd('legacy', () => undefined);
  const client = await connectTo(url, { timeoutMs });

  await expect(client.ping()).resolves.toBeUndefined();
});

test('a call whose signal has aborted already is not sent', async () => {
  const methods: string[] = [];
  const url = await openOdd('legacy', (method) => {
    methods.push(method);
    return undefined;
  });
  const client = await connectTo(url);

  const call = client.callTool('x', {}, { signal: AbortSignal.abort(new Error('before')) });

  await expect(call).rejects.toThrow('before');
  expect(methods).not.toContain('tools/call');
});

test('a tool whose header is malformed is left out, where headers repeat arguments', async () => {
  const inputSchema = { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'not a token' } } };
  const tools = [
    { name: 'bad', inputSchema },
    { name: 'good', inputSchema: { type: 'object' } },
  ];
  const url = await openOdd('modern', (method) =>
    method === 'tools/list' ? { result: { resultType: 'complete', tools } } : undefined,
  );

  const listed = await (await connectTo(url)).listTools();

  expect(listed.map(({ name }) => name)).toEqual(['good']);
});

test('a revision that is refused once, and named as supported, is offered again', async () => {
  let asked = 0;
  const url = await openOdd('modern', (method) => {
    if (method !== 'server/discover' || asked++ > 0) return undefined;
    return { error: { code: -32022, message: 'Unsupported protocol version', data: { supported: [modern] } } };
  });

  expect((await connectTo(url)).server.revision).toBe(modern);
});

test('a function that has no token fails the connection, with its error as the cause', async () => {
  const { url } = await listen((_request, response) => void response.writeHead(401).end());
  const cause = new Error('no token today');

  const connecting = connectTo({
    url,
    auth: () => {
      throw cause;
    },
  });

  await expect(connecting).rejects.toMatchObject({ failure: 'unauthorized', mayHaveRun: false, cause });
});

test.each([{ 'x y': 'a' }, { 'x-y': 'a\nb' }])('a header that HTTP does not allow is refused: %j', async (headers) => {
  const connecting = connectTo({ url: 'http://127.0.0.1:1/mcp', headers: headers as Record<string, string> });

  await expect(connecting).rejects.toBeInstanceOf(TypeError);
});
