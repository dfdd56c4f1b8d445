import { expect, test, vi } from 'vitest';
import { RawSession, textOf, type RawAnswer, type RawEvent } from './raw-session.test-support.js';
import { goOn, hearTasks, openSharedReplicas, type SharedReplicas } from './shared-replicas.test-support.js';

interface Pair extends SharedReplicas {
  /** The endpoint of each replica, without the proxy. */
  readonly one: string;
  readonly other: string;
  /** Stops Redis, and waits until both replicas have noticed. */
  beginOutage(): Promise<void>;
  /** Continues Redis with all its data, and waits until both replicas use it again. */
  endOutage(): Promise<void>;
}

async function openPair(environment: NodeJS.ProcessEnv = {}): Promise<Pair> {
  const shared = await openSharedReplicas(2, environment);
  const [one = '', other = ''] = shared.replicas.map(({ url }) => `${url}/mcp/shared`);
  const countOf = (text: string): number => shared.log.filter((line) => line.includes(text)).length;
  const noticed = async (text: string, before: number): Promise<void> => {
    await vi.waitFor(() => expect(countOf(text)).toBeGreaterThanOrEqual(before + 2), { timeout: 15_000 });
  };
  return {
    ...shared,
    one,
    other,
    async beginOutage() {
      const before = countOf('is away');
      shared.redis.freeze();
      await noticed('is away', before);
    },
    async endOutage() {
      const before = countOf('serves: ');
      shared.redis.thaw();
      await noticed('serves: ', before);
    },
  };
}

/** Begins a call that has reported its first progress, at a replica. */
async function beginSlow(
  session: RawSession,
  url: string,
): Promise<{ stream: RawAnswer; first: RawEvent | undefined }> {
  const stream = await session.call(url, 'slow');
  const first = await stream.next();
  expect(first?.message?.params?.progress).toBe(1);
  return { stream, first };
}

const finished = [
  expect.objectContaining({ message: expect.objectContaining({ params: expect.objectContaining({ progress: 2 }) }) }),
  expect.anything(),
];

test.each(['one', 'other'] as const)(
  'a call that ends during an outage is answered afterwards, resumed at the %s replica',
  async (where) => {
    const pair = await openPair();
    const session = await RawSession.open(pair.one);
    const { stream, first } = await beginSlow(session, pair.one);
    stream.leave();

    await pair.beginOutage();
    goOn();
    const during = await session.listen(pair[where], first?.id);
    await pair.endOutage();
    const resumed = await session.listen(pair[where], first?.id);
    const rest = await resumed.rest();

    expect([during.status, during.headers.get('retry-after')]).toEqual([503, '1']);
    expect(rest).toEqual(finished);
    expect(textOf(rest.at(-1))).toBe('finished');
  },
  60_000,
);

test('a stream that was resumed elsewhere before an outage gets the answer afterwards', async () => {
  const pair = await openPair();
  const session = await RawSession.open(pair.one);
  const { stream, first } = await beginSlow(session, pair.one);
  stream.leave();
  const resumed = await session.listen(pair.other, first?.id);

  await pair.beginOutage();
  goOn();
  await pair.endOutage();
  const rest = await resumed.rest();

  expect(resumed.status).toBe(200);
  expect(rest).toEqual(finished);
  expect(textOf(rest.at(-1))).toBe('finished');
}, 60_000);

test('a call that begins during an outage can be resumed afterwards', async () => {
  const pair = await openPair();
  const session = await RawSession.open(pair.one);
  await pair.beginOutage();
  const { stream, first } = await beginSlow(session, pair.one);
  stream.leave();

  await pair.endOutage();
  goOn();
  const rest = await vi.waitFor(
    async () => {
      const resumed = await session.listen(pair.other, first?.id);
      expect(resumed.status).toBe(200);
      return resumed.rest();
    },
    { timeout: 10_000 },
  );

  expect(rest).toEqual(finished);
}, 60_000);

test.each(['one', 'other'] as const)(
  'a resumed stream says which events are missing in it, at the %s replica',
  async (where) => {
    const pair = await openPair();
    const session = await RawSession.open(pair.one);
    const { stream, first } = await beginSlow(session, pair.one);
    goOn();
    const [second, last] = await stream.rest();
    const [key = ''] = await pair.redis.command('KEYS', '*:events:*');
    const numberOf = (event: RawEvent | undefined): number => Number(event?.id?.split('-')[1]);
    // As if it could not have been stored.
    await pair.redis.command('XDEL', key, `${numberOf(second)}-0`);

    const resumed = await (await session.listen(pair[where], first?.id)).rest();

    const gap = { from: numberOf(second), to: numberOf(second) };
    expect(resumed.map(({ id }) => id)).toEqual([second?.id, last?.id]);
    expect(resumed[0]?.message).toMatchObject({ error: { code: -32603, data: { missing: gap } } });
    expect(resumed[0]?.message).not.toHaveProperty('id');
    expect(textOf(resumed[1])).toBe('finished');
    expect(await (await session.listen(pair[where], second?.id)).rest()).toEqual([last]);
  },
  60_000,
);

test('an answer to a question that cannot reach its replica is refused, and counts when it is sent again', async () => {
  const pair = await openPair();
  const session = await RawSession.open(pair.one, { elicitation: {} });
  const stream = await session.call(pair.one, 'ask');
  const question = await stream.next();
  const answer = { jsonrpc: '2.0', id: question?.message?.id, result: { action: 'accept', content: { city: 'Rome' } } };
  // The other replica knows the session from before.
  await session.request(pair.other, 'ping');

  await pair.beginOutage();
  const refused = await session.post(pair.other, answer);
  await pair.endOutage();
  const accepted = await vi.waitFor(async () => {
    const { status } = await session.post(pair.other, answer);
    expect(status).toBe(202);
    return status;
  }, 20_000);

  expect([refused.status, refused.headers.get('retry-after'), accepted]).toEqual([503, '1', 202]);
  expect(textOf(await stream.next())).toBe('Rome');
}, 60_000);

test('an answer that was lost on its way is refused, not accepted', async () => {
  const pair = await openPair();
  const session = await RawSession.open(pair.one, { elicitation: {} });
  const stream = await session.call(pair.one, 'ask');
  const question = await stream.next();
  const answer = { jsonrpc: '2.0', id: question?.message?.id, result: { action: 'accept', content: { city: 'Rome' } } };

  // Nobody hears of letters until the replicas have subscribed again.
  await pair.redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
  const statuses: number[] = [];
  await vi.waitFor(
    async () => {
      statuses.push((await session.post(pair.other, answer)).status);
      expect(statuses.at(-1)).toBe(202);
    },
    { timeout: 10_000 },
  );

  expect(new Set(statuses.slice(0, -1)).size).toBeLessThanOrEqual(1);
  expect(statuses.slice(0, -1).every((status) => status === 503)).toBe(true);
  expect(textOf(await stream.next())).toBe('Rome');
}, 60_000);

test('a cancellation that cannot reach the call is refused; one of a call here needs no store', async () => {
  const pair = await openPair();
  const session = await RawSession.open(pair.one);
  await session.request(pair.other, 'ping');
  const { stream } = await beginSlow(session, pair.one);
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } };

  await pair.beginOutage();
  const elsewhere = await session.post(pair.other, cancel);
  const here = await session.post(pair.one, cancel);
  const rest = await stream.rest();
  await pair.endOutage();

  expect([elsewhere.status, here.status]).toEqual([503, 202]);
  expect(rest).toEqual([]);
}, 60_000);

test('a subscription and a log level that a client sets during an outage are shared afterwards', async () => {
  const pair = await openPair();
  const session = await RawSession.open(pair.one);

  await pair.beginOutage();
  const subscribed = await session.request(pair.one, 'resources/subscribe', { uri: 'meter://now' });
  const leveled = await session.request(pair.one, 'logging/setLevel', { level: 'error' });
  await pair.endOutage();

  expect([await subscribed.json(), await leveled.json()]).toMatchObject([{ result: {} }, { result: {} }]);
  await vi.waitFor(async () => {
    const [key = ''] = await pair.redis.command('KEYS', '*:session:*');
    const kept = await pair.redis.command('HGETALL', key);
    expect(kept).toEqual(expect.arrayContaining(['resource:meter://now', 'logLevel', 'error']));
  }, 20_000);
}, 60_000);

test('an update of a resource during an outage reaches clients of the other replica afterwards', async () => {
  const pair = await openPair();
  const session = await RawSession.open(pair.other);
  await session.request(pair.other, 'resources/subscribe', { uri: 'meter://now' });
  const listening = await session.listen(pair.other);
  const measuring = await RawSession.open(pair.one);

  await pair.beginOutage();
  await measuring.call(pair.one, 'measure');
  await pair.endOutage();

  expect(await listening.next()).toMatchObject({ message: { method: 'notifications/resources/updated' } });
}, 60_000);

test('a task that ends during an outage has its result afterwards, at every replica', async () => {
  const pair = await openPair();
  const heard = hearTasks();
  const session = await RawSession.open(pair.one);
  const created = await session.request(pair.one, 'tools/call', { name: 'long', arguments: {}, task: { ttl: 60_000 } });
  const { result } = await created.json();
  const taskId = String(result?.task?.taskId);
  await vi.waitFor(() => expect(heard).toHaveLength(1), 20_000);

  await pair.beginOutage();
  goOn();
  const during = await session.request(pair.other, 'tasks/get', { taskId });
  await pair.endOutage();

  expect((await during.json()).error).toBeDefined();
  for (const url of [pair.one, pair.other]) {
    await vi.waitFor(async () => {
      const found = await (await session.request(url, 'tasks/get', { taskId })).json();
      expect(found.result).toMatchObject({ status: 'completed' });
    }, 10_000);
  }
}, 60_000);

test('a session is ended only where the store can tell the other replicas', async () => {
  const pair = await openPair();
  const session = await RawSession.open(pair.one);
  await session.request(pair.other, 'ping');

  await pair.beginOutage();
  const refused = await session.delete(pair.one);
  const during = await session.request(pair.one, 'ping');
  await pair.endOutage();
  const ended = await session.delete(pair.one);

  expect([refused.status, refused.headers.get('retry-after'), during.status, ended.status]).toEqual([
    503,
    '1',
    200,
    204,
  ]);
  await vi.waitFor(async () => expect((await session.request(pair.other, 'ping')).status).toBe(404), 20_000);
}, 60_000);

test('calls of a known session are served during an outage, and their rate is counted by each process', async () => {
  const pair = await openPair();
  const session = await RawSession.open(pair.one);

  await pair.beginOutage();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => session.request(pair.one, 'tools/call', { name: 'who' })),
  );
  await pair.endOutage();

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}, 60_000);

test('a long result is kept and read during an outage', async () => {
  const pair = await openPair();
  const session = await RawSession.open(pair.one);

  await pair.beginOutage();
  const recited = await (await session.request(pair.one, 'tools/call', { name: 'recite' })).json();
  const uri = /cid:\/\/\w+/.exec(JSON.stringify(recited))?.[0];
  const read = await (await session.request(pair.one, 'resources/read', { uri: `${uri}/1` })).json();
  await pair.endOutage();

  expect(uri).toBeDefined();
  expect(JSON.stringify(read)).toContain('a word');
}, 60_000);

test('writes that wait for the store are counted', async () => {
  const pair = await openPair({ MCP_METRICS: 'true' });
  const session = await RawSession.open(pair.one);
  const waitingIn = async (): Promise<number[]> => {
    const text = await (await fetch(new URL('/metrics', pair.one))).text();
    return ['events', 'writes'].map((kind) =>
      Number(new RegExp(`sigil_store_waiting{kind="${kind}"} (\\d+)`).exec(text)?.[1]),
    );
  };
  const { stream } = await beginSlow(session, pair.one);

  await pair.beginOutage();
  await session.request(pair.one, 'logging/setLevel', { level: 'error' });
  goOn();
  await stream.rest();
  const during = await waitingIn();
  await pair.endOutage();

  expect(during).toEqual([2, 1]);
  await vi.waitFor(async () => expect(await waitingIn()).toEqual([0, 0]), 20_000);
}, 60_000);
