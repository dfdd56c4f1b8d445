import { describe, expect, test } from 'vitest';
import { catalogOf, promptOf, resourceOf, templateOf, toolOf } from '../catalog/catalog.test-support.js';
import type { Components } from '../catalog/catalog.js';
import { revisions } from '../revisions/choose-revision.js';
import { protocolFacts } from '../revisions/protocol-facts.test-support.js';
import { initialize } from './initialize.js';
import { callWith, resultOf } from './operation.test-support.js';
import { ping } from './ping.js';
import { serverDiscover } from './server-discover.js';

const catalog = catalogOf({ resources: [resourceOf('x://a')] });
const { server } = callWith({ instructions: 'Ask for cities.', catalog });
const legacy = revisions.filter(({ era }) => era === 'legacy');
const latestLegacy = legacy.at(-1)!;
const modern = revisions.at(-1)!;
const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
};
const offer = (protocolVersion: unknown) =>
  ({ protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } }) as never;

describe('initialize', () => {
  test.each(legacy)('an offer of $date is agreed on', ({ date }) => {
    const { revision, resultJson } = initialize(offer(date), server);

    expect(revision.date).toBe(date);
    expect(JSON.parse(resultJson)).toEqual({
      protocolVersion: date,
      capabilities: { ...capabilities, ...(protocolFacts(revision).completions ? { completions: {} } : {}) },
      serverInfo: { name: 'sky', version: '1.0.0' },
      instructions: 'Ask for cities.',
    });
  });

  test.each([modern.date, '2031-01-01', '2024-10-07', 'latest', ''])(
    'an offer of %j is answered with the newest revision that has a handshake',
    (offered) => {
      const { revision, resultJson } = initialize(offer(offered), server);

      expect(revision).toBe(latestLegacy);
      expect(JSON.parse(resultJson)).toMatchObject({ protocolVersion: latestLegacy.date });
    },
  );

  test.each([
    {},
    offer(20241105),
    offer(null),
    { protocolVersion: latestLegacy.date },
    { protocolVersion: latestLegacy.date, capabilities: true },
  ])('rejects the invalid params %j', (params) => {
    expect(() => initialize(params, server)).toThrow(expect.objectContaining({ kind: 'invalid-params' }));
  });

  test('rejects capabilities over maxCapabilitiesLength, and names the limit', () => {
    const most = server.limits.maxCapabilitiesLength;
    const offerOf = (length: number) => ({
      protocolVersion: latestLegacy.date,
      capabilities: { experimental: { x: { y: 'y'.repeat(length) } } },
    });

    expect(() => initialize(offerOf(most - 100), server)).not.toThrow();
    expect(() => initialize(offerOf(most), server)).toThrow(`(limit maxCapabilitiesLength)`);
  });

  test('omits the instructions when there are none', () => {
    expect(JSON.parse(initialize(offer(latestLegacy.date), callWith().server).resultJson)).not.toHaveProperty(
      'instructions',
    );
  });
});

describe.each(legacy)('instructions in $date', ({ date }) => {
  const instructionsOf = (members: Parameters<typeof callWith>[0]): unknown =>
    JSON.parse(initialize(offer(date), callWith(members).server).resultJson).instructions;
  const speaking = catalogOf({ instructions: 'Ask the upstream.' });

  test('come from the catalog when the server has none of its own', () => {
    expect(instructionsOf({ catalog: speaking })).toBe('Ask the upstream.');
    expect(instructionsOf({ catalog: speaking, instructions: 'Ask for cities.' })).toBe('Ask for cities.');
  });

  test('of a session that starts after a swap come from the new catalog', () => {
    const call = callWith({ catalog: speaking });

    call.source.swap(catalogOf({ instructions: 'Ask nobody.' }));

    expect(JSON.parse(initialize(offer(date), call.server).resultJson).instructions).toBe('Ask nobody.');
  });
});

describe('server/discover', () => {
  test('returns what initialize would, without a handshake', async () => {
    const result = await resultOf(serverDiscover, callWith({ instructions: 'Ask for cities.', catalog }));

    expect(result).toEqual({
      supportedVersions: [modern.date],
      capabilities: { ...capabilities, completions: {}, extensions: { 'dev.sigil/not-modified': {} } },
      instructions: 'Ask for cities.',
      ttlMs: 60_000,
      cacheScope: 'public',
    });
  });

  test('returns the instructions of the catalog when the server has none of its own', async () => {
    const speaking = catalogOf({ instructions: 'Ask the upstream.' });
    const own = callWith({ catalog: speaking, instructions: 'Ask for cities.' });

    expect(await resultOf(serverDiscover, callWith({ catalog: speaking }))).toMatchObject({
      instructions: 'Ask the upstream.',
    });
    expect(await resultOf(serverDiscover, own)).toMatchObject({ instructions: 'Ask for cities.' });
  });

  test('omits the instructions when there are none', async () => {
    expect(await resultOf(serverDiscover, callWith())).not.toHaveProperty('instructions');
  });
});

describe('the subscribe capability of resources', () => {
  const still = { announcesUpdates: false };
  const cases: [string, boolean, Partial<Components>][] = [
    ['without resources', false, { tools: [toolOf('a')], prompts: [promptOf('b')] }],
    ['without resources, by a tool that announces', false, { tools: [{ ...toolOf('a'), announcesUpdates: true }] }],
    ['whose resources are never announced', false, { resources: [{ ...resourceOf('x://a'), ...still }] }],
    ['whose templates are never announced', false, { resourceTemplates: [{ ...templateOf('x://{a}'), ...still }] }],
    ['with a resource of which nothing is known', true, { resources: [resourceOf('x://a')] }],
    ['with a template of which nothing is known', true, { resourceTemplates: [templateOf('x://{a}')] }],
    [
      'where a tool announces changes of a resource of others',
      true,
      { tools: [{ ...toolOf('a'), announcesUpdates: true }], resources: [{ ...resourceOf('x://a'), ...still }] },
    ],
  ];

  test.each(cases)('for a catalog %s is %j', async (_what, isOffered, components) => {
    const call = callWith({ catalog: catalogOf(components) });

    const expected = { ...(isOffered ? { subscribe: true } : {}), listChanged: true };
    const told = JSON.parse(initialize(offer(latestLegacy.date), call.server).resultJson);
    expect(told).toHaveProperty('capabilities.resources', expected);
    expect(await resultOf(serverDiscover, call)).toHaveProperty('capabilities.resources', expected);
  });
});

test('a ping has an empty answer', async () => {
  expect(await resultOf(ping, callWith())).toEqual({});
});

describe('instructions over maxInstructionsLength', () => {
  const most = callWith().server.limits.maxInstructionsLength;
  const notice = '\n\n… cut (limit maxInstructionsLength)';
  const paragraph = `${'x'.repeat(99)}.`;

  test.each([
    ['of the limit are sent whole', 'x'.repeat(most), 'x'.repeat(most)],
    ['of one paragraph are cut within it', 'x'.repeat(most + 1), 'x'.repeat(most - notice.length) + notice],
    ['of two paragraphs are cut between them', `First.\n\n${'x'.repeat(most)}`, `First.${notice}`],
    ['end before half a character', '😀'.repeat(most), '😀'.repeat(Math.floor((most - notice.length) / 2)) + notice],
  ])('%s, in both eras', async (_, instructions, expected) => {
    const call = callWith({ catalog: catalogOf({ instructions }) });

    const legacyResult = JSON.parse(initialize(offer(latestLegacy.date), call.server).resultJson);
    const modernResult = await resultOf(serverDiscover, call);

    expect([legacyResult.instructions, modernResult['instructions']]).toEqual([expected, expected]);
    expect(expected.length).toBeLessThanOrEqual(most);
  });

  test('of many paragraphs end with the last whole one', async () => {
    const instructions = Array.from({ length: most / 50 }, () => paragraph).join('\n\n');

    const { instructions: said } = await resultOf(serverDiscover, callWith({ catalog: catalogOf({ instructions }) }));

    expect(String(said).endsWith(`.${notice}`)).toBe(true);
  });
});
