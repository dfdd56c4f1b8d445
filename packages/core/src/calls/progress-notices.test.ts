import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../model/json.js';
import { progressEvent, type RunningEvent } from '../model/stream-event.js';
import { ProgressNotices, type NoticeOptions } from './progress-notices.js';
import { systemClock } from '../model/clock.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(options: Partial<NoticeOptions> = {}) {
  const sent: JsonObject[] = [];
  let dropped = 0;
  const notices = new ProgressNotices({
    clock: systemClock,
    progressToken: 't',
    hasMessages: true,
    maxPerSecond: 1_000,
    send: (members) => void sent.push(JSON.parse(`{${members}}`) as JsonObject),
    onDropped: () => void dropped++,
    follower: () => undefined,
    ...options,
  });
  return { notices, sent, dropped: () => dropped };
}

function contentOf(content: string): RunningEvent {
  return { type: 'content', content };
}

const messagesOf = (sent: readonly JsonObject[]): unknown[] => sent.map(({ message }) => message);
const numbersOf = (sent: readonly JsonObject[]): number[] => sent.map(({ progress }) => Number(progress));

describe('progress messages', () => {
  test('a long value is cut to its beginning, never within a character', () => {
    const { notices, sent } = open();

    void notices.report({ type: 'content', content: ['x'.repeat(997) + '😀'.repeat(9)] });

    expect(messagesOf(sent)).toEqual([`["${'x'.repeat(997)}…`]);
  });

  test('values are numbered from 1, with text as it is and other JSON compact', () => {
    const { notices, sent } = open();

    void notices.report(contentOf('a b'));
    void notices.report({ type: 'content', content: { c: [1] } });
    void notices.report({ type: 'toolUse', name: 'search', input: {} });

    expect(sent).toEqual([
      { progressToken: 't', progress: 1, message: 'a b' },
      { progressToken: 't', progress: 2, message: '{"c":[1]}' },
      { progressToken: 't', progress: 3, message: 'Using tool: search' },
    ]);
  });

  test('long JSON is cut, long text is not', () => {
    const { notices, sent } = open();

    void notices.report({ type: 'content', content: ['x'.repeat(5_000)] });
    void notices.report(contentOf('x'.repeat(5_000)));

    expect(messagesOf(sent).map((message) => String(message).length)).toEqual([1_001, 5_000]);
  });

  test('numbers keep growing when values are mixed with the author’s own progress', () => {
    const { notices, sent } = open();

    void notices.report(progressEvent(0.1, 1));
    for (let count = 0; count < 100; count++) void notices.report(contentOf('more'));
    void notices.report(progressEvent(0.2, 1, 'a fifth'));
    void notices.report(progressEvent(2 ** 52));
    void notices.report(contentOf('far'));

    const numbers = numbersOf(sent);
    expect(numbers.every((number, index) => index === 0 || number > numbers[index - 1]!)).toBe(true);
    expect(sent).toHaveLength(104);
    expect(sent[1]).toMatchObject({ total: 1, message: 'more' });
    expect(sent[101]).toEqual({ progressToken: 't', progress: 0.2, total: 1, message: 'a fifth' });
  });

  test('numbers that do not increase are skipped', () => {
    const { notices, sent } = open();

    for (const number of [1, 1, 0, Number.NaN, 2]) void notices.report(progressEvent(number));

    expect(numbersOf(sent)).toEqual([1, 2]);
  });

  test('a peer without a token gets no messages, but a follower of the call does', () => {
    const followed: string[] = [];
    const { notices, sent } = open({
      progressToken: undefined,
      follower: () => (message) => void followed.push(message),
    });

    void notices.report(contentOf('a'));
    void notices.report(progressEvent(1, 2, 'b'));

    expect(sent).toEqual([]);
    expect(followed).toEqual(['a', 'b']);
  });
});

describe('progress over the rate limit', () => {
  test('is reduced to the newest message, which is sent as soon as the limit allows', () => {
    const { notices, sent, dropped } = open({ maxPerSecond: 2 });

    for (const text of ['a', 'b', 'c', 'd', 'e']) void notices.report(contentOf(text));
    expect(messagesOf(sent)).toEqual(['a', 'b']);
    vi.advanceTimersByTime(500);

    expect(messagesOf(sent)).toEqual(['a', 'b', 'e']);
    expect(numbersOf(sent)).toEqual([1, 2, 5]);
    expect(dropped()).toBe(2);
  });

  test('is flushed before the result: the newest message is sent at once and no timer is left', () => {
    const { notices, sent } = open({ maxPerSecond: 1 });

    for (const text of ['a', 'b', 'c']) void notices.report(contentOf(text));
    void notices.flush();

    expect(messagesOf(sent)).toEqual(['a', 'c']);
    expect(notices.flush()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not occur in a steady stream at the limit', () => {
    const { notices, sent, dropped } = open({ maxPerSecond: 10 });

    for (let count = 0; count < 50; count++) {
      void notices.report(contentOf(String(count)));
      vi.advanceTimersByTime(100);
    }

    expect(sent).toHaveLength(50);
    expect(dropped()).toBe(0);
  });

  test('is discarded when the call closes', () => {
    const { notices, sent } = open({ maxPerSecond: 1 });

    for (const text of ['a', 'b']) void notices.report(contentOf(text));
    notices.close();
    vi.advanceTimersByTime(5_000);

    expect(messagesOf(sent)).toEqual(['a']);
  });
});
