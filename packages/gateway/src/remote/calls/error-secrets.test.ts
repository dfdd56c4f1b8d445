/** Upstreams that repeat the secrets that they were sent. */
import { McpError } from '@sigil/core';
import { RelayedError } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { openGateway, readReceived, resultOf, standardAnswer } from '../scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';
import { ErrorSecrets } from './error-secrets.js';

const key = 'sk-proj-0123456789';
const environment = { UP_KEY: key, UP_REGION: 'eu', UP_QUOTED: 'a"b\\cdefgh', HOME: '/home/of-nobody' };

/** Opens an upstream whose tools `one` and `two` fail, and whose `three` succeeds, each repeating what it was sent. */
async function openRepeating(): Promise<string> {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    if (received.id === undefined) return response.writeHead(202).end();
    const { 'x-key': sent = '', 'x-quoted': quoted = '' } = request.headers;
    const words = `refused "${String(sent)}" and "${String(quoted)}" in eu at /home/of-nobody`;
    const failed = { code: -32_000, message: words, data: { given: [sent] } };
    const { result } = resultOf(received.id, words);
    const answers: Readonly<Record<string, object>> = {
      one: { error: failed },
      two: { result: { ...(result as object), isError: true } },
      three: { result },
    };
    const own = { jsonrpc: '2.0', id: received.id, ...answers[String(received.params['name'])] };
    const answer = received.method === 'tools/call' ? own : standardAnswer(received);
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return url;
}

test('the errors of an upstream do not repeat our secrets to its clients', async () => {
  const headers = { 'x-key': '${UP_KEY}', 'x-quoted': '${UP_QUOTED}', 'x-place': '${UP_REGION} ${HOME}' };
  const { connect } = await openGateway({ url: await openRepeating(), headers }, { environment });
  const client = await connect();

  const refusal = await client.callTool('one', {}).catch((error: unknown) => error);
  const failure = await client.callTool('two', {});

  expect(refusal).toMatchObject({
    code: -32_000,
    message: 'refused "[redacted]" and "[redacted]" in eu at /home/of-nobody',
    data: { given: ['[redacted]'] },
  });
  expect(failure).toMatchObject({ isError: true });
  expect(JSON.stringify(failure)).toContain('[redacted]');
  for (const answer of [JSON.stringify(refusal), String(refusal), JSON.stringify(failure)]) {
    expect(answer).not.toContain(key);
    expect(answer).not.toContain('cdefgh');
  }
});

test('a result that is no error keeps its bytes', async () => {
  const headers = { 'x-key': '${UP_KEY}' };
  const { connect } = await openGateway({ url: await openRepeating(), headers }, { environment });

  const answer = await (await connect()).callTool('three', {});

  expect(JSON.stringify(answer)).toContain(key);
});

test('the reason why an upstream does not serve is without our secrets', async () => {
  const { url } = await listen((_request, response, body) => {
    const error = { code: -32_600, message: `no such key: ${key}` };
    response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: readReceived(body).id, error }));
  });

  const { remote } = await openGateway({ url, headers: { 'x-key': '${UP_KEY}' } }, { environment });

  expect(remote.status.lastError?.message).toBe('the upstream server answered: no such key: [redacted]');
});

test('a secret that is part of another is removed with it', () => {
  const secrets = new ErrorSecrets(['secret-1', 'secret-1-and-more', 'short']);

  expect(secrets.fromText('secret-1-and-more, secret-1, short')).toBe('[redacted], [redacted], short');
});

test('an error keeps its kind, its code and its data', () => {
  const secrets = new ErrorSecrets([key]);

  expect(secrets.fromError(new McpError('invalid-params', 'a', { b: 1 }))).toEqual(
    new McpError('invalid-params', 'a', { b: 1 }),
  );
  expect(secrets.fromError(new RelayedError(-32_000, key))).toEqual(new RelayedError(-32_000, '[redacted]'));
  const other = new Error(key);
  expect(secrets.fromError(other)).toBe(other);
});
