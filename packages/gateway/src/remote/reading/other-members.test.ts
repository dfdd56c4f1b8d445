/** An upstream whose definitions have members that no revision defines, as those of some clients' own extensions have. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { createEngine, revisions } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../open-remote.js';
import { readReceived } from '../scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

/** The last ones are names that this project uses itself, with other meanings. */
const others = { securitySchemes: [{ type: 'noauth' }], 'x-rank': 1, cache: 'none', task: 7, otherMembers: true };
const lists = {
  tools: { name: 'one', inputSchema: { type: 'object' } },
  prompts: { name: 'two' },
  resources: { uri: 'demo://three', name: 'three' },
  resourceTemplates: { uriTemplate: 'demo://{four}', name: 'four' },
};

async function openClient(date: string, given: JsonObject): Promise<McpClient> {
  const results: Readonly<Record<string, JsonObject>> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, prompts: {}, resources: {} },
      serverInfo: { name: 'other', version: '1' },
    },
    'tools/list': { tools: [{ ...lists.tools, ...others }] },
    'prompts/list': { prompts: [{ ...lists.prompts, ...others }] },
    'resources/list': { resources: [{ ...lists.resources, ...others }] },
    'resources/templates/list': { resourceTemplates: [{ ...lists.resourceTemplates, ...others }] },
  };
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method = '' } = readReceived(body);
    if (id === undefined) return void response.writeHead(202).end();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
  });
  const folder = await mkdtemp(join(tmpdir(), 'sigil-others-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const options = { name: 'up', client: { name: 'sigil', version: '0' }, folder };
  const remote = openRemote({ url, protocol: 'legacy', ...given }, options);
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  return connectInMemory(engine, { revision: date });
}

async function expectLists(client: McpClient, added: JsonObject): Promise<void> {
  for (const [name, item] of Object.entries(lists)) {
    const method = name === 'resourceTemplates' ? 'resources/templates/list' : `${name}/list`;
    const { [name]: listed } = (await client.request(method)) as Record<string, readonly JsonObject[]>;
    expect(listed).toEqual([{ ...item, ...added }]);
  }
}

test.each(revisions.map(({ date }) => date))('a client of %s gets them as they are', async (date) => {
  await expectLists(await openClient(date, {}), others);
});

test.each(['warn', 'block'])('nobody gets them with "pins": "%s", since they are not approved', async (pins) => {
  await expectLists(await openClient('2025-11-25', { pins }), {});
});
