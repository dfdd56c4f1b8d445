/** Programs and sockets of legacy servers that end, or complain without an id, at the request that finds out the era. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openGateway, openScriptedWs, textOf, type Gateway } from './scripted-upstreams.test-support.js';

const program = (atOther: string): string => `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
appendFileSync(process.argv[2], process.pid + '\\n');
const results = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'strict', version: '1' } },
  'tools/list': { tools: [{ name: 'one', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'done' }] },
  ping: {},
};
let isInitialized = false;
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  isInitialized ||= method === 'initialize';
  if (!isInitialized) ${atOther}
  else if (id !== undefined) say({ id, result: results[method] });
});
`;

/** @param atOther the program's statement at a request before the handshake @returns its process ids so far, oldest first */
async function openProgram(atOther: string): Promise<Gateway & { pids(): Promise<number[]> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-strict-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [script, file] = [join(folder, 'strict.mjs'), join(folder, 'pids')];
  await writeFile(script, program(atOther));
  const problems: string[] = [];
  const gateway = await openGateway(
    // Nobody can wait for half of this, the time within which the first request must be answered.
    { command: process.execPath, args: [script, file], protocol: 'auto', connectTimeoutMs: 600_000 },
    { onProblem: (why) => problems.push(why) },
  );
  expect(problems).toEqual([]);
  return { ...gateway, pids: async () => (await readFile(file, 'utf8')).trim().split('\n').map(Number) };
}

test.each([
  ['ends with an error', 'process.exit(1);'],
  ['ends', 'process.exit(0);'],
  ['throws', "throw new Error('initialize first');"],
])('a program that %s at a request before the handshake is run again, and served', async (_how, atOther) => {
  const { remote, connect, pids } = await openProgram(atOther);
  const client = await connect();

  expect(remote.status).toMatchObject({ state: 'serving', era: 'legacy', revision: '2025-06-18' });
  expect(textOf(await client.callTool('one', {}))).toBe('done');
  expect(await pids()).toHaveLength(2);
});

test('the request is not sent again when the program restarts', async () => {
  const { connect, pids } = await openProgram('process.exit(1);');
  const client = await connect();

  process.kill((await pids())[1]!, 'SIGKILL');

  await expect.poll(async () => (await pids()).length, { timeout: 10_000 }).toBe(3);
  await expect.poll(async () => textOf(await client.callTool('one', {})), { timeout: 10_000 }).toBe('done');
  expect(await pids()).toHaveLength(3);
});

test.each([
  ['null', 'id: null, '],
  ['none', ''],
])('an error whose id is %s answers the only request', async (_what, id) => {
  const error = `say({ ${id}error: { code: -32600, message: 'initialize first' } });`;

  const { remote, pids } = await openProgram(error);

  expect(remote.status).toMatchObject({ state: 'serving', era: 'legacy' });
  expect(await pids()).toHaveLength(1);
});

test('a program that ends at the handshake too is run twice, and no more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-strict-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [script, file] = [join(folder, 'dead.mjs'), join(folder, 'runs')];
  await writeFile(script, `import { appendFileSync } from 'node:fs'; appendFileSync(process.argv[2], 'run\\n');`);

  const { remote } = await openGateway({ command: process.execPath, args: [script, file], protocol: 'auto' });

  expect(remote.status).toMatchObject({
    state: 'failed',
    lastError: { message: expect.stringContaining('ended (exit code 0)') },
  });
  expect(await readFile(file, 'utf8')).toBe('run\nrun\n');
});

test('a socket that closes at a request before the handshake is opened again, and served', async () => {
  let sockets = 0;
  const url = await openScriptedWs(({ method }, _say, socket) => {
    if (method === 'server/discover') socket.close(1008, 'initialize first');
    if (method === 'initialize') sockets++;
  });

  const { remote, connect } = await openGateway({ url, protocol: 'auto' });
  const client = await connect();

  expect(remote.status).toMatchObject({ state: 'serving', era: 'legacy' });
  expect(await client.listTools()).toHaveLength(3);
  expect(sockets).toBe(1);
});
