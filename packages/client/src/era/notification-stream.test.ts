/** A refused notification stream: when it is requested again, and when not. */
import { expect, onTestFinished, test } from 'vitest';
import type { HttpConnection } from '../transports/http-connection.js';
import { openHttpConnection } from '../transports/open-http-pool.js';
import { listen } from '@sigil/test-support/upstream-servers';
import { listenToNotifications, type NotificationStream } from './notification-stream.js';

const limits = { connectTimeoutMs: 5_000, maxConnections: 2, maxMessageBytes: 65_536, allowPrivate: true };

interface NegotiatedConnection {
  readonly connection: HttpConnection;
  readonly stream: NotificationStream;
  readonly told: string[];
}

async function open(status: number): Promise<NegotiatedConnection> {
  const { url } = await listen((_request, response) => response.writeHead(status).end());
  const connection = openHttpConnection({ url: new URL(url), headers: {}, ...limits });
  onTestFinished(() => connection.close());
  const told: string[] = [];
  const listening = new AbortController();
  const { signal } = listening;
  const onStart = (): void => void told.push('start');
  const onAway = (): void => {
    told.push('away');
    listening.abort(new Error('enough'));
  };
  return { connection, told, stream: { headers: {}, signal, onMessage: () => undefined, onStart, onAway } };
}

test.each([401, 403, 404, 405, 501])('listening ends when the upstream answers with %i', async (status) => {
  const { connection, stream, told } = await open(status);

  await expect(listenToNotifications(connection, stream)).rejects.toMatchObject({ status });

  expect(told).toEqual([]);
});

test.each([200, 429, 500, 503])('the signal ends the pause after an answer with %i and no stream', async (status) => {
  const { connection, stream, told } = await open(status);

  await expect(listenToNotifications(connection, stream)).rejects.toThrow('enough');

  expect(told).toEqual(['away']);
});

/** @param status of the answer to the first request for the stream @returns the requests, until the stream begins */
async function listenTwice(status: number): Promise<string[]> {
  const seen: string[] = [];
  const { url } = await listen((request, response) => {
    seen.push(String(request.method));
    if (request.method === 'POST') return response.writeHead(202).end();
    if (seen.length === 1) return response.writeHead(status).end();
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
  });
  const connection = openHttpConnection({ url: new URL(url), headers: {}, ...limits });
  onTestFinished(() => connection.close());
  const listening = new AbortController();
  let told = Promise.resolve();
  const callbacks = {
    onMessage: () => undefined,
    onStart: () => listening.abort(new Error('enough')),
    onAway() {
      seen.push('away');
      // Without a pause, the next request for the stream would come before these are answered.
      told = connection.send('{}', {}).then(() => connection.send('{}', {}));
    },
  };
  const { signal } = listening;
  await expect(listenToNotifications(connection, { headers: {}, signal, ...callbacks })).rejects.toThrow('enough');
  await told;
  return seen;
}

test('listening pauses when the upstream answers without a stream, and then requests the stream again', async () => {
  const statuses = [200, 429, 500, 503];

  const seen = await Promise.all(statuses.map(listenTwice));

  expect(seen).toEqual(statuses.map(() => ['GET', 'away', 'POST', 'POST', 'GET']));
});

/** An answer in place of the stream. */
interface Refusal {
  readonly status: number;
  readonly body: string;
}

/** @param answers ids of the single event of streams that end at once; empty for no event @returns the ids that were named for resuming */
async function listenBehind(answers: readonly (string | Refusal)[]): Promise<(string | undefined)[]> {
  const asked: (string | undefined)[] = [];
  const listening = new AbortController();
  const { url } = await listen((request, response) => {
    asked.push(request.headers['last-event-id'] as string | undefined);
    const answer = answers[asked.length - 1];
    if (answer === undefined) listening.abort(new Error('enough'));
    if (typeof answer !== 'string') return response.writeHead(answer?.status ?? 500).end(answer?.body);
    const id = answer && `id: ${answer}\n`;
    const notice = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${id}data: ${notice}\n\n`);
  });
  const connection = openHttpConnection({ url: new URL(url), headers: {}, ...limits });
  onTestFinished(() => connection.close());
  const told = { onMessage: () => undefined, onStart: () => undefined, onAway: () => undefined };
  await expect(listenToNotifications(connection, { headers: {}, signal: listening.signal, ...told })).rejects.toThrow(
    'enough',
  );
  return asked;
}

test('a reopened stream resumes after the last event that had an id', async () => {
  expect(await listenBehind(['7', '', '9'])).toEqual([undefined, '7', '7', '9']);
});

const error = { jsonrpc: '2.0', error: { code: -32000, message: 'Invalid event ID' }, id: null };

test.each([
  ['without words', ''],
  ['with an error of JSON-RPC', JSON.stringify(error)],
])('a stream starts over when the upstream rejects the event id %s', async (_how, body) => {
  expect(await listenBehind(['7', { status: 400, body }, ''])).toEqual([undefined, '7', undefined, undefined]);
});
