import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { connectPlugin, type McpClient } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { server } from '../before/server.js';

const before = new Client({ name: 'compare', version: '1.0.0' });
let after: McpClient;

beforeAll(async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  await before.connect(ours);
  after = await connectPlugin(plugin);
});

afterAll(async () => {
  await before.close();
  await after.close();
});

const calls = [
  ['add', { title: 'Milk', text: 'Two bottles', tags: ['shop'] }],
  ['add', { title: 'Bread', text: 'One loaf', tags: ['shop', 'today'] }],
  ['find', { tag: 'shop' }],
  ['find', { tag: 'nothing' }],
] as const;

describe('the servers before and after the migration', () => {
  test('offer the same tools with the same arguments', async () => {
    const old = (await before.listTools()).tools;
    const now = await after.listTools();

    expect(now.map(({ name, description }) => ({ name, description }))).toEqual(
      old.map(({ name, description }) => ({ name, description })),
    );
    for (const [index, { inputSchema }] of old.entries()) {
      expect(now[index]?.['inputSchema']).toMatchObject({
        properties: inputSchema.properties,
        required: inputSchema.required,
      });
    }
  });

  test.each(calls)('give the same answer to %s %j', async (name, args) => {
    const old = await before.callTool({ name, arguments: args });
    const now = await after.callTool(name, args);

    expect(now.isError).toBe(old.isError ?? false);
    expect(now.content).toEqual(old.content);
    expect(now.structuredContent).toEqual(old.structuredContent);
  });

  test('return the same note', async () => {
    const uri = 'note://Milk';

    expect((await before.readResource({ uri })).contents).toMatchObject([{ text: 'Two bottles' }]);
    expect(await after.readResource(uri)).toMatchObject([{ text: 'Two bottles' }]);
  });

  test('refuse a note without a title', async () => {
    const args = { title: '', text: 'x' };

    expect((await before.callTool({ name: 'add', arguments: args })).isError).toBe(true);
    expect((await after.callTool('add', args)).isError).toBe(true);
  });
});
