import { describe, expect, test } from 'vitest';
import { callText } from '../built-plugin.test-support.js';
import type { LinkKind } from '../links/plugin-link.js';
import { carryOver } from './carry-over.js';
import { hostFixture, type Fixture, type HostedFixture } from './fixture-source.test-support.js';
import { chooseHostLimits } from './host-limits.js';

const count = { body: 'this.total = this.total === undefined ? 1 : this.total + 1; return String(this.total);' };
const carried: Fixture['carry'] = { fields: { total: 'number' } };

/** A version that counts; another text makes another build. */
const counting = (text: string, carry: Fixture['carry'] | null = carried): Fixture => ({
  tools: { count, version: { body: `return ${JSON.stringify(text)};` } },
  ...(carry ? { carry } : {}),
});

const carriedEvents = ({ events }: HostedFixture) =>
  events.flatMap((event) => (event.kind === 'carried' ? [{ parts: event.parts, failures: event.failures }] : []));

describe.each<LinkKind>(['inline', 'worker', 'process'])('state in a link of kind %s', (link) => {
  test('survives swap after swap when it is declared', async () => {
    const hosted = await hostFixture(counting('one'), { link });
    await callText(hosted.plugin, 'count');

    for (const text of ['two', 'three']) {
      hosted.origin.publish(counting(text));
      await hosted.plugin.reload();
      await callText(hosted.plugin, 'count');
    }

    expect(await callText(hosted.plugin, 'version')).toBe('three');
    expect(await callText(hosted.plugin, 'count')).toBe('4');
    expect(carriedEvents(hosted)).toEqual([
      { parts: ['Fixture'], failures: [] },
      { parts: ['Fixture'], failures: [] },
    ]);
  });

  test.each<[string, Fixture['carry'], string]>([
    ['another version', { version: 2, fields: { total: 'number' } }, 'its state is of version 1, this build carries 2'],
    ['another shape', { fields: { total: 'string' } }, 'its state has another shape now: "total" must be a string'],
    ['a field that there was not', { fields: { total: 'number', name: 'string' } }, '"name" must be a string'],
  ])('starts afresh with %s, and the reason is reported', async (_what, carry, why) => {
    const hosted = await hostFixture(counting('one'), { link });
    await callText(hosted.plugin, 'count');

    hosted.origin.publish(counting('two', carry));
    await hosted.plugin.reload();

    expect(await callText(hosted.plugin, 'count')).toBe('1');
    expect(carriedEvents(hosted)).toEqual([
      { parts: [], failures: [{ part: 'Fixture', why: expect.stringContaining(why) }] },
    ]);
  });

  test('starts afresh when it exceeds maxCarryLength', async () => {
    const hosted = await hostFixture(counting('one'), { link, maxCarryLength: 10 });
    await callText(hosted.plugin, 'count');

    hosted.origin.publish(counting('two'));
    await hosted.plugin.reload();

    expect(await callText(hosted.plugin, 'count')).toBe('1');
    expect(carriedEvents(hosted)[0]?.failures).toMatchObject([
      { why: expect.stringContaining('limit maxCarryLength') },
    ]);
  });
});

test('undeclared state does not survive a swap, and nothing is reported', async () => {
  const hosted = await hostFixture(counting('one', null));
  await callText(hosted.plugin, 'count');

  hosted.origin.publish(counting('two', null));
  await hosted.plugin.reload();

  expect(await callText(hosted.plugin, 'count')).toBe('1');
  expect(carriedEvents(hosted)).toEqual([]);
});

test('a plugin that was never used has no state to carry', async () => {
  const hosted = await hostFixture(counting('one'));

  hosted.origin.publish(counting('two'));
  await hosted.plugin.reload();

  expect(await callText(hosted.plugin, 'count')).toBe('1');
  expect(carriedEvents(hosted)).toEqual([]);
});

test('a generation that is refused takes no state from the serving one', async () => {
  const hosted = await hostFixture(counting('one'));
  await callText(hosted.plugin, 'count');

  hosted.origin.publish({ ...counting('two'), members: 'health() { return false; }' });
  await hosted.plugin.reload();

  expect(hosted.plugin.status.state).toBe('failed');
  expect(await callText(hosted.plugin, 'count')).toBe('2');
  expect(carriedEvents(hosted)).toEqual([]);
});

test('a request for state times out, and a late answer is not used', async () => {
  const { origin } = await hostFixture(counting('one'));
  let giveLate = (): void => undefined;
  const taken: unknown[] = [];
  const slow = {
    carryOut: () =>
      new Promise<object>((resolve) => (giveLate = () => resolve({ Fixture: { version: 1, json: '{}' } }))),
  };
  const next = { carryIn: async (state: unknown) => (taken.push(state), []) };
  const limits = chooseHostLimits({ carryTimeoutMs: 1 });

  const outcome = await carryOver(slow as never, next, origin.built.manifest, limits);
  giveLate();
  await new Promise((resolve) => setImmediate(resolve));

  expect(outcome).toMatchObject({
    parts: [],
    failures: [{ part: 'Fixture', why: expect.stringContaining('limit carryTimeoutMs') }],
  });
  expect(taken).toEqual([]);
});
