import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestOfCaller, nameOfSession, SessionSealer } from './seal-session.js';

const [key, newer] = [randomBytes(32), randomBytes(32)];
const facts = { offered: '2025-11-25', clientCapabilities: { roots: { listChanged: true } }, caller: 'ada' };

function seal(sealer: SessionSealer, content = facts): string {
  const id = sealer.seal(content);
  if (id === undefined) throw new Error('too long');
  return id;
}

test('a sealed id opens only with the same server and key', () => {
  const id = seal(new SessionSealer([key], 'demo'));

  expect(new SessionSealer([key], 'demo').open(id)).toEqual(facts);
  expect(new SessionSealer([key], 'other').open(id)).toBeUndefined();
  expect(new SessionSealer([newer], 'demo').open(id)).toBeUndefined();
});

test('keys can be rotated: the first one seals, and all of them open', () => {
  const before = seal(new SessionSealer([key], 'demo'));
  const rotating = new SessionSealer([newer, key], 'demo');
  const after = seal(rotating);

  expect([before, after].map((id) => rotating.open(id))).toEqual([facts, facts]);
  expect(new SessionSealer([newer], 'demo').open(after)).toEqual(facts);
});

test('no two ids are equal, and no id reveals its caller', () => {
  const sealer = new SessionSealer([key], 'demo');

  expect(seal(sealer)).not.toBe(seal(sealer));
  expect(Buffer.from(seal(sealer).slice(3), 'base64url').toString('latin1')).not.toContain('ada');
});

test('an id changed at any place does not open', () => {
  const sealer = new SessionSealer([key], 'demo');
  const id = seal(sealer);

  for (let at = 0; at < id.length - 1; at++) {
    const other = id[at] === 'A' ? 'B' : 'A';
    expect(sealer.open(`${id.slice(0, at)}${other}${id.slice(at + 1)}`)).toBeUndefined();
  }
  expect(sealer.open('v1.'.padEnd(100_000, 'A'))).toBeUndefined();
});

test('experimental capabilities are left out if they are long, and longer capabilities get no id', () => {
  const sealer = new SessionSealer([key], 'demo');
  const long = 'x'.repeat(3_000);
  const id = seal(sealer, { ...facts, clientCapabilities: { experimental: { long }, roots: {} } as never });

  expect(sealer.open(id)?.clientCapabilities).toEqual({ roots: {} });
  expect(sealer.seal({ ...facts, clientCapabilities: { roots: { long: long.repeat(3) } } })).toBeUndefined();
});

test('the name of a session does not reveal its id, and callers differ by issuer', () => {
  const principal = (issuer: string) => ({ id: 'ada', issuer, scopes: [], claims: {} });
  const id = seal(new SessionSealer([key], 'demo'));

  expect(id).not.toContain(nameOfSession(id));
  expect(nameOfSession(id)).toMatch(/^[\w-]{22}$/);
  expect(digestOfCaller(principal('one'))).not.toBe(digestOfCaller(principal('other')));
  expect(digestOfCaller(undefined)).toBe('');
});
