import { isJsonObject, type JsonObject } from '@sigil/core';
import { revisions } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import { gate, serverOf, structuredTool, toolOf } from './server.test-support.js';

const legacyDates = revisions.filter(({ era }) => era === 'legacy').map(({ date }) => date);
const resultOf = ({ result }: JsonObject): JsonObject => (isJsonObject(result) ? result : {});

describe.each(underRule(36))('$date', (revision) => {
  // Rules: 36
  test.each(['tools/list', 'tools/call', 'resources/read', 'logging/setLevel'])(
    '%s is rejected before the handshake',
    async (method) => {
      const peer = await openPeer(serverOf({ tools: [toolOf('hello')] }).engine, revision, { isSilent: true });

      expect(await peer.error(method, { name: 'hello' })).toMatchObject({ code: -32600 });
    },
  );

  // Rules: 37
  test('the handshake returns the capabilities, name and version of the server', async () => {
    const peer = await openPeer(serverOf().engine, revision, { isSilent: true });

    expect(resultOf(await peer.initialize())).toMatchObject({
      capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} },
      serverInfo: { name: 'orders', version: '3.1.0' },
    });
  });

  // Rules: 38
  test('an offered version that the server supports is accepted', async () => {
    const peer = await openPeer(serverOf().engine, revision, { isSilent: true });

    expect(resultOf(await peer.initialize(revision.date))['protocolVersion']).toBe(revision.date);
  });

  // Rules: 42
  test.each([
    ['before the handshake', true],
    ['after it', false],
  ])('a ping %s gets an empty result', async (_when, isSilent) => {
    const peer = await openPeer(serverOf().engine, revision, { isSilent });

    expect(await peer.result('ping')).toEqual({});
  });

  // Rules: 42
  test('a ping is answered while a call runs', async () => {
    const finish = gate();
    const slow = toolOf('slow', async () => {
      await finish.opened;
      return 'done';
    });
    const peer = await openPeer(serverOf({ tools: [slow] }).engine, revision);

    const call = peer.request('tools/call', { name: 'slow' });
    expect(await peer.result('ping')).toEqual({});
    finish.open();

    expect(await call).toMatchObject({ result: { content: [{ text: 'done' }] } });
  });
});

// Rules: 39
test.each(['1999-01-01', '2031-01-01', '2026-07-28', '2024-10-07', 'latest', ''])(
  'the offered version %j is answered with a supported version that has a handshake',
  async (offer) => {
    const peer = await openPeer(serverOf().engine, revisions[0]!, { isSilent: true });

    const { protocolVersion } = resultOf(await peer.initialize(offer));

    expect(legacyDates).toContain(protocolVersion);
  },
);

// Rules: 40
test.each(underRule(40))(
  'after a handshake for $date, tools and results have the form of that revision',
  async (revision) => {
    const icons = [{ src: 'https://example.com/i.png' }];
    const find = structuredTool('find', { type: 'array', items: { type: 'string' } }, ['a']);
    const tool = { ...find, definition: { ...find.definition, icons } };
    const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision);

    const { tools } = await peer.result('tools/list');
    const { structuredContent } = await peer.result('tools/call', { name: 'find' });

    expect(tools).toMatchObject([{ name: 'find', outputSchema: { type: 'object' } }]);
    expect(JSON.stringify(tools).includes('icons')).toBe(revision.date === '2025-11-25');
    expect(structuredContent).toEqual({ result: ['a'] });
  },
);

// Rules: 41
test.each(underRule(41))('a client of $date that declares no capabilities is asked nothing', async (revision) => {
  const asker = toolOf('ask', async (_input, context) => {
    const outcomes = [
      await context.listRoots(),
      await context.elicit('Name?', { type: 'object', properties: {} }),
      await context.sample({ messages: [], maxTokens: 1 }),
    ];
    return outcomes.map(({ action }) => action).join(' ');
  });
  const peer = await openPeer(serverOf({ tools: [asker] }).engine, revision);

  const answer = await peer.result('tools/call', { name: 'ask' });

  expect(answer).toMatchObject({ content: [{ text: 'incapable incapable incapable' }] });
  expect(peer.requests()).toEqual([]);
});

// Rules: 27
test.each(underRule(27))(
  '`server/discover` in $date returns versions, capabilities, instructions and server info',
  async (revision) => {
    const peer = await openPeer(serverOf({}, { instructions: 'Use orders_* tools.' }).engine, revision);

    expect(await peer.result('server/discover')).toMatchObject({
      supportedVersions: [revision.date],
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: 'Use orders_* tools.',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'orders', version: '3.1.0' } },
    });
  },
);
