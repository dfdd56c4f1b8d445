/** Calls whose arguments are checked against the schema that the upstream lists. */
import { isJsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import type { CheckOf } from './reading/checked-arguments.js';
import { openRemote } from './open-remote.js';
import { openGateway, readReceived, resultOf, standardAnswer, textOf } from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

/** Opens an upstream that notes its calls. */
async function openNoting(): Promise<{ readonly url: string; readonly called: unknown[] }> {
  const called: unknown[] = [];
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    if (received.id === undefined) return response.writeHead(202).end();
    if (received.method === 'tools/call') called.push(received.params['arguments']);
    const answer = standardAnswer(received) ?? resultOf(received.id);
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return { url, called };
}

/** Demands the argument `city`. */
const checkCity: CheckOf = async () => (value) =>
  isJsonObject(value) && 'city' in value ? [] : [{ path: 'city', expected: 'given', received: 'nothing' }];

test('arguments that do not fit their schema do not reach the upstream, if it is asked for', async () => {
  const { url, called } = await openNoting();
  const { connect } = await openGateway({ url, validate: 'arguments' }, { checkOf: checkCity });
  const client = await connect();

  const refused = await client.callTool('one', { town: 'Rome' });
  const answered = await client.callTool('one', { city: 'Rome' });

  expect(refused.isError).toBe(true);
  expect(textOf(refused)).toContain('"city" must be given');
  expect(textOf(answered)).toBe('done');
  expect(called).toEqual([{ city: 'Rome' }]);
});

test('arguments reach the upstream unchecked by default', async () => {
  const { url, called } = await openNoting();
  const { connect } = await openGateway({ url }, { checkOf: checkCity });
  const client = await connect();

  await client.callTool('one', {});

  expect(called).toEqual([{}]);
});

test('a tool whose schema cannot be compiled is called unchecked, and the operator reads of it once', async () => {
  const { url, called } = await openNoting();
  const problems: string[] = [];
  const { connect } = await openGateway(
    { url, validate: 'arguments' },
    { checkOf: async () => Promise.reject(new Error('no such keyword')), onProblem: (why) => problems.push(why) },
  );
  const client = await connect();

  await client.callTool('one', {});
  await client.callTool('one', {});

  expect(called).toHaveLength(2);
  expect(problems).toEqual([
    'the tool "one" is called with unchecked arguments: its inputSchema cannot be compiled (no such keyword)',
  ]);
});

test('a program that cannot compile schemas refuses the configuration', () => {
  const options = { name: 'up', client: { name: 'sigil', version: '0' } };

  expect(() => openRemote({ url: 'http://127.0.0.1:9/mcp', validate: 'arguments' }, options)).toThrow(
    'remote: "validate" is not offered here',
  );
});
