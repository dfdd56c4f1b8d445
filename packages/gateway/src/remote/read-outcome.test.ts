/** Errors of an upstream: as this server's own, and as its clients get them. */
import type { JsonObject } from '@sigil/core';
import { RelayedError } from '@sigil/core/catalog';
import { revisions } from '@sigil/core/engine';
import type { PeerError } from '@sigil/testing';
import { expect, test } from 'vitest';
import { openGateway, readReceived, standardAnswer, type Gateway } from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';
import { readError } from '@sigil/client/internal';

const requiredCapabilities = { sampling: {}, elicitation: { url: {} } };

test('an error for a missing client capability becomes our error of that kind', () => {
  const error = readError({ code: -32_021, message: 'no', data: { requiredCapabilities } });

  expect(error).not.toBeInstanceOf(RelayedError);
  expect(error).toMatchObject({ kind: 'missing-client-capability', message: 'no' });
  expect(error.data).toEqual({ requiredCapabilities });
});

/** Opens a gateway in front of an upstream that refuses every call with the error in its arguments. */
async function openRefusing(): Promise<Gateway> {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    if (received.id === undefined) return response.writeHead(202).end();
    const refusal = { jsonrpc: '2.0', id: received.id, error: received.params['arguments'] };
    const answer = standardAnswer(received) ?? refusal;
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return openGateway({ url });
}

test.each(revisions)('a client of $date gets reserved error codes only as its revision defines them', async (its) => {
  const client = await (await openRefusing()).connect({ revision: its.date });
  const refusal = (sent: JsonObject): Promise<unknown> =>
    client.callTool('one', sent).catch(({ code, message, data }: PeerError) => ({ code, message, data }));
  // Clients that look for a modern server read this code as the proof of one.
  const missing = its.era === 'modern' ? -32_021 : -32_600;
  const reserved = [-32_020, -32_021, -32_022, -32_042, -32_050, -32_099];

  const told = await refusal({ code: -32_021, message: 'no', data: { requiredCapabilities } });
  const others = await Promise.all(reserved.map((code) => refusal({ code, message: 'no', data: { until: 1 } })));

  expect(told).toEqual({ code: missing, message: 'no', data: { requiredCapabilities } });
  expect(others).toEqual(reserved.map(() => ({ code: -32_603, message: 'no', data: { until: 1 } })));
});

test.each([4_050, -32_000, -32_019, -32_100, -32_700])('the error code %d is passed on unchanged', (code) => {
  expect(readError({ code, message: 'no', data: { until: 'tomorrow' } })).toMatchObject({
    code,
    message: 'no',
    data: { until: 'tomorrow' },
  });
});

test.each([[['name', 1]], 'Field required', '', 0, null])('a client gets the data %j of an error', async (data) => {
  const client = await (await openRefusing()).connect();

  await expect(client.callTool('one', { code: -32_602, message: 'no', data })).rejects.toMatchObject({ data });
  await expect(client.callTool('one', { code: 4_050, message: 'no', data })).rejects.toMatchObject({ data });
});

test.each(revisions)(
  'a client of $date learns by code, and not by kind, that the upstream lacks a method',
  async (its) => {
    // The kind would become HTTP status 404, which says that this server lacks the method.
    expect(readError({ code: -32_601, message: 'no' })).toMatchObject({ kind: 'internal-error', code: -32_601 });

    const client = await (await openRefusing()).connect({ revision: its.date });

    await expect(client.callTool('one', { code: -32_601, message: 'no' })).rejects.toMatchObject({ code: -32_601 });
  },
);

test.each([1.5, 1e999, 2 ** 60, '4050', null])('%j is not an error code and becomes -32603', (code) => {
  expect(readError({ code, message: 'no' })).toMatchObject({ code: -32_603, message: 'no' });
});

test.each([-32_020, -32_021, -32_022, -32_042, -32_050, -32_099])(
  'the reserved code %d without its data becomes an internal error',
  (code) => {
    for (const data of [undefined, { requiredCapabilities: 5, elicitations: {} }, { requiredCapabilities: [] }]) {
      const error = readError({ code, message: 'no', ...(data && { data }) });

      expect(error).toBeInstanceOf(RelayedError);
      expect(error).toMatchObject({ kind: 'internal-error', code: -32_603, message: 'no' });
      expect(error.data).toEqual(data);
    }
  },
);

test('the error for required pages keeps its code', () => {
  const data = { elicitations: [] };

  expect(readError({ code: -32_042, message: 'sign in', data })).toMatchObject({ code: -32_042, data });
});
