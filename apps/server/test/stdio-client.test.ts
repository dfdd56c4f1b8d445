/** A remote server behind a server over standard input and output, which has one client. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client, type ClientCapabilities } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { openProtected, signIn } from '@sigil/test-support/protected-server';
import { expect, onTestFinished, test } from 'vitest';
import { mainProgram } from './built-server.test-support.js';

/** Asks for roots once the handshake is done, as servers of files do, and says in its tools what it got. */
const program = `
import { createInterface } from 'node:readline';
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'files', version: '1' } },
  'tools/list': { tools: ['roots', 'declared'].map((name) => ({ name, inputSchema: { type: 'object' } })) },
  ping: {},
};
let roots = [];
let declared = {};
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') declared = params.capabilities;
  if (method === 'notifications/initialized') return say({ id: 'roots', method: 'roots/list' });
  if (id === 'roots') return void (roots = result?.roots ?? []);
  const text = () => JSON.stringify(params.name === 'roots' ? roots : declared);
  const answer = () => say({ id, result: results[method] ?? { content: [{ type: 'text', text: text() }] } });
  if (id !== undefined) setTimeout(answer, method === 'tools/call' ? 100 : 0);
});
`;

interface Command {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** Connects a client to a server with the program behind it. */
async function connectToProgram(capabilities: ClientCapabilities): Promise<Client> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'files.mjs'), program);
  return connect(capabilities, {
    command: process.execPath,
    args: [join(folder, 'files.mjs')],
    protocol: 'legacy',
    required: true,
  });
}

/** Makes a folder that is removed after the test. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-client-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Started {
  /** The folder of its files. */
  readonly folder: string;
  /** By default the state folder of the user, which is in the same folder too. */
  readonly state?: string;
}

/** Writes the command of a server with this remote server. */
async function commandFor(remote: object, { folder, state }: Started): Promise<Command> {
  const mcps = join(folder, 'mcps.source.json');
  await writeFile(mcps, JSON.stringify({ files: { remote } }));
  const args = [mainProgram, '--stdio', 'files', '--mcps', mcps, ...(state === undefined ? [] : ['--state', state])];
  const user = join(folder, 'user');
  return { command: process.execPath, args, env: { XDG_STATE_HOME: user, HOME: user, LOCALAPPDATA: user } };
}

/** Connects a client to a server with this remote server. */
async function connect(capabilities: ClientCapabilities, remote: object): Promise<Client> {
  const { client } = await connectIn({ folder: await newFolder() }, remote, capabilities);
  return client;
}

/** @returns the client, and what the server logs */
async function connectIn(
  started: Started,
  remote: object,
  capabilities: ClientCapabilities = {},
): Promise<{ client: Client; log: () => string }> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (capabilities.roots) client.setRequestHandler('roots/list', async () => ({ roots: [{ uri: 'file:///home' }] }));
  const transport = new StdioClientTransport({ ...(await commandFor(remote, started)), stderr: 'pipe' });
  let log = '';
  transport.stderr?.on('data', (piece) => (log += String(piece)));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, log: () => log };
}

test('the roots that a remote server asks for after its handshake are those of the only client', async () => {
  const client = await connectToProgram({ roots: {} });

  // The question waits for the first call, which may be over before the answer is back.
  await client.callTool({ name: 'roots', arguments: {} });

  expect((await client.callTool({ name: 'roots', arguments: {} })).content).toEqual([
    { type: 'text', text: '[{"uri":"file:///home"}]' },
  ]);
});

test('a remote server gets the capabilities of the only client', async () => {
  const client = await connectToProgram({ elicitation: { form: {} } });

  const { content } = await client.callTool({ name: 'declared', arguments: {} });

  const [block] = content;
  expect(JSON.parse(block?.type === 'text' ? block.text : '')).toEqual({
    elicitation: { form: {} },
    experimental: { 'dev.sigil/release': {} },
  });
});

test('the only client’s user signs in at a remote server on a page of this machine', async () => {
  const { url, close } = await openProtected();
  onTestFinished(close);
  const client = await connect({}, { url, protocol: 'legacy', auth: { kind: 'oauth' } });
  await expect.poll(() => namesOf(client)).toEqual(['sign_in']);

  const { content, isError } = await client.callTool({ name: 'sign_in', arguments: {} });
  const [link] = /http:\/\/127\.0\.0\.1:\d+\/oauth\/start\?ticket=[\w-]+/.exec(JSON.stringify(content)) ?? [];
  // The change to this tool was announced before the answer to its call.
  const listed = new Promise((resolve) => {
    client.setNotificationHandler('notifications/tools/list_changed', resolve);
  });
  await signIn(link!);
  await listed;

  expect(isError).toBe(true);
  expect(await namesOf(client)).toEqual(['read']);
  expect((await client.callTool({ name: 'read', arguments: {} })).content).toEqual([
    { type: 'text', text: 'your mail' },
  ]);
});

/** Opens a remote server that answers nothing until it is told to. */
async function openWaiting(): Promise<{ readonly url: string; readonly answer: () => void }> {
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'late', version: '1' },
    },
    'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
  };
  let answer = (): void => undefined;
  const answering = new Promise<void>((resolve) => (answer = resolve));
  const server = createServer(async (request, response) => {
    const { id, method = '' } = JSON.parse((await text(request)) || '{}') as { id?: number; method?: string };
    await answering;
    if (id === undefined) return void response.writeHead(method === '' ? 405 : 202).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, answer };
}

const about = { name: 'test', version: '1' };

const peers: readonly [string, (command: Command) => Promise<Pick<Client, 'listTools'>>][] = [
  ['SDK v2, modern', (command) => connectV2(command, { pin: '2026-07-28' })],
  ['SDK v2, legacy', (command) => connectV2(command, 'legacy')],
  ['SDK v1', connectV1],
];

async function connectV2(command: Command, mode: 'legacy' | { pin: string }): Promise<Pick<Client, 'listTools'>> {
  const client = new Client(about, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ ...command, stderr: 'inherit' }));
  onTestFinished(() => client.close());
  return client;
}

async function connectV1(command: Command): Promise<Pick<Client, 'listTools'>> {
  const client = new ClientV1(about);
  await client.connect(new StdioV1({ ...command, stderr: 'inherit' }));
  onTestFinished(() => client.close());
  // The two SDKs have their own types for the same results.
  return client as unknown as Pick<Client, 'listTools'>;
}

test.each(peers)(
  'the handshake does not wait for a remote server, and the first list does: %s',
  async (_peer, connect) => {
    const { url, answer } = await openWaiting();

    const client = await connect(await commandFor({ url, protocol: 'legacy' }, { folder: await newFolder() }));
    const listed = client.listTools();
    answer();

    expect((await listed).tools.map(({ name }) => name)).toEqual(['look']);
  },
);

test.each([
  ['the configured state folder', 'state'],
  ['the user’s state folder', undefined],
])('the user signs in once; the next start reads the token from %s', async (_where, state) => {
  const { url, asked, close } = await openProtected();
  onTestFinished(close);
  const folder = await newFolder();
  const remote = { url, protocol: 'legacy', auth: { kind: 'oauth' } };
  const started = state === undefined ? { folder } : { folder, state: join(folder, state) };
  const { client: first } = await connectIn(started, remote);
  await signInThrough(first);
  await first.close();

  const { client: second } = await connectIn(started, remote);

  await expect.poll(() => namesOf(second)).toEqual(['read']);
  expect(asked.filter((path) => path === '/token')).toHaveLength(1);
});

test('a state folder that cannot be written is logged, and the user signs in all the same', async () => {
  const { url, close } = await openProtected();
  onTestFinished(close);
  const folder = await newFolder();
  await writeFile(join(folder, 'user'), 'a file');
  const { client, log } = await connectIn({ folder }, { url, protocol: 'legacy', auth: { kind: 'oauth' } });

  await signInThrough(client);

  expect(await namesOf(client)).toEqual(['read']);
  expect(log()).toMatch(/sign-in.* sign-ins are kept in memory only, until this program ends: .*user/);
});

/** Signs the user in, and waits for the tools. */
async function signInThrough(client: Client): Promise<void> {
  await expect.poll(() => namesOf(client)).toEqual(['sign_in']);
  const { content } = await client.callTool({ name: 'sign_in', arguments: {} });
  const [link] = /http:\/\/127\.0\.0\.1:\d+\/oauth\/start\?ticket=[\w-]+/.exec(JSON.stringify(content)) ?? [];
  await signIn(link!);
  await expect.poll(() => namesOf(client)).toEqual(['read']);
}

async function namesOf(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}
