import { describe, expect, test } from 'vitest';
import { clientKeyOf } from './client-key.js';
import { Clients } from './clients.js';
import { describeFull } from './describe-full.js';
import { localPrincipal } from '../model/principal.js';

describe('clientKeyOf', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, ''],
  ])('maps the address %s to the client %s', (address, key) => {
    expect(clientKeyOf(address)).toBe(key);
  });
});

test('a client is limited to its share, and another client still gets its own', () => {
  const clients = new Clients({ maxListenStreams: 10, clientSharePercent: 30 });
  const [one, other] = [clients.of('192.0.2.1'), clients.of('192.0.2.2')];

  const full = one.listenStreams.take(4);

  expect(full && describeFull(full)).toBe(
    'this client has its share of limit maxListenStreams in use (3 of 10, limit clientSharePercent): try again later',
  );
  expect(one.listenStreams.take(3)).toBeUndefined();
  expect(other.listenStreams.take(3)).toBeUndefined();
});

test('the message names the whole limit when all of it is in use', () => {
  const clients = new Clients({ maxListenStreams: 1 });
  clients.of('192.0.2.1').listenStreams.take(1);

  const full = clients.of('192.0.2.2').listenStreams.take(1);

  expect(full && describeFull(full)).toBe('all of limit maxListenStreams (1) is in use: try again later');
});

test('a connection is limited to its part of the client’s budget', () => {
  const clients = new Clients({ maxAnswerBytes: 100, maxAnswerBytesPerConnection: 10 });
  const connection = clients.of('192.0.2.1').connect();

  const full = connection.answerBytes.take(11);

  expect(full && describeFull(full)).toContain('maxAnswerBytesPerConnection');
});

test('the client of a pipe may use the whole limit', () => {
  const clients = new Clients({ maxNativeStreams: 10 });

  expect(clients.of(undefined).nativeStreams.take(10)).toBeUndefined();
});

test('a caller with a principal is counted by principal, not by address', () => {
  const clients = new Clients({ maxSessions: 10, clientSharePercent: 30 });
  const [ann, bob] = ['ann', 'bob'].map((id) => ({ id, issuer: 'https://id.example', scopes: [], claims: {} }));

  clients.of('192.0.2.1', ann).sessions.take(3);

  expect(clients.of('192.0.2.2', { ...ann! }).sessions.take(1)).toBeDefined();
  expect(clients.of('192.0.2.1', bob).sessions.take(1)).toBeUndefined();
  expect(clients.of('192.0.2.1').sessions.take(1)).toBeUndefined();
  expect(clients.of(undefined, localPrincipal).sessions.take(3)).toBeUndefined();
});

test('a forgotten client reports isForgotten', () => {
  const clients = new Clients();
  const [idle, kept] = [clients.of('192.0.2.1'), clients.of('192.0.2.2')];
  kept.sessions.take(1);

  for (let at = 0; at < 1_000; at++) clients.of(`10.0.${at >> 8}.${at & 255}`);

  expect([idle.isForgotten, kept.isForgotten]).toEqual([true, false]);
});

test('addresses of one IPv6 /64 network share one client', () => {
  const clients = new Clients();

  expect(clients.of('2001:db8::1')).toBe(clients.of('2001:db8::2'));
});

test('clients with nothing in use are forgotten, and the others are kept', () => {
  const clients = new Clients();
  const kept = clients.of('192.0.2.1');
  kept.sessions.take(1);

  for (let at = 0; at < 10_000; at++) clients.of(`10.0.${at >> 8}.${at & 255}`);

  expect(clients.size).toBeLessThan(200);
  expect(clients.of('192.0.2.1')).toBe(kept);
});

test.each([
  [{ maxAnswerBytes: 0 }, 'limit maxAnswerBytes must be a whole number of at least 1, got 0'],
  [{ clientSharePercent: 101 }, 'limit clientSharePercent must be at most 100, got 101'],
])('invalid limits are rejected by name: %j', (limits, message) => {
  expect(() => new Clients(limits)).toThrow(new RangeError(message));
});
