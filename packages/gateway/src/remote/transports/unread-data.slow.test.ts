/** Upstreams that do not read their messages, over a pipe and over a WebSocket. */
import { once } from 'node:events';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AddressInfo } from 'node:net';
import { openRemote } from '../open-remote.js';
import { type Connection, StdioConnection, WsConnection } from '@sigil/client/internal';

const patient = { timeout: 20_000 };
const limits = { maxMessageBytes: 1_048_576, maxBufferedBytes: 65_536, healthMs: 60_000 };
const notice = '{"jsonrpc":"2.0","method":"notifications/afterwards"}';

interface Opened {
  readonly connection: Connection;
  /** Makes the upstream read. @returns everything that it received */
  read(): Promise<readonly string[]>;
  readonly ended: Promise<Error>;
}

/** Opens a program that reads when it gets a signal. */
async function openProgram(own: Partial<typeof limits> = {}): Promise<Opened> {
  const seen: string[] = [];
  let pid = 0;
  const reader = `process.on('SIGUSR2', () => process.stdin.pipe(process.stdout)); setInterval(() => undefined, 1000);
    process.stderr.write(process.pid + '\\n');`;
  const program = {
    command: process.execPath,
    args: ['-e', reader],
    cwd: undefined,
    environment: {},
    killGraceMs: 100,
  };
  let connection!: StdioConnection;
  const ended = new Promise<Error>((resolve) => {
    connection = new StdioConnection(
      { ...program, ...limits, ...own },
      {
        onMessage: ({ method }) => seen.push(method),
        onEnd: resolve,
        onLog: (line) => (pid ||= Number(line)),
      },
    );
  });
  onTestFinished(() => connection.close());
  await expect.poll(() => pid, patient).toBeGreaterThan(0);
  const read = async (): Promise<readonly string[]> => (process.kill(pid, 'SIGUSR2'), seen);
  return { connection, read, ended };
}

async function openSocket(): Promise<Opened> {
  const seen: string[] = [];
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'mcp' });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const connected = once(server, 'connection') as Promise<[WebSocket]>;
  const url = new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  let connection!: WsConnection;
  const ended = new Promise<Error>((resolve) => {
    const how = { url, headers: {}, connectTimeoutMs: 5_000, allowPrivate: true, ...limits };
    connection = new WsConnection(how, { onMessage: () => undefined, onEnd: resolve });
  });
  onTestFinished(() => connection.close());
  const [socket] = await connected;
  socket.pause();
  socket.on('message', (data: Buffer) => seen.push(String((JSON.parse(String(data)) as { method: string }).method)));
  return { connection, ended, read: async () => (socket.resume(), seen) };
}

/** Sends requests of 100 kB until one fails; none of the others has an answer before that. */
async function fill(connection: Connection): Promise<{ sent: number; error: unknown }> {
  const params = { text: 'x'.repeat(100_000) };
  for (let sent = 0; sent < 500; sent++) {
    const text = JSON.stringify({ jsonrpc: '2.0', id: sent, method: 'tools/call', params });
    const answer = connection.request({ id: sent, text, headers: {}, onMessage: () => undefined });
    const failed = Promise.resolve(answer).then(
      () => 'answered',
      (error: unknown) => ({ error }),
    );
    const first = await Promise.race([failed, new Promise((resolve) => setTimeout(resolve, 2))]);
    if (first !== undefined) return { sent, error: (first as { error?: unknown }).error };
  }
  return { sent: 500, error: undefined };
}

test.each([
  ['a program', openProgram],
  ['a WebSocket', openSocket],
])(
  'over %s, messages beyond maxBufferedBytes are rejected until the upstream reads',
  async (_name, open) => {
    const { connection, read } = await open();

    const { sent, error } = await fill(connection);
    const noticed = connection.send(notice, {});

    const expected = { failure: 'busy', mayHaveRun: false, message: expect.stringContaining('65536 bytes') };
    expect(error).toMatchObject(expected);
    await expect(noticed).rejects.toMatchObject(expected);
    const seen = await read();
    await expect.poll(() => seen.length, patient).toBe(sent);
    await expect.poll(() => connection.send(notice, {}).then(() => true), patient).toBe(true);
    await expect.poll(() => seen.at(-1), patient).toBe('notifications/afterwards');
    expect(seen.filter((method) => method === 'tools/call')).toHaveLength(sent);
  },
  60_000,
);

test('a program with a full buffer that neither reads nor writes for healthMs is ended', async () => {
  const { connection, ended } = await openProgram({ healthMs: 300 });

  await fill(connection);

  expect(await ended).toMatchObject({ failure: 'broken', message: expect.stringContaining('reads nothing any more') });
});

test('a program that hangs is restarted, and calls beyond maxBufferedBytes fail', async () => {
  const program = `
    const results = {
      initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'hanging', version: '1' } },
      'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'seen' }] },
    };
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (params?.arguments?.hang) for (;;);
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
    });`;
  const problems: string[] = [];
  const own = { name: 'up', client: { name: 'sigil', version: '0' }, onProblem: (why: string) => problems.push(why) };
  const sizes = { maxBufferedBytes: 65_536, healthMs: 2_000, timeoutMs: 20_000, listTimeoutMs: 2_000 };
  const command = { command: process.execPath, args: ['-e', program], protocol: 'legacy', killGraceMs: 100 };
  const remote = openRemote({ ...command, ...sizes }, own);
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => client.close());

  const calls = [client.callTool('look', { hang: true })];
  for (let count = 0; count < 30; count++) calls.push(client.callTool('look', { text: 'x'.repeat(100_000) }));
  const answers = (await Promise.all(calls)) as { isError?: boolean; content: readonly { text: string }[] }[];

  await expect.poll(() => problems, patient).toContain('the program of the server reads nothing any more');
  expect(answers.some(({ content }) => content[0]?.text.includes('limit maxBufferedBytes'))).toBe(true);
  await expect.poll(async () => (await client.callTool('look')).content, patient).toMatchObject([{ text: 'seen' }]);
});
