/**
 * A contract of what every HTTP server must withstand: one table of hostile requests, sent byte by byte. Each refusal is
 * checked for its status, its code and leaks.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodCall, openHostileSession, postOf, type ClientKind } from './good-requests.js';
import { modernClaims, sessionClaims, sessionlessClaims } from './hostile-claims.data.js';
import { hostileMessages, type HostileMessage } from './hostile-messages.data.js';
import { hostileBytes, hostileRequests, type HostileRequest } from './hostile-requests.data.js';
import { judgeMessage, leaks } from './judge-answer.js';
import { exchangeRaw, openRaw, readAnswers, writeRequest, type RawAnswer, type RawRequest } from './raw-http.js';

/** The resources that a server holds at the moment. */
export interface Leftovers {
  /** Measured after a garbage collection. */
  readonly heapBytes: number;
  /** Connections, timers and the like that keep its process running. */
  readonly handles: number;
}

/** A server with default limits at `/mcp`, on 127.0.0.1, with the tool `echo(message: string)`. */
export interface HostileTarget {
  readonly port: number;
  /** Whether it has pages for people beside the endpoint; they answer no POST. */
  readonly hasPages?: boolean;
  /** Absent where the server shares its process with the test. */
  measure?(): Promise<Leftovers>;
  /** Returns the number of internal faults that the server reported to its operator. */
  countFaults(): Promise<number>;
  close(): Promise<void>;
}

/** More than caches and compiled code still grow in a second pass, and far less than one kept request per refusal. */
const mostGrowthBytes = 512 * 1024;

const claims: Readonly<Record<ClientKind, readonly HostileRequest[]>> = {
  modern: modernClaims,
  session: sessionClaims,
  sessionless: sessionlessClaims,
};

/**
 * Declares the suite for one server; call it at the top of a test file.
 *
 * @param sessions how the server serves clients with a handshake
 */
export function runHostileHttp(
  name: string,
  sessions: 'stateful' | 'stateless',
  open: () => Promise<HostileTarget>,
): void {
  const kinds: readonly ClientKind[] = ['modern', sessions === 'stateful' ? 'session' : 'sessionless'];

  describe(`hostile requests to ${name}`, () => {
    let target: HostileTarget;
    beforeAll(async () => void (target = await open()));
    afterAll(() => target.close());

    describe.each(kinds)('from a %s client', (kind) => {
      let sessionId: string | undefined;
      beforeAll(async () => void (sessionId = kind === 'session' ? await openHostileSession(target.port) : undefined));

      const client: Client = {
        post: (body) => postOf(body, kind, sessionId),
        call: (id) => goodCall(kind, id),
        exchange: (bytes, most) => exchangeRaw(target.port, bytes, most),
        connect: () => openRaw(target.port),
        get hasPages() {
          return target.hasPages ?? false;
        },
      };
      declareRequests(client, claims[kind]);
      declareMessages(client, kind);
      declarePipelines(client);
      declareSlowAndLeaving(client);
      test('repeating all requests leaks neither handles nor memory', async ({ skip }) => {
        const { measure } = target;
        if (!measure) return skip('the server shares its process with this test');
        await repeatAll(client, kind);
        const before = await measure();
        await repeatAll(client, kind);
        // A server notices only a moment later that a client has left.
        await expect.poll(async () => (await measure()).handles).toBe(before.handles);

        expect((await measure()).heapBytes - before.heapBytes).toBeLessThan(mostGrowthBytes);
      });

      test('a valid call is answered after all hostile requests', async () => {
        expect(await echoed(client)).toBe('hi');
      });
    });

    test.each(hostileBytes)('%s is answered with 400, and the connection is closed', async (_title, bytes) => {
      const [answer] = await exchangeRaw(target.port, bytes);

      expect(answer?.status).toBe(400);
      expect(leaks(answer?.body ?? '')).toBeUndefined();
    });

    test('no hostile request is reported as an internal fault', async () => {
      expect(await target.countFaults()).toBe(0);
    });
  });
}

interface Client {
  post(body: string | Uint8Array): RawRequest;
  call(id?: string): JsonObject;
  exchange(bytes: Uint8Array, most?: number): Promise<RawAnswer[]>;
  connect(): ReturnType<typeof openRaw>;
  readonly hasPages: boolean;
}

function declareRequests(client: Client, own: readonly HostileRequest[]): void {
  const { post, call, exchange } = client;
  test.each([...hostileRequests, ...own])('$title is answered with $status', async ({ change, code, ...expected }) => {
    const request = change(post(JSON.stringify(call())));
    const status = client.hasPages ? (expected.statusOfPage ?? expected.status) : expected.status;

    const [answer] = await exchange(writeRequest(request), 1);

    expect(answer?.status ?? 0).toBe(status);
    expect(leaks(JSON.stringify([...(answer?.headers ?? [])]) + (answer?.body ?? ''))).toBeUndefined();
    if (code !== undefined) expect(JSON.parse(answer?.body ?? '')).toMatchObject({ error: { code } });
  });
}

function declareMessages({ post, call, exchange }: Client, kind: ClientKind): void {
  test.each(hostileMessages)('a hostile body ($title) is answered with $outcome', async (message) => {
    const [answer] = await exchange(writeRequest(post(message.write(call()))));

    expect(answer?.status).toBe(statusOf(message, kind));
    judgeMessage(answer?.body ?? '', message);
  });

  test('an empty body is rejected as invalid JSON', async () => {
    const [answer] = await exchange(writeRequest(post('')));

    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('-32700') as string });
  });
}

function statusOf({ outcome }: HostileMessage, kind: ClientKind): number {
  if (outcome === -32700 || outcome === -32600) return 400;
  return outcome === -32601 && kind === 'modern' ? 404 : 200;
}

function bytesOf({ post, call }: Client, id: string, isLast: boolean): Buffer {
  return writeRequest(post(JSON.stringify(call(id))), isLast);
}

function declarePipelines(client: Client): void {
  const { post, exchange } = client;
  const ids = Array.from({ length: 50 }, (_, at) => `pipelined ${at}`);

  test('pipelined requests are answered in order', async () => {
    const answers = await exchange(Buffer.concat(ids.map((id, at) => bytesOf(client, id, at === ids.length - 1))));

    expect(answers.map(idOf)).toEqual(ids);
  });

  test('an invalid request between pipelined requests is rejected in order', async () => {
    const bad = writeRequest(post('{'), false);

    const answers = await exchange(
      Buffer.concat([bytesOf(client, 'first', false), bad, bytesOf(client, 'last', true)]),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(answers.map(idOf)).toEqual(['first', undefined, 'last']);
  });

  test('garbage after a body closes the connection, and the next request is not answered', async () => {
    const answers = await exchange(
      Buffer.concat([bytesOf(client, 'first', false), Buffer.from('garbage\r\n\r\n'), bytesOf(client, 'second', true)]),
    );

    // node:http answers the garbage with 400 unless the first answer has begun; then it closes.
    expect([[200], [400], [200, 400]]).toContainEqual(answers.map(({ status }) => status));
  });
}

function declareSlowAndLeaving(client: Client): void {
  const { exchange, connect } = client;

  test('a client that half-closes its connection after the request gets the response', async () => {
    const socket = await connect();
    const answers = readAnswers(socket);

    socket.end(bytesOf(client, 'half-closed', false));

    expect((await answers).map(idOf)).toEqual(['half-closed']);
  });

  test('a request that arrives byte by byte is answered', async () => {
    const socket = await connect();
    const answers = readAnswers(socket);

    for (const byte of bytesOf(client, 'slow', true)) {
      await new Promise<void>((resolve) => void socket.write(Uint8Array.of(byte), () => resolve()));
    }

    expect((await answers).map(idOf)).toEqual(['slow']);
  });

  test('a request is answered after other clients disconnected during theirs or before the response', async () => {
    const whole = bytesOf(client, 'leaving', false);
    const cuts = [1, 20, whole.length - 1, whole.length];

    await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const socket = await connect();
        await new Promise<void>((resolve) => void socket.write(whole.subarray(0, cuts[at % 4]), () => resolve()));
        if (at % 2 === 0) socket.resetAndDestroy();
        else socket.destroy();
      }),
    );

    const answers = await exchange(bytesOf(client, 'still here', true));
    expect(answers.map(idOf)).toEqual(['still here']);
  });
}

/** Sends every request and every message of the tables, eight at a time. */
async function repeatAll({ post, call, exchange }: Client, kind: ClientKind): Promise<void> {
  const good = post(JSON.stringify(call()));
  const requests = [
    ...[...hostileRequests, ...claims[kind]].map(({ change }) => change(good)),
    ...hostileMessages.map(({ write }) => post(write(call()))),
  ];
  const send = async (): Promise<void> => {
    for (let next = requests.pop(); next; next = requests.pop()) await exchange(writeRequest(next), 1);
  };
  await Promise.all(Array.from({ length: 8 }, send));
}

async function echoed({ post, call, exchange }: Client): Promise<unknown> {
  const [answer] = await exchange(writeRequest(post(JSON.stringify(call()))));
  const { result } = JSON.parse(answer?.body ?? '') as { result?: { content?: readonly { text?: string }[] } };
  return result?.content?.[0]?.text;
}

function idOf({ body }: RawAnswer): unknown {
  const answer: unknown = JSON.parse(body);
  return isJsonObject(answer) ? answer['id'] : undefined;
}
