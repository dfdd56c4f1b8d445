/**
 * A contract for every session store: another process finds what one process keeps, for as long as the session lives.
 */
import type { SessionStore, SessionWishes } from '@sigil/core/stores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** A store as two processes see it; in one process both may be the same object. */
export interface OpenSessionStores {
  readonly stores: readonly [SessionStore, SessionStore];
  /** Lets at least this much of the store's time pass. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

const long = { idleMs: 60_000, lifetimeMs: 600_000 };
const none: SessionWishes = { resources: [] };
const wish = { subscribe: 'demo://a' } as const;

/** @param open an empty store */
export function runSessionStoreContract(name: string, open: () => Promise<OpenSessionStores>): void {
  describe(`sessions ${name}`, () => {
    let opened: OpenSessionStores;
    let one: SessionStore;
    let other: SessionStore;
    beforeEach(async () => {
      opened = await open();
      [one, other] = opened.stores;
    });
    afterEach(() => opened.close());

    test('are found by every process, and unknown ids are not found', async () => {
      await one.open('a', long);

      expect(await other.find('a')).toEqual(none);
      expect(await other.find('b')).toBeUndefined();
      expect(await other.find('__proto__')).toBeUndefined();
    });

    test('keep the subscriptions and log level that were set through any process', async () => {
      await one.open('a', long);

      const kept = await Promise.all([
        one.keepWish('a', { subscribe: 'demo://a' }),
        other.keepWish('a', { subscribe: 'demo://b' }),
        one.keepWish('a', { subscribe: 'demo://c' }),
        other.keepWish('a', { logLevel: 'debug' }),
      ]);
      expect(await one.keepWish('a', { logLevel: 'error' })).toBe(true);
      expect(await other.keepWish('a', { unsubscribe: 'demo://c' })).toBe(true);
      const { resources, logLevel } = (await other.find('a')) ?? none;

      expect(kept).toEqual([true, true, true, true]);
      expect([...resources].sort()).toEqual(['demo://a', 'demo://b']);
      expect(logLevel).toBe('error');
    });

    test('are gone for every process once they end, and then store nothing', async () => {
      await one.open('a', long);

      expect([await other.end('a'), await one.end('a')]).toEqual([true, false]);

      expect(await one.find('a')).toBeUndefined();
      expect(await one.touch('a')).toBe(false);
      expect(await one.keepWish('a', wish)).toBe(false);
      expect(await one.listen('a', 'x')).toEqual({ held: [] });
      expect(await one.hold('a', 'm', { most: 2 })).toBeUndefined();
      expect(await one.find('a')).toBeUndefined();
    });

    test('expire when they are not used for their idle time', async () => {
      await one.open('short', { idleMs: 40, lifetimeMs: 600_000 });
      await one.open('long', long);

      await opened.pass(60);

      expect(await other.find('short')).toBeUndefined();
      expect(await other.touch('short')).toBe(false);
      expect(await other.touch('long')).toBe(true);
    });

    test('expire at the end of their lifetime, even if they are in use', async () => {
      await one.open('a', { idleMs: 60_000, lifetimeMs: 40 });
      await other.touch('a');
      await other.keepWish('a', wish);

      await opened.pass(60);
      await other.touch('a');

      expect(await other.find('a')).toBeUndefined();
    });

    test('hold messages until the client listens, without duplicates and dropping the oldest', async () => {
      await one.open('a', long);
      for (const message of ['a', 'b', 'a', 'c']) {
        expect(await one.hold('a', message, { most: 2 })).toBeUndefined();
      }

      expect(await other.listen('a', 'here')).toEqual({ held: ['a', 'c'] });

      expect(await one.hold('a', 'd', { most: 2 })).toBe('here');
      expect(await other.listen('a', 'there')).toEqual({ held: [], before: 'here' });
      expect(await other.listen('a', 'there')).toEqual({ held: [] });
      expect(await one.find('a')).toEqual({ ...none, listener: 'there' });
    });

    test('hold messages again after the client stops listening or its process is gone', async () => {
      await one.open('a', long);
      await one.listen('a', 'here');
      await one.endListening('a', 'elsewhere');
      expect(await one.hold('a', 'm', { most: 2 })).toBe('here');

      await one.endListening('a', 'here');
      expect(await one.hold('a', 'm', { most: 2 })).toBeUndefined();
      expect(await one.listen('a', 'here')).toEqual({ held: ['m'] });

      expect(await one.hold('a', 'n', { most: 2, unless: 'elsewhere' })).toBe('here');
      expect(await one.hold('a', 'n', { most: 2, unless: 'here' })).toBeUndefined();
      expect(await one.listen('a', 'there')).toEqual({ held: ['n'] });
    });

    test('are announced when another process changes or ends them', async () => {
      await one.open('a', long);
      const told = new Set<string>();
      const wished = `a ${JSON.stringify(wish)}`;
      let tell = (): void => undefined;
      const stop = other.onChange((session, change) => {
        told.add(change.kind === 'wish' ? `${session} ${JSON.stringify(change.wish)}` : `${session} ${change.kind}`);
        tell();
      });
      const heard = async (what: string, act: () => Promise<unknown>): Promise<void> => {
        // A remote store may need a moment to register the listener.
        for (let tries = 0; tries < 500 && !told.has(what); tries++) {
          const next = new Promise<void>((resolve) => (tell = resolve));
          await act();
          await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 5))]);
        }
      };

      await heard(wished, () => one.keepWish('a', wish));
      await heard('a ended', async () => {
        await one.open('a', long);
        await one.end('a');
      });
      stop();

      expect([...told].sort()).toEqual(['a ended', wished]);
    });
  });
}
