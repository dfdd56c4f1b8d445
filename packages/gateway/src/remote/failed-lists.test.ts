/** Upstreams of which one list cannot be read. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { expect, onTestFinished, test } from 'vitest';
import { openGateway, readReceived } from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

type Listing = JsonObject | 'silent';

const lists: Readonly<Record<string, JsonObject>> = {
  'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
  'resources/list': { resources: [{ name: 'one', uri: 'file:///one' }] },
  'resources/templates/list': { resourceTemplates: [] },
  'prompts/list': { prompts: [{ name: 'greet' }] },
};
const broken = { error: { code: -32_603, message: 'prompts are being moved' } };

/** @param answers for lists in place of the sound ones; the test may change them */
async function openUpstream(answers: Record<string, Listing>): Promise<{ url: string }> {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method = '' } = readReceived(body);
    if (id === undefined) return response.writeHead(202).end();
    const answer: Listing =
      answers[method] ??
      (method === 'initialize'
        ? {
            result: {
              protocolVersion: '2025-11-25',
              capabilities: { tools: {}, resources: {}, prompts: {} },
              serverInfo: { name: 'partly', version: '1' },
            },
          }
        : { result: lists[method] ?? {} });
    if (answer === 'silent') return response;
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  return { url };
}

test.each<[string, Listing, string]>([
  ['an error', broken, 'prompts/list: the upstream server answered: prompts are being moved'],
  ['something else', { result: { prompts: 'none' } }, `the upstream server's prompts/list has no "prompts"`],
  ['silence', 'silent', 'prompts/list: the server took too long'],
])('a list answered with %s leaves the others, and the status names it', async (_what, listing, message) => {
  const { url } = await openUpstream({ 'prompts/list': listing });
  const { remote, connect } = await openGateway({ url, listTimeoutMs: 1_000 });
  const client = await connect();

  expect((await client.listTools()).map(({ name }) => name)).toEqual(['look']);
  expect((await client.listResources()).map(({ uri }) => uri)).toEqual(['file:///one']);
  expect(remote.status).toMatchObject({ state: 'degraded', server: 'partly 1', lastError: { message } });
});

test('a list that fails later stays as it was read last, until it can be read again', async () => {
  const answers: Record<string, Listing> = {};
  const { url } = await openUpstream(answers);
  const { remote, connect } = await openGateway({ url, healthMs: 100 });
  const client = await connect();

  answers['prompts/list'] = broken;
  answers['tools/list'] = { result: { tools: [{ name: 'new', inputSchema: { type: 'object' } }] } };
  await expect.poll(() => remote.status.state, { timeout: 10_000 }).toBe('degraded');
  expect((await client.listPrompts()).map(({ name }) => name)).toEqual(['greet']);
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['new']);

  answers['prompts/list'] = { result: { prompts: [] } };
  await expect.poll(() => remote.status.state, { timeout: 10_000 }).toBe('serving');
  expect(await client.listPrompts()).toEqual([]);
});

test('an upstream of which no list can be read has failed', async () => {
  const answers = Object.fromEntries(Object.keys(lists).map((method) => [method, broken]));
  const { url } = await openUpstream(answers);
  const { remote } = await openGateway({ url });

  expect(remote.status).toMatchObject({
    state: 'failed',
    lastError: { message: 'tools/list: the upstream server answered: prompts are being moved' },
  });
});

test('nothing is approved from a first reading that lacks a list', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-failed-lists-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const answers: Record<string, Listing> = { 'prompts/list': broken };
  const { url } = await openUpstream(answers);
  const { remote, connect } = await openGateway({ url, pins: 'block' }, { folder });
  const client = await connect();
  expect(remote.status.state).toBe('failed');

  delete answers['prompts/list'];
  await expect.poll(() => remote.status.state, { timeout: 10_000 }).toBe('serving');
  expect((await client.listPrompts()).map(({ name }) => name)).toEqual(['greet']);
});
