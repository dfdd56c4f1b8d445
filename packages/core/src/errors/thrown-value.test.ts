import { expect, test } from 'vitest';
import { describeThrown, isInstance, tameThrown, UnreadableError } from './thrown-value.js';

function refuse(): never {
  throw new Error('a trap');
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable(new Error('x'), {});
  revoke();
  return proxy;
}

const unreadable: readonly (readonly [string, unknown])[] = [
  ['a revoked proxy', revoked()],
  [
    'a proxy whose every trap throws',
    new Proxy(new Error('x'), { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse }),
  ],
  ['an error whose message throws', Object.defineProperty(new Error('x'), 'message', { get: refuse })],
  ['an error whose stack throws', Object.defineProperty(new Error('x'), 'stack', { get: refuse })],
  ['an error whose code throws', Object.defineProperty(new Error('x'), 'code', { get: refuse })],
  ['an error whose cause throws', Object.defineProperty(new Error('x'), 'cause', { get: refuse })],
];

test.each(unreadable)('%s can be described, class-checked and replaced without throwing', (_what, thrown) => {
  expect(describeThrown(thrown)).toEqual(expect.any(String));
  expect(isInstance(thrown, TypeError)).toBe(false);
  expect(tameThrown(thrown)).toBeInstanceOf(UnreadableError);
});

test.each([undefined, null, 7, 'text', Symbol('s'), 10n, () => 1, { a: 1 }, new Error('fine')])(
  'readable values are kept unchanged',
  (thrown) => {
    expect(tameThrown(thrown)).toBe(thrown);
    expect(describeThrown(thrown)).toEqual(expect.any(String));
  },
);

test('causes are described, and a cycle of causes ends', () => {
  const round: Error & { cause?: unknown } = new Error('round');
  round.cause = new Error('and round', { cause: round });

  const text = describeThrown(round, { withStack: () => false });

  expect(text).toBe('round\n  because: and round');
});

test('a huge message is cut', () => {
  expect(describeThrown(new Error('x'.repeat(10_000_000))).length).toBeLessThan(20_000);
});
