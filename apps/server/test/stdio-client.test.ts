/** A remote server behind a server over standard input and output, which has one client. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientCapabilities } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
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

/** Connects a client to a server with this remote server. */
async function connect(capabilities: ClientCapabilities, remote: object): Promise<Client> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-client-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mcps = join(folder, 'mcps.source.json');
  await writeFile(mcps, JSON.stringify({ files: { remote } }));
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (capabilities.roots) client.setRequestHandler('roots/list', async () => ({ roots: [{ uri: 'file:///home' }] }));
  const args = [mainProgram, '--stdio', 'files', '--mcps', mcps, '--state', join(folder, 'state')];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
  onTestFinished(() => client.close());
  return client;
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
  const listed = new Promise((resolve) => {
    client.setNotificationHandler('notifications/tools/list_changed', resolve);
  });
  await expect.poll(() => namesOf(client)).toEqual(['sign_in']);

  const { content, isError } = await client.callTool({ name: 'sign_in', arguments: {} });
  const [link] = /http:\/\/127\.0\.0\.1:\d+\/oauth\/start\?ticket=[\w-]+/.exec(JSON.stringify(content)) ?? [];
  await signIn(link!);
  await listed;

  expect(isError).toBe(true);
  expect(await namesOf(client)).toEqual(['read']);
  expect((await client.callTool({ name: 'read', arguments: {} })).content).toEqual([
    { type: 'text', text: 'your mail' },
  ]);
});

async function namesOf(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}
