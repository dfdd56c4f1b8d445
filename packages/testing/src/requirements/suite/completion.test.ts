import type { JsonObject, JsonValue } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import { promptOf, serverOf } from './server.test-support.js';

const ref = { type: 'ref/prompt', name: 'packing' };
const argument = { name: 'city', value: 'R' };

function cities(count: number) {
  const asked: JsonValue[] = [];
  const prompt = promptOf('packing', {
    complete: async (question) => {
      asked.push({ ...question });
      return question.argument === 'city' ? Array.from({ length: count }, (_, index) => `city-${index}`) : [];
    },
  });
  return { prompt, asked };
}

// Rules: 140
test.each(underRule(140))('a server with completions declares the capability in $date', async (revision) => {
  const peer = await openPeer(serverOf({ prompts: [cities(1).prompt] }).engine, revision, { isSilent: true });

  const { result } = revision.era === 'legacy' ? await peer.initialize() : await peer.request('server/discover');

  expect(result).toMatchObject({ capabilities: { completions: {} } });
});

describe.each(underRule(141))('$date', (revision) => {
  // Rules: 141
  test.each<JsonObject>([
    {},
    { ref },
    { argument },
    { ref: 'packing', argument },
    { ref: { type: 'ref/tool', name: 'packing' }, argument },
    { ref: { type: 'ref/prompt', name: 7 }, argument },
    { ref, argument: 'city' },
    { ref, argument: { name: 'city' } },
    { ref, argument: { name: 7, value: 'R' } },
    { ref, argument: { name: 'city', value: ['R'] } },
  ])('%j is rejected before the completion method runs', async (params) => {
    const { prompt, asked } = cities(1);
    const peer = await openPeer(serverOf({ prompts: [prompt] }).engine, revision);

    expect(await peer.error('completion/complete', params)).toMatchObject({ code: -32602 });
    expect(asked).toEqual([]);
  });

  // Rules: 144
  test('a completion for an unknown prompt is rejected without naming existing prompts', async () => {
    const { engine } = serverOf({ prompts: [promptOf('secret-plan'), cities(1).prompt] });
    const peer = await openPeer(engine, revision);

    const error = await peer.error('completion/complete', { ref: { ...ref, name: 'secret-plam' }, argument });

    expect(error).toMatchObject({ code: -32602 });
    expect(JSON.stringify(error)).not.toMatch(/secret-plan|packing/);
  });

  // Rules: 144
  test('a prompt suggests only its own values, and none for an argument without completion', async () => {
    const other = promptOf('other', { complete: async () => ['of the other'] });
    const peer = await openPeer(serverOf({ prompts: [other, cities(1).prompt] }).engine, revision);

    const own = await peer.result('completion/complete', { ref, argument });
    const none = await peer.result('completion/complete', { ref, argument: { name: 'style', value: '' } });

    expect(own).toMatchObject({ completion: { values: ['city-0'] } });
    expect(none).toMatchObject({ completion: { values: [] } });
  });

  // Rules: 145
  test.each([
    [100, 100, false],
    [101, 100, true],
    [5000, 100, true],
  ])('of %d values %d are returned, and hasMore is %j', async (count, offered, hasMore) => {
    const peer = await openPeer(serverOf({ prompts: [cities(count).prompt] }).engine, revision);

    const { completion } = await peer.result('completion/complete', { ref, argument });

    expect(completion).toMatchObject({ total: count, hasMore });
    expect((completion as { values: JsonValue[] }).values).toHaveLength(offered);
  });
});
