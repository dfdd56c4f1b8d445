/**
 * Tests every tool of the benchmark's server under load and with bad arguments, and its limits, over
 * the wire: no client receives another's answers.
 */
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HttpConnection, messageIn } from './load/http-connection.mjs';
import { callOf, checkAnswer, headersOf, initialize, messageOf, postOf, type Mode } from './load/messages.mjs';
import { buildWork } from './served-tools/build-work.mjs';
import { startSubject, subjects, type Running } from './measuring/subjects.mjs';

const ours = subjects.find(({ name }) => name === 'sigil')!;
const modes: readonly Mode[] = ['legacy', 'stateless', 'modern'];
const servers = new Map<Mode, Running>();

beforeAll(async () => {
  await buildWork({ tools: 3, progress: true });
  for (const stateless of [false, true]) {
    servers.set(stateless ? 'stateless' : 'legacy', await startSubject(ours, { stateless, progress: true }));
  }
  servers.set('modern', servers.get('legacy')!);
});
afterAll(() => Promise.all([...new Set(servers.values())].map(({ stop }) => stop())));

interface Peer {
  readonly http: HttpConnection;
  readonly session: string | undefined;
}

async function connect(mode: Mode, protocolVersion?: string): Promise<Peer> {
  const http = new HttpConnection(servers.get(mode)!.port);
  if (mode !== 'legacy') return { http, session: undefined };
  const params = { ...initialize.params, ...(protocolVersion === undefined ? {} : { protocolVersion }) };
  const { head } = await http.send(postOf({ ...initialize, params }, {}));
  return { http, session: /\r\nmcp-session-id: ([^\r]+)/.exec(head)?.[1] };
}

function post({ http, session }: Peer, mode: Mode, message: ReturnType<typeof messageOf>) {
  return http.send(postOf(message, headersOf(mode, message, session)));
}

describe.each(modes)('clients in %s mode', (mode) => {
  test('get their own answers from every tool when 64 of them call at once', async () => {
    let lastId = 0;
    const run = async (): Promise<number> => {
      const peer = await connect(mode);
      for (let turn = 0; turn < 15; turn++) {
        const id = ++lastId;
        const message = messageOf(mode, { id, method: 'tools/call', params: callOf(3, id) });
        checkAnswer(messageIn(await post(peer, mode, message)), message);
      }
      peer.http.close();
      return 15;
    };

    const answered = await Promise.all(Array.from({ length: 64 }, run));

    expect(answered.reduce((sum, count) => sum + count)).toBe(960);
  });

  test('get the progress of their own calls only, in order', async () => {
    const run = async (token: number): Promise<void> => {
      const peer = await connect(mode);
      const params = { name: 'progress', arguments: { count: 50 }, _meta: { progressToken: token } };
      const { body } = await post(peer, mode, messageOf(mode, { id: token, method: 'tools/call', params }));
      peer.http.close();

      const told = [...body.matchAll(/"progressToken":(\d+),"progress":(\d+)/g)].map(([, ...parts]) =>
        parts.map(Number),
      );
      expect(told).toEqual(Array.from({ length: 50 }, (_, at) => [token, at + 1]));
    };

    await Promise.all(Array.from({ length: 16 }, (_, at) => run(at + 1)));
  });

  // The revision of these legacy clients answers bad arguments with an error, the newest with a failure that the model reads.
  test.each<[string, object]>([
    ['echo', {}],
    ['add', { a: 1 }],
    ['add', { a: 'one', b: 2 }],
    ['add', { a: null, b: 2 }],
    ['add', { a: 1, b: 2, c: 3 }],
    ['search', { query: 5 }],
    ['search', { query: 'x', limit: 1.5 }],
    ['search', { query: 'x', limit: 'ten' }],
    ['search', { query: 'x', filters: [] }],
    ['search', { query: 'x', filters: { tags: {} } }],
    ['search', { query: 'x', filters: { tags: [1] } }],
    ['search', { query: 'x', filters: { minScore: {} } }],
    ['search', { query: 'x', filters: { other: 1 } }],
    ['progress', { count: [] }],
  ])('get an error for the invalid arguments of %s: %j', async (name, args) => {
    const peer = await connect(mode);
    const message = messageOf(mode, { id: 1, method: 'tools/call', params: { name, arguments: args } });

    const answer = JSON.parse((await post(peer, mode, message)).body);
    peer.http.close();

    if (mode === 'modern') expect(answer).toMatchObject({ id: 1, result: { isError: true } });
    else expect(answer).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(JSON.stringify(answer)).toMatch(/must|unknown|missing|not/);
  });
});

describe('sessions', () => {
  test('do not cancel a call with the same id in another session', async () => {
    const [caller, other] = [await connect('legacy'), await connect('legacy')];
    const call = messageOf('legacy', {
      id: 7,
      method: 'tools/call',
      params: { name: 'progress', arguments: { count: 20_000 } },
    });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };

    const answer = post(caller, 'legacy', call);
    const cancelled = await post(other, 'legacy', cancel);

    expect(cancelled.status).toBe(202);
    expect(messageIn(await answer)).toMatchObject({ id: 7, result: { isError: false } });
    for (const { http } of [caller, other]) http.close();
  });

  test('accept a batch up to the limit and reject a longer or an empty batch', async () => {
    const peer = await connect('legacy', '2025-03-26');
    const batchOf = (length: number) =>
      Array.from({ length }, (_, id) => messageOf('legacy', { id, method: 'tools/call', params: callOf(3, 3 * id) }));
    const headers = { 'Mcp-Session-Id': peer.session ?? '', 'MCP-Protocol-Version': '2025-03-26' };

    const good = await peer.http.send(postOf(batchOf(100), headers));
    const long = await peer.http.send(postOf(batchOf(101), headers));
    const empty = await peer.http.send(postOf([], headers));
    peer.http.close();

    const answers = JSON.parse(good.body) as { id: number }[];
    batchOf(100).forEach((message) =>
      checkAnswer(
        answers.find(({ id }) => id === message.id),
        message,
      ),
    );
    const refusals = JSON.parse(long.body) as { id: number; error: { message: string } }[];
    expect(long.status).toBe(400);
    expect(refusals.map(({ id }) => id)).toEqual(batchOf(101).map(({ id }) => id));
    for (const { error } of refusals) expect(error.message).toContain('maxBatchLength');
    expect(empty.status).toBe(400);
  });

  test('have a stream limit each, which leaves other sessions their streams', async () => {
    const { http, session } = await connect('legacy');
    const listen = async (id: string | undefined): Promise<IncomingMessage> => {
      const headers = { Accept: 'text/event-stream', 'Mcp-Session-Id': id ?? '' };
      const listening = request({ port: servers.get('legacy')!.port, path: '/mcp', headers, agent: false }).end();
      const [response] = (await once(listening, 'response')) as [IncomingMessage];
      return response;
    };

    const open: IncomingMessage[] = [];
    for (let at = 0; at < 16; at++) open.push(await listen(session));
    const refused = await listen(session);
    const other = await connect('legacy');
    open.push(await listen(other.session));

    expect(open.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 17 }, () => 200));
    expect(refused.statusCode).toBe(429);
    for (const response of [...open, refused]) response.destroy();
    for (const it of [http, other.http]) it.close();
  });

  test('are limited with 503 and Retry-After, and clients without sessions are still served', async () => {
    const http = new HttpConnection(servers.get('legacy')!.port);
    const statuses: number[] = [];
    let head = '';
    for (let at = 0; at < 1_001; at++) {
      const answer = await http.send(postOf(initialize, {}));
      statuses.push(answer.status);
      head = answer.head;
    }
    http.close();

    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(head).toMatch(/^http\/1\.1 503 [^]*\r\nretry-after: 60/);
    const peer = await connect('modern');
    const message = messageOf('modern', { id: 1, method: 'tools/call', params: callOf(3, 0) });
    checkAnswer(messageIn(await post(peer, 'modern', message)), message);
    peer.http.close();
  });
});
