/** Calls that an upstream refuses or fails with an HTTP status: what callers read, and what the operator does. */
import { expect, test } from 'vitest';
import { openGateway, readReceived, resultOf, standardAnswer, textOf } from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

interface Refusing {
  readonly url: string;
  /** The answer to calls; `undefined` for the tool's result. */
  refusal: { readonly status: number; readonly body: string } | undefined;
}

/** Opens an upstream that shows its lists to everybody. */
async function openRefusing(refusal: Refusing['refusal']): Promise<Refusing> {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    if (received.id === undefined) return response.writeHead(202).end();
    const { refusal: refused } = upstream;
    if (received.method === 'tools/call' && refused) {
      return response.writeHead(refused.status, { 'content-type': 'text/plain' }).end(refused.body);
    }
    const answer = standardAnswer(received) ?? resultOf(received.id);
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const upstream: Refusing = { url, refusal };
  return upstream;
}

test.each([
  [500, "TypeError: cannot read 'rows' of undefined at /srv/app/db.js:12"],
  [502, '{"error":{"message":"connect ECONNREFUSED 10.0.0.7:5432"}}'],
  [503, 'pool exhausted: postgres://app:secret@db'],
])('callers read only the status of an upstream that fails with HTTP %i', async (status, body) => {
  const { url } = await openRefusing({ status, body });
  const { connect } = await openGateway({ url, retries: 0 });
  const client = await connect();

  const { isError, content } = await client.callTool('one', {});

  expect(isError).toBe(true);
  expect(textOf({ isError, content })).toBe(`server "up": the server answered with HTTP ${status}`);
});

test('the operator reads the reason of an upstream that fails while its lists are read', async () => {
  const { url } = await listen((_request, response) => response.writeHead(500).end('the database is away'));

  const { remote } = await openGateway({ url });

  expect(remote.status.lastError?.message).toBe('the server answered with HTTP 500: the database is away');
});

test('after a call is answered 401, the state is unauthorized until a call is answered', async () => {
  const upstream = await openRefusing({ status: 401, body: 'token expired' });
  const { remote, connect } = await openGateway({ url: upstream.url, retries: 0, healthMs: 100 });
  const client = await connect();
  const before = remote.status.state;

  await client.callTool('one', {});
  const refused = remote.status;
  await expect.poll(() => remote.status.listedAt, { timeout: 10_000 }).not.toBe(refused.listedAt);
  const readAgain = remote.status.state;
  upstream.refusal = undefined;
  await client.callTool('one', {});

  expect([before, refused.state, readAgain]).toEqual(['serving', 'unauthorized', 'unauthorized']);
  expect(refused.lastError?.message).toBe('the server refused the request (HTTP 401): token expired');
  await expect.poll(() => remote.status.state).toBe('serving');
});

test('a call that is answered 403 concerns its tool, and leaves the state', async () => {
  const { url } = await openRefusing({ status: 403, body: 'not this one' });
  const { remote, connect } = await openGateway({ url });
  const client = await connect();

  await client.callTool('one', {});

  expect(remote.status.state).toBe('serving');
});
