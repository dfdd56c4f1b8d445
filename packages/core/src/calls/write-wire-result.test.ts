import { describe, expect, test } from 'vitest';
import type { PublishedTool } from '../catalog/catalog.js';
import { buildCatalog, fixedSource } from '../catalog/build-catalog.js';
import { openConversation } from '../engine/conversation.js';
import { createEngine } from '../engine/create-engine.js';
import { RelayedError } from '../errors/relayed-error.js';
import type { JsonObject } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { revisions } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import { carriesAllContent, writeWireMembers } from './write-wire-result.js';

const blocks =
  '[{"type":"resource_link","uri":"x:1","name":"one"},{"type":"audio","data":"","mimeType":"audio/mp3","n":1.0}]';
const relayed: PublishedTool = {
  definition: { name: 'relayed', inputSchema: { type: 'object' } },
  run: async () => ({
    kind: 'result',
    content: JSON.parse(blocks) as [],
    isError: false,
    wire: new Map([
      ['content', blocks],
      ['future', '[1.0,"caf\\u00e9"]'],
      ['structuredContent', '[1.50]'],
      ['_meta', '{"vendor/x":1}'],
    ]),
  }),
};
const refusing: PublishedTool = {
  definition: { name: 'refusing', inputSchema: { type: 'object' } },
  run() {
    throw new RelayedError(-32050, 'not today', { until: 'tomorrow' });
  },
};

/** Returns the text of the answer to a call, as sent. */
async function answerTo(name: string, { date, era }: Revision): Promise<string> {
  const catalog = buildCatalog({ tools: [relayed, refusing], resources: [], resourceTemplates: [], prompts: [] });
  const engine = createEngine({ info: { name: 'core', version: '1' }, source: fixedSource(catalog) });
  const sent: string[] = [];
  const conversation = openConversation(engine, { send: async ({ json }) => void sent.push(json) });
  const send = async (message: JsonObject): Promise<void> =>
    conversation.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
  if (era === 'legacy') {
    const params = { protocolVersion: date, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    await send({ id: 1, method: 'initialize', params });
    await send({ method: 'notifications/initialized' });
  }
  const meta = { [metaKeys.protocolVersion]: date, [metaKeys.clientCapabilities]: {} };
  await send({ id: 2, method: 'tools/call', params: { name, ...(era === 'modern' ? { _meta: meta } : {}) } });
  conversation.close();
  return sent.at(-1)!;
}

describe.each(revisions.map((revision) => [revision.date, revision] as const))('a client of %s', (_date, revision) => {
  test('receives relayed members unchanged where its revision allows, and adapted ones elsewhere', async () => {
    const answer = await answerTo('relayed', revision);

    expect(answer).toContain('"future":[1.0,"caf\\u00e9"]');
    expect(answer).toContain('"vendor/x":1');
    expect(answer.includes(blocks)).toBe(carriesAllContent(revision));
    expect(answer.match(/"structuredContent":([^,]*\])\}?/)?.[1]).toBe(
      { none: undefined, objects: '{"result":[1.50]', 'any-json': '[1.50]' }[revision.structuredContent],
    );
  });

  test('receives a relayed error with its code, message and data', async () => {
    expect(JSON.parse(await answerTo('refusing', revision))).toMatchObject({
      error: { code: -32050, message: 'not today', data: { until: 'tomorrow' } },
    });
  });
});

test('a member can be left out, and an empty `_meta` is omitted', () => {
  const wire = new Map([
    ['a', '1'],
    ['b', '2'],
    ['_meta', '{}'],
  ]);

  expect(writeWireMembers(wire, { b: undefined })).toBe('"a":1');
});

test('the original text is used whole when no member is rewritten', () => {
  const wire = { whole: '"b":2, "a":1.0', get: () => undefined, [Symbol.iterator]: () => [].values() };

  expect(writeWireMembers(wire, {})).toBe('"b":2, "a":1.0');
  expect(writeWireMembers(wire, { b: undefined })).toBe('');
});
