import { expect, test } from 'vitest';
import { localPrincipal } from '@sigil/core/engine';
import type { DiscoveryClient } from '@sigil/core/internal';
import { defersTools, listingChoiceMs, ListingChoices, maxListingChoices } from './listing-choices.js';

function clientOf(members: Partial<DiscoveryClient> = {}): DiscoveryClient {
  return { session: undefined, principal: localPrincipal, info: undefined, capabilities: {}, ...members };
}

const named = (name: string) => clientOf({ info: { name, version: '1' } });

test('a session keeps its first answer', () => {
  const choices = new ListingChoices();
  const client = clientOf({ session: {} });

  expect([choices.of(client, () => true), choices.of(client, () => false)]).toEqual([true, true]);
  expect(choices.of(clientOf({ session: {} }), () => false)).toBe(false);
});

test('a client without a session keeps its first answer, told apart by name and version', () => {
  const choices = new ListingChoices();

  expect(choices.of(named('one'), () => true)).toBe(true);
  expect(choices.of(named('two'), () => false)).toBe(false);
  expect(choices.of(named('one'), () => false)).toBe(true);
});

test('a client that was idle for long is decided again', () => {
  let now = 0;
  const choices = new ListingChoices(() => now);
  choices.of(named('one'), () => true);

  now += listingChoiceMs - 1;
  const before = choices.of(named('one'), () => false);
  now += listingChoiceMs;

  expect([before, choices.of(named('one'), () => false)]).toEqual([true, false]);
});

test('the number of remembered clients is limited, and the least recent one is forgotten', () => {
  const choices = new ListingChoices();
  choices.of(named('first'), () => true);
  choices.of(named('second'), () => true);
  for (let other = 0; other < maxListingChoices - 2; other++) choices.of(named(`other ${other}`), () => true);
  choices.of(named('first'), () => false);

  choices.of(named('one more'), () => true);

  expect(choices.of(named('first'), () => false)).toBe(true);
  expect(choices.of(named('second'), () => false)).toBe(false);
});

test.each<[string, Partial<DiscoveryClient>, boolean]>([
  ['declares it as experimental', { capabilities: { experimental: { 'dev.sigil/defersTools': {} } } }, true],
  ['declares it as an extension', { capabilities: { extensions: { 'dev.sigil/defersTools': {} } } }, true],
  ['is known to the operator', { info: { name: 'known', version: '2' } }, true],
  ['is another one', { info: { name: 'other', version: '2' }, capabilities: { experimental: {} } }, false],
  ['declares nonsense', { capabilities: { experimental: 5, extensions: { 'dev.sigil/defersTools': true } } }, false],
])('a client that %s', (_what, members, defers) => {
  expect(defersTools(clientOf(members), ['known'])).toBe(defers);
});
