/** A stream of news that is refused: when the upstream is asked again, and when it is not. */
import { expect, onTestFinished, test } from 'vitest';
import { HttpConnection } from '../connect/http-connection.js';
import { listen } from '../upstreams.test-support.js';
import { listenToNews, type NewsStream } from './news-stream.js';

const limits = { connectTimeoutMs: 5_000, maxConnections: 2, maxMessageBytes: 65_536, allowPrivate: true };

interface Opened {
  readonly connection: HttpConnection;
  readonly stream: NewsStream;
  readonly told: string[];
}

async function open(status: number): Promise<Opened> {
  const { url } = await listen((_request, response) => response.writeHead(status).end());
  const connection = new HttpConnection({ url: new URL(url), headers: {}, ...limits });
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

test.each([401, 403, 404, 405, 501])('an upstream that answers with %i has no stream', async (status) => {
  const { connection, stream, told } = await open(status);

  await expect(listenToNews(connection, stream)).rejects.toMatchObject({ status });

  expect(told).toEqual([]);
});

test.each([200, 429, 500, 503])('an upstream that answers with %i and no stream is asked again', async (status) => {
  const { connection, stream, told } = await open(status);

  // Listening ends in the pause, which the signal ends too.
  await expect(listenToNews(connection, stream)).rejects.toThrow(/abort/i);

  expect(told).toEqual(['away']);
});
