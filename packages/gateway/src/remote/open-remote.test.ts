/** An upstream server as a catalog: passing on, changes and failures. */
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, ToolError } from '@sigil/core';
import type { ComponentKind } from '@sigil/core/catalog';
import { createEngine, openConversation } from '@sigil/core/engine';
import { latestLegacyRevision, modernDates } from '@sigil/core/internal';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../shell/shell.test-support.js';
import { openRemote } from './open-remote.js';
import type { RemoteOptions, RemoteServer } from './remote-server.js';
import { exactResult, listen, openLegacyHttp, openModernHttp, programOf } from '@sigil/test-support/upstream-servers';

const legacyDate = latestLegacyRevision.date;
const modernDate = modernDates[0]!;

interface Opened {
  readonly remote: RemoteServer;
  readonly problems: string[];
  readonly changes: ComponentKind[][];
  connect(revision?: string): Promise<McpClient>;
}

async function open(configuration: JsonObject, options: Partial<RemoteOptions> = {}): Promise<Opened> {
  const problems: string[] = [];
  const changes: ComponentKind[][] = [];
  const remote = openRemote(configuration, {
    name: 'up',
    client: { name: 'sigil', version: '0' },
    onProblem: (why) => problems.push(why),
    ...options,
  });
  onTestFinished(() => remote.close());
  remote.source.onChange((changed) => changes.push([...changed]));
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const connect = async (revision = legacyDate): Promise<McpClient> => {
    const client = await connectInMemory(engine, { revision });
    onTestFinished(() => client.close());
    return client;
  };
  return { remote, problems, changes, connect };
}

interface HandAnswer {
  readonly status?: number;
  readonly json?: string;
  readonly drop?: true;
  readonly afterMs?: number;
}

const standardAnswer = (json: string): HandAnswer => ({ json });

/** Makes a small legacy upstream with hand-written answers. */
function answering(answer: (message: JsonObject) => HandAnswer, capabilities: JsonObject = { tools: {} }) {
  return listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const message = JSON.parse(body) as JsonObject & { id?: number; method: string };
    if (message.id === undefined) return response.writeHead(202).end();
    const wrap = (result: string): string => `{"jsonrpc":"2.0","id":${message.id},"result":${result}}`;
    const standard: Readonly<Record<string, string>> = {
      initialize: `{"protocolVersion":"${legacyDate}","capabilities":${JSON.stringify(capabilities)},"serverInfo":{"name":"hand","version":"1"}}`,
      'tools/list':
        '{"tools":[{"name":"exact","inputSchema":{"type":"object"}},{"name":"look","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}',
    };
    const known = standard[message.method];
    const { status = 200, json, drop, afterMs = 0 } = known ? standardAnswer(known) : answer(message);
    if (drop) return setTimeout(() => request.socket.destroy(), afterMs);
    response.writeHead(status, { 'content-type': 'application/json' });
    return response.end(json === undefined ? '' : wrap(json));
  });
}

const unknownMethod = { status: 400 } as const;

/** Returns the text of an answer as the gateway sent it. */
async function exactAnswer(remote: RemoteServer, revision: string): Promise<string> {
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const sent: string[] = [];
  const conversation = openConversation(engine, { send: async ({ json }) => void sent.push(json) });
  const isModern = modernDates.includes(revision);
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  if (!isModern) {
    await conversation.receive(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } },
      }),
    );
    await conversation.receive('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  }
  const params = { name: 'exact', arguments: {}, ...(isModern ? { _meta: meta } : {}) };
  await conversation.receive(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params }));
  conversation.close();
  return sent.at(-1)!;
}

test.each([legacyDate, modernDate])('bytes of a result reach a client of %s unchanged', async (revision) => {
  const { url } = await answering(({ method }) => (method === 'tools/call' ? { json: exactResult } : unknownMethod));
  const { remote } = await open({ url });

  expect(await exactAnswer(remote, revision)).toContain(exactResult.slice(1, -1));
});

test('`_meta` keeps the upstream’s own members and loses those of its era', async () => {
  const json =
    '{"content":[],"_meta":{"vendor/x":1.0,"io.modelcontextprotocol/serverInfo":{"name":"z","version":"9"}}}';
  const { url } = await answering(({ method }) => (method === 'tools/call' ? { json } : unknownMethod));
  const { remote } = await open({ url });

  expect(await exactAnswer(remote, modernDate)).toContain(
    '"_meta":{"vendor/x":1,"io.modelcontextprotocol/serverInfo":{"name":"gate"',
  );
  expect(await exactAnswer(remote, legacyDate)).toContain('"_meta":{"vendor/x":1}');
});

test('one session serves all calls, and is reopened once after the upstream forgot it', async () => {
  const upstream = await openLegacyHttp();
  const { connect } = await open({ url: upstream.url });
  const client = await connect();

  await client.callTool('echo', { text: '1' });
  await client.callTool('echo', { text: '2' });
  const before = upstream.requests.filter(({ method }) => method === 'initialize').length;
  upstream.forget();
  const answers = await Promise.all(['3', '4', '5'].map((text) => client.callTool('echo', { text })));
  const after = upstream.requests.filter(({ method }) => method === 'initialize').length;

  expect(answers.map(({ content }) => content[0])).toMatchObject([
    { text: 'echo 3' },
    { text: 'echo 4' },
    { text: 'echo 5' },
  ]);
  // Reading the lists opened another session, for clients that can be asked.
  expect([before, after]).toEqual([2, 3]);
  expect(upstream.state.calls['echo']).toBe(5);
});

test.each([
  ['legacy', openLegacyHttp],
  ['modern', openModernHttp],
])('a %s upstream’s new tool is available once announced, and reported once', async (_era, openUpstream) => {
  const upstream = await openUpstream();
  const { remote, changes } = await open({ url: upstream.url });
  const changed = new Promise((resolve) => remote.source.onChange(resolve));

  await expect
    .poll(() => upstream.requests.some(({ method }) => method === 'GET' || method === 'subscriptions/listen'))
    .toBe(true);
  upstream.state.tools = [{ name: 'added', inputSchema: { type: 'object' } }];
  await upstream.announceList('tools');
  await changed;

  expect(remote.source.current().findTool('added')).toBeDefined();
  expect(changes).toEqual([['tools', 'resources', 'prompts'], ['tools']]);
});

test('several clients get the updates of a resource through one subscription at the upstream', async () => {
  const upstream = await openLegacyHttp();
  const { connect } = await open({ url: upstream.url });
  const [one, two] = [await connect(), await connect(modernDate)];
  const subscribed = new Promise<string>((resolve) => (upstream.state.onSubscribed = resolve));

  await Promise.all([one.subscribe('demo://one'), two.subscribe('demo://one')]);
  expect(await subscribed).toBe('demo://one');
  await upstream.announceResource('demo://one');

  expect(await Promise.all([one.nextResourceUpdate(), two.nextResourceUpdate()])).toEqual(['demo://one', 'demo://one']);
  expect(upstream.requests.filter(({ method }) => method === 'resources/subscribe')).toHaveLength(1);
});

test('an unlisted resource can be read and subscribed to, unless pins require approval', async () => {
  const seen: JsonObject[] = [];
  const { url } = await answering(
    ({ method, params }) => {
      seen.push({ method: method!, params: params! });
      if (method === 'resources/list') return { json: '{"resources":[{"uri":"x://listed","name":"listed"}]}' };
      if (method === 'resources/templates/list') return { json: '{"resourceTemplates":[]}' };
      return { json: '{"contents":[{"uri":"x://linked","text":"found"}]}' };
    },
    { resources: { subscribe: true } },
  );
  const folder = await mkdtemp(join(tmpdir(), 'sigil-unlisted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const client = await (await open({ url })).connect();
  const pinned = await (await open({ url, pins: 'block' }, { folder })).connect();

  const read = await client.request('resources/read', { uri: 'x://linked' });
  await client.request('resources/subscribe', { uri: 'x://linked' });
  await expect(pinned.request('resources/read', { uri: 'x://linked' })).rejects.toThrow('resource not found');

  expect(read).toMatchObject({ contents: [{ uri: 'x://linked', text: 'found' }] });
  expect(seen.filter(({ method }) => method === 'resources/read')).toHaveLength(1);
  await expect
    .poll(() => seen)
    .toContainEqual(expect.objectContaining({ method: 'resources/subscribe', params: { uri: 'x://linked' } }));
});

test('a call to an upstream that is down fails with the server’s name, and the lists stay', async () => {
  const upstream = await openLegacyHttp();
  const { remote, connect } = await open({ url: upstream.url, retries: 0 });
  const client = await connect();
  const listed = remote.source.current().tools.length;
  await upstream.close();

  const answer = await client.callTool('echo');

  expect(answer).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^server "up": .*(?:cannot be reached|broke before the answer came)$/) }],
  });
  expect(remote.source.current().tools).toHaveLength(listed);
});

test('a tool that may have run is not retried; a read-only tool is', async () => {
  const runs: Record<string, number> = {};
  const { url } = await answering(({ method, params }) => {
    if (method !== 'tools/call') return unknownMethod;
    const { name } = params as { name: string };
    runs[name] = (runs[name] ?? 0) + 1;
    return runs[name] < 3 ? { drop: true } : { json: '{"content":[{"type":"text","text":"there"}]}' };
  });
  const { connect } = await open({ url });
  const client = await connect();

  const answers = [await client.callTool('exact'), await client.callTool('look')];

  expect(runs).toEqual({ exact: 1, look: 3 });
  expect(answers).toMatchObject([
    { isError: true, content: [{ text: expect.stringContaining('broke before the answer came') }] },
    { isError: false, content: [{ text: 'there' }] },
  ]);
});

test('after five failures the breaker opens, and the caller reads when to try again', async () => {
  let calls = 0;
  const { url } = await answering(({ method }) => {
    if (method !== 'tools/call') return unknownMethod;
    calls++;
    return { drop: true, afterMs: 210 };
  });
  const { remote, connect } = await open({ url, retries: 0 });
  const client = await connect();

  for (let count = 0; count < 5; count++) await client.callTool('exact');
  const answer = await client.callTool('exact');

  expect(answer).toMatchObject({
    content: [{ text: 'server "up": the server keeps failing; try again in 10 s' }],
  });
  expect([calls, remote.status.state]).toEqual([5, 'open']);
  expect(remote.status.lastError?.message).toMatch(/broke|cannot be reached/);
});

test.each([
  [401, { kind: 'bearer', token: '${UP_TOKEN}' }, 'authorization', 'Bearer secret-1'],
  [403, { kind: 'header', name: 'X-Key', value: 'key ${UP_TOKEN}' }, 'x-key', 'key secret-1'],
])(
  'credentials come from the environment, and their rejection with %i is reported without the secret',
  async (code, auth, header, value) => {
    const seen: unknown[] = [];
    const { url } = await listen((request, response) => {
      seen.push(request.headers[header]);
      const challenge = { 'www-authenticate': `Bearer error="invalid_token", error_description="${value}"` };
      const error = { code: -32_001, message: `unknown: ${value}` };
      response.writeHead(code, { ...challenge, 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
    });
    const notes: string[] = [];
    const { remote, problems } = await open(
      { url, auth },
      { environment: { UP_TOKEN: 'secret-1' }, onNote: (note) => notes.push(note) },
    );

    const why = `the server refused our credentials (HTTP ${code})`;
    expect(new Set(seen)).toEqual(new Set([value]));
    expect(problems).toEqual([why]);
    expect(remote.status).toMatchObject({ state: 'unauthorized', lastError: { message: why } });
    expect(JSON.stringify([remote.status, remote.leftOut, notes])).not.toContain('secret-1');
  },
);

test.each([
  'http://127.0.0.1:9/mcp',
  'http://localhost:9/mcp',
  'http://[::1]:9/mcp',
  'http://169.254.169.254/mcp',
  'http://[::ffff:10.0.0.1]/mcp',
])('the private address %s is refused where only public ones may be called', async (url) => {
  const { problems } = await open({ url, allowPrivate: false });

  expect(problems).toEqual([expect.stringContaining('private address')]);
});

test('a message that is too long is rejected with the limit’s name', async () => {
  const { url } = await answering(({ method }) => {
    return method === 'tools/call'
      ? { json: `{"content":[{"type":"text","text":"${'x'.repeat(3_000)}"}]}` }
      : unknownMethod;
  });
  const { connect } = await open({ url, maxMessageBytes: 2_048 });

  const answer = await (await connect()).callTool('exact');

  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('maxMessageBytes') }] });
});

test('a call that exceeds its timeout ends, and is cancelled at the upstream', async () => {
  const upstream = await openLegacyHttp();
  const cancelled = new Promise<void>((resolve) => (upstream.state.onCancelled = resolve));
  const { connect } = await open({ url: upstream.url, timeoutMs: 100 });

  const answer = await (await connect()).callTool('slow');
  await cancelled;

  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('took longer than') }] });
});

test('a list over maxListItems is rejected', async () => {
  const upstream = await openModernHttp();
  const { problems } = await open({ url: upstream.url, maxListItems: 3 });

  expect(problems).toEqual([expect.stringContaining('tools/list has more than 3 (limit maxListItems)')]);
});

test('an upstream’s list cannot set caching or task support of our components', async () => {
  const upstream = await openModernHttp();
  upstream.state.tools = [{ name: 'sly', inputSchema: { type: 'object' }, task: 'required' }];
  upstream.state.resources = [{ uri: 'demo://sly', name: 'sly', cache: { ttlMs: '0,"x":1', scope: 'public' } }];
  const { remote } = await open({ url: upstream.url });
  const { tools, resources } = remote.source.current();

  expect(tools.at(-1)?.definition).toMatchObject({ name: 'sly' });
  expect(tools.at(-1)?.definition).not.toHaveProperty('task');
  expect(resources.at(-1)?.definition).toMatchObject({ uri: 'demo://sly' });
  expect(resources.at(-1)?.definition).not.toHaveProperty('cache');
});

test('definitions that clients could not use are left out with a reason', async () => {
  const upstream = await openModernHttp();
  upstream.state.tools = [
    { name: 'echo', inputSchema: { type: 'object' } },
    { name: 'no schema' },
    { name: 'header', inputSchema: { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } } },
  ];
  const { remote } = await open({ url: upstream.url });

  expect(remote.source.current().tools.map(({ definition }) => definition.name)).not.toContain('header');
  expect(remote.leftOut).toEqual([
    'the tool "echo" is listed twice',
    'the tool "no schema" has a name that clients refuse',
    expect.stringContaining('the tool "header" cannot be offered'),
  ]);
});

test('a program that ends is restarted, and closing leaves no process behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-remote-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pidFile = join(folder, 'pids');
  const notes: string[] = [];
  const { remote, connect } = await open(programOf('legacy', pidFile), { onNote: (note) => notes.push(note) });
  const client = await connect();
  const [first] = JSON.parse(await readFile(pidFile, 'utf8')) as [number, number];

  process.kill(first, 'SIGKILL');
  await expect.poll(() => remote.status.state).toBe('degraded');
  await expect.poll(() => remote.status.state, { timeout: 10_000 }).toBe('serving');
  const answer = await client.callTool('echo', { text: 'again' });
  const pids = JSON.parse(await readFile(pidFile, 'utf8')) as [number, number];
  await remote.close();

  expect(answer.content).toMatchObject([{ text: 'echo again' }]);
  expect(notes).toContain('the legacy upstream began');
  // The system takes a moment to forget an orphan that was ended.
  await expect.poll(() => [first, ...pids].filter(isRunning), { timeout: 10_000 }).toEqual([]);
});

test('a program that cannot be run is reported with a reason', async () => {
  const { problems, remote } = await open({ command: 'there-is-no-such-program' });

  expect(problems).toEqual([expect.stringContaining('cannot be run (ENOENT)')]);
  expect(remote.status.state).toBe('failed');
});

test.each([
  ['legacy', legacyDate, openLegacyHttp, 1],
  ['legacy', modernDate, openLegacyHttp, 1],
  ['modern', legacyDate, openModernHttp, 3],
  ['modern', modernDate, openModernHttp, 3],
] as const)(
  'a %s upstream that asks a client of %s twice runs its tool only as often as its era needs',
  async (...cell) => {
    const [, revision, openUpstream, runs] = cell;
    const upstream = await openUpstream();
    const { remote } = await open({ url: upstream.url });
    const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
    const elicit = () => ({ action: 'accept', content: { colour: 'red' } }) as const;
    const client = await connectInMemory(engine, { revision, answers: { elicit } });
    onTestFinished(() => client.close());

    const answer = await client.callTool('ask_twice');

    expect(answer.content).toMatchObject([{ text: 'red and red' }]);
    expect(upstream.state.calls['ask_twice']).toBe(runs);
  },
);

/** Calls the asking tool as a modern client does, which leaves with the question. */
async function askAndLeave(remote: RemoteServer): Promise<JsonObject> {
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const sent: string[] = [];
  const conversation = openConversation(engine, { send: async ({ json }) => void sent.push(json) });
  onTestFinished(() => conversation.close());
  const meta = {
    'io.modelcontextprotocol/protocolVersion': modernDate,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const params = { name: 'ask', arguments: {}, _meta: meta };
  await conversation.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  return (JSON.parse(sent[0]!) as { result: JsonObject }).result;
}

test('closing the server cancels a parked call at the upstream', async () => {
  const upstream = await openLegacyHttp();
  const { remote } = await open({ url: upstream.url });

  const asked = await askAndLeave(remote);
  await remote.close();

  expect(asked).toMatchObject({ resultType: 'input_required' });
  await expect
    .poll(() => upstream.requests.map(({ method }) => method), { timeout: 20_000 })
    .toContain('notifications/cancelled');
});

test('an abandoned parked call expires, and calls beyond maxParkedCalls are rejected', async () => {
  const upstream = await openLegacyHttp();
  const { remote } = await open({ url: upstream.url, maxParkedCalls: 2, parkedCallMs: 3_000 });
  const ask = (): Promise<JsonObject> => askAndLeave(remote);

  // Without authentication, any caller may take any place.
  const [first, second, third] = [await ask(), await ask(), await ask()];

  expect([first, second].map(({ resultType }) => resultType)).toEqual(['input_required', 'input_required']);
  expect(third).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('maxParkedCalls of 2') }] });
  await expect.poll(async () => (await ask())['resultType'], { timeout: 20_000 }).toBe('input_required');
});

test('all mistakes in a configuration are reported, with the nearest name', () => {
  const wrong = { url: 'ftp://x', comand: 'x', retries: -1, args: [], auth: { kind: 'bearer', tokn: 'x' } };

  const reason = (() => {
    try {
      openRemote(wrong, { name: 'up', client: { name: 'sigil', version: '0' } });
      return undefined;
    } catch (error) {
      return (error as ToolError).message;
    }
  })();

  expect(reason?.split('\n')).toEqual([
    'remote: there is no "comand". Did you mean "command"?',
    'remote: "args" belongs to a "command"',
    'remote: "url" must be an http:, https:, ws: or wss: URL without a user',
    'remote: "retries" must be a whole number from 0 to 100',
    'remote: "auth": there is no "tokn". Did you mean "token"?',
    'remote: "auth": "token" must be a text without NUL, of at least one character',
  ]);
});
