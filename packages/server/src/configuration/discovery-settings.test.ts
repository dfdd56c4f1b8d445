import { expect, test } from 'vitest';
import { readMembers } from './member-forms.js';
import { discovery, sharedDiscovery } from './discovery-settings.js';

const fail = (message: string): Error => new Error(message);
const read = (value: unknown, form = discovery) =>
  readMembers({ discovery: value } as never, { discovery: form }, { where: 'a file', fail }).discovery;

test.each(['all', 'search', 'auto'])('a mode alone is read: %s', (mode) => {
  expect(read(mode)).toEqual({ mode });
});

test('a mode with settings is read', () => {
  const settings = { mode: 'auto', aboveTokens: 500, deferringClients: ['some-client'] };

  expect(read(settings)).toEqual(settings);
});

test('only the settings for all servers have a file of searches and a mode for the combined server', () => {
  const settings = { mode: 'all', combined: 'search', record: 'searches.jsonl' };

  expect(read(settings, sharedDiscovery)).toEqual(settings);
  expect(() => read(settings)).toThrow('there is no "combined"');
});

test.each([
  ['another text', 'some', 'got another text'],
  ['no mode', { aboveTokens: 5 }, 'got an object without "mode"'],
  ['an unknown member', { mode: 'auto', aboveToken: 5 }, 'there is no "aboveToken". Did you mean "aboveTokens"?'],
  [
    'a number out of bounds',
    { mode: 'auto', aboveTokens: 0 },
    '"aboveTokens" must be a whole number from 1 to 10000000, got 0',
  ],
  ['a list', [], 'got a list'],
])('%s is refused with the reason', (_what, value, why) => {
  expect(() => read(value)).toThrow(why);
});
