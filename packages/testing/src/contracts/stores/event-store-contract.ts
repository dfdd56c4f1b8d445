/**
 * A contract for every event store: it replays events in order, to their own session only, and ends a stream once.
 */
import type { EventStore, StoredEvent } from '@sigil/core/stores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** A store as two processes see it; in one process both may be the same object. */
export interface OpenEventStores {
  readonly stores: readonly [EventStore, EventStore];
  close(): Promise<void>;
}

const origin = { sender: 'replica', requests: [7, 'seven'] };

/** @param open an empty store that keeps at least a thousand events of a stream */
export function runEventStoreContract(name: string, open: () => Promise<OpenEventStores>): void {
  describe(`an event store ${name}`, () => {
    let opened: OpenEventStores;
    let one: EventStore;
    let other: EventStore;
    beforeEach(async () => {
      opened = await open();
      [one, other] = opened.stores;
    });
    afterEach(() => opened.close());

    const append = async (place: string, ...texts: string[]): Promise<void> => {
      const [session = '', stream = ''] = place.split('/');
      let number = (await one.findStream(session, stream))?.lastNumber ?? 0;
      for (const json of texts) await one.append(session, { stream, number: ++number, json }, origin);
    };
    const replay = async (place: string, number: number): Promise<string[] | 'unknown'> => {
      const [session = '', stream = ''] = place.split('/');
      const sent: StoredEvent[] = [];
      const isKnown = await other.replayAfter(session, { stream, number }, (event) => void sent.push(event));
      expect(sent.every((event, at) => event.stream === stream && event.number === number + at + 1)).toBe(true);
      return isKnown ? sent.map(({ json }) => json) : 'unknown';
    };

    // Rules: 64
    test('events after a given number are replayed in order, without those of other streams or sessions', async () => {
      await append('a/1', 'one', '', 'thrée');
      await append('a/2', 'other stream');
      await append('b/1', 'other session');

      expect(await replay('a/1', 0)).toEqual(['one', '', 'thrée']);
      expect(await replay('a/1', 1)).toEqual(['', 'thrée']);
      expect(await replay('a/1', 3)).toEqual([]);
    });

    test.each([
      ['session', 'c/1', 1],
      ['stream', 'a/9', 1],
      ['number', 'a/1', 4],
      ['session, named after a prototype', '__proto__/1', 1],
    ])('a replay reports an unknown %s', async (_what, place, number) => {
      await append('a/1', 'one', 'two', 'three');

      expect(await replay(place, number)).toBe('unknown');
    });

    test('a stream is found with its sender, its requests and its last number', async () => {
      await append('a/1', 'one', 'two');

      expect(await other.findStream('a', '1')).toEqual({ ...origin, lastNumber: 2, isEnded: false });
      expect(await other.findStream('a', '2')).toBeUndefined();
    });

    test('the last event ends its stream, and a later append is rejected', async () => {
      await append('a/1', 'one');
      await one.append('a', { stream: '1', number: 2, json: 'two', isLast: true });

      const sent: StoredEvent[] = [];
      await other.replayAfter('a', { stream: '1', number: 0 }, (event) => void sent.push(event));

      expect(sent.map(({ isLast }) => isLast ?? false)).toEqual([false, true]);
      expect(await other.findStream('a', '1')).toMatchObject({ isEnded: true });
      await expect(one.append('a', { stream: '1', number: 3, json: 'three' })).rejects.toThrow();
      expect(await replay('a/1', 2)).toEqual([]);
    });

    test('only one of several concurrent calls ends a stream', async () => {
      await append('a/1', 'one');

      const ended = await Promise.all(
        [one, other, one].map((store) => store.endStream('a', { stream: '1', number: 1 }, ['gone', 'too'])),
      );

      expect(ended.filter(Boolean)).toEqual([true]);
      expect(await replay('a/1', 1)).toEqual(['gone', 'too', '']);
      await expect(one.append('a', { stream: '1', number: 2, json: 'late' })).rejects.toThrow();
      expect(await one.endStream('a', { stream: 'unknown', number: 0 }, [])).toBe(false);
    });

    test('an ended stream continues above the number that its reader has', async () => {
      await append('a/1', 'one');

      await other.endStream('a', { stream: '1', number: 7 }, ['gone']);
      const sent: StoredEvent[] = [];
      await one.replayAfter('a', { stream: '1', number: 1 }, (event) => void sent.push(event));

      expect(sent.map(({ number, json }) => [number, json])).toEqual([
        [8, 'gone'],
        [9, ''],
      ]);
    });

    test('the newest event may be stored twice, and counts once', async () => {
      await append('a/1', 'one');
      const last = { stream: '1', number: 2, json: 'two', isLast: true } as const;

      await one.append('a', last);
      await one.append('a', last);

      expect(await replay('a/1', 0)).toEqual(['one', 'two']);
    });

    test('numbers may be missing, and the events around them are replayed', async () => {
      await append('a/1', 'one', 'two');
      await one.append('a', { stream: '1', number: 5, json: 'five' });

      const numbers: number[] = [];
      const isKnown = await other.replayAfter(
        'a',
        { stream: '1', number: 1 },
        ({ number }) => void numbers.push(number),
      );

      expect([isKnown, numbers]).toEqual([true, [2, 5]]);
    });

    test('a listener is notified of events that are appended to its stream', async () => {
      await append('a/1', 'one');
      const news: number[] = [];
      let number = 1;
      const stop = other.onAppend('a', '1', () => void news.push(number));

      // A remote store may need a moment to register the listener.
      while (news.length === 0 && number < 500) {
        await one.append('a', { stream: '1', number: ++number, json: 'next' });
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      stop();

      expect(news).not.toEqual([]);
    });

    test('forgetting a session removes its streams and keeps other sessions', async () => {
      await append('a/1', 'one');
      await append('a/2', 'one');
      await append('b/1', 'two');

      await one.forget('a');

      expect(await replay('a/1', 0)).toBe('unknown');
      expect(await other.findStream('a', '2')).toBeUndefined();
      expect(await replay('b/1', 0)).toEqual(['two']);
    });
  });
}
