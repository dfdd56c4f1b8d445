/**
 * Contracts for everything that carries messages between processes: notices to all, letters to one.
 */
import type { JsonValue } from '@sigil/core';
import type { Mailbox, Notices } from '@sigil/core/stores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Notices and mailboxes of two processes. */
export interface OpenPosts {
  readonly notices: readonly [Notices, Notices];
  readonly mailboxes: readonly [Mailbox, Mailbox];
  close(): Promise<void>;
}

/** Repeats `act` until the condition holds: a remote store may need a moment to register a listener. */
async function until(isSo: () => boolean, act: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 1_000 && !isSo(); tries++) {
    await act();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** @param open two processes that know each other */
export function runPostContract(name: string, open: () => Promise<OpenPosts>): void {
  describe(`notices and letters ${name}`, () => {
    let opened: OpenPosts;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    test('a notice reaches all followers of its topic, including the sender, and no other topic', async () => {
      const [one, other] = opened.notices;
      const heard: [JsonValue[], JsonValue[], JsonValue[]] = [[], [], []];
      one.follow('lists', (notice) => void heard[0].push(notice));
      other.follow('lists', (notice) => void heard[1].push(notice));
      other.follow('else', (notice) => void heard[2].push(notice));
      const notice = { kind: 'tools', text: 'é "quoted"\n', list: [1, null, true] };

      await until(
        () => heard[0].length > 0 && heard[1].length > 0,
        () => one.publish('lists', notice),
      );

      expect(heard[0][0]).toEqual(notice);
      expect(heard[1][0]).toEqual(notice);
      expect(heard[2]).toEqual([]);
    });

    test('notices of one process arrive in order', async () => {
      const [one, other] = opened.notices;
      const heard: JsonValue[] = [];
      other.follow('order', (notice) => void heard.push(notice));
      await until(
        () => heard.length > 0,
        () => one.publish('order', 'ready'),
      );

      await Promise.all(Array.from({ length: 100 }, (_, at) => one.publish('order', at)));
      await until(
        () => heard.at(-1) === 'end',
        () => one.publish('order', 'end'),
      );

      const numbers = heard.filter((it) => typeof it === 'number');
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, at) => at));
    });

    test('a follower that stopped gets no more notices', async () => {
      const [one, other] = opened.notices;
      const stopped: JsonValue[] = [];
      const heard: JsonValue[] = [];
      const stop = other.follow('lists', (notice) => void stopped.push(notice));
      other.follow('lists', (notice) => void heard.push(notice));
      await until(
        () => heard.length > 0,
        () => one.publish('lists', 'before'),
      );

      stop();
      await until(
        () => heard.includes('after'),
        () => one.publish('lists', 'after'),
      );

      expect(stopped).not.toContain('after');
    });

    test('a letter reaches only the process and topic that it is addressed to', async () => {
      const [one, other] = opened.mailboxes;
      const ofOne: JsonValue[] = [];
      const ofOther: JsonValue[] = [];
      const elsewhere: JsonValue[] = [];
      one.receive('answers', (letter) => void ofOne.push(letter));
      other.receive('answers', (letter) => void ofOther.push(letter));
      other.receive('else', (letter) => void elsewhere.push(letter));

      await until(
        () => ofOther.length > 0,
        () => one.send(other.address, 'answers', { id: 1 }),
      );

      expect(one.address).toMatch(/^[A-Za-z0-9]+$/);
      expect(one.address).not.toBe(other.address);
      expect(ofOther[0]).toEqual({ id: 1 });
      expect([ofOne, elsewhere]).toEqual([[], []]);
    });

    test('sending a letter returns whether a process has that address', async () => {
      const [one, other] = opened.mailboxes;
      let isThere = false;

      await until(
        () => isThere,
        async () => (isThere = await one.send(other.address, 'answers', 1)),
      );

      expect(isThere).toBe(true);
      expect(await one.send('nobody', 'answers', 1)).toBe(false);
    });
  });
}
