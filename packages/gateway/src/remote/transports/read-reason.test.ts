import { expect, test } from 'vitest';
import { openGateway } from '../scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';
import { readReason } from '@sigil/client/internal';

test.each([
  ['Access is only allowed at localhost:8931\n', ': Access is only allowed at localhost:8931'],
  ['{"error":"invalid_token","error_description":"it expired"}', ': it expired'],
  ['{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Invalid Host header"}}', ': Invalid Host header'],
  ['{"detail":"Forbidden"}', ': Forbidden'],
  ['{"error":"no"}', ': no'],
  ['{"error":', ''],
  ['{"status":403}', ''],
  ['<h1>Forbidden</h1>', ''],
  ['', ''],
])('the reason in %j is read', (body, reason) => {
  expect(readReason(body)).toBe(reason);
});

test('a reason of two lines is one, and a long one is cut', () => {
  expect(readReason(`one\ntwo ${'x'.repeat(500)}`)).toBe(`: one two ${'x'.repeat(192)}…`);
});

const reason = 'Access is only allowed at localhost';

async function openRefusing(status: number): Promise<string> {
  const { url } = await listen((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/plain' }).end(reason);
  });
  return url;
}

test.each([
  [401, 'the server refused the request (HTTP 401)'],
  [403, 'the server refused the request (HTTP 403)'],
  [421, 'the server answered with HTTP 421'],
])('the report of an upstream that answers %d has its reason', async (status, report) => {
  const { remote } = await openGateway({ url: await openRefusing(status) });

  expect(remote.status.lastError?.message).toBe(`${report}: ${reason}`);
});

test.each([
  ['a header', { headers: { 'x-key': 'secret' } }, ''],
  ['a token', { auth: { kind: 'bearer', token: 'secret' } }, ''],
  ['its address', {}, '?key=secret'],
])(
  'no reason is reported when the request has a secret in %s, which the reason could repeat',
  async (_where, more, query) => {
    const { remote } = await openGateway({ url: `${await openRefusing(403)}${query}`, ...more });

    expect(remote.status.lastError?.message).toBe('the server refused our credentials (HTTP 403)');
  },
);
