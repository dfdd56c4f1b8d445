/**
 * Publishes notices and letters. A disconnected process loses both, which `onGap` reports.
 */
import { randomBytes } from 'node:crypto';
import { isJsonObject, type JsonValue } from '@sigil/core';
import type { Mailbox, Notices } from '@sigil/core/stores';
import type { Keys } from './keys.js';
import { readJson, shapeError } from './read-json.js';
import type { RedisLink } from './redis-link.js';

interface Letter {
  readonly topic: string;
  readonly letter: JsonValue;
}

/** @returns the notices of every process with these keys */
export function openNotices(link: RedisLink, keys: Keys): Notices {
  const channelOf = (topic: string): string => keys.of('notices', topic);
  return {
    async publish(topic, notice) {
      await link.commands.publish(channelOf(topic), JSON.stringify(notice));
    },
    follow: (topic, listener) => link.follow(channelOf(topic), (message) => listener(readJson(message))),
    onGap: (listener) => link.onGap(listener),
  };
}

/** @returns the mailbox of this process, with a new address */
export function openMailbox(link: RedisLink, keys: Keys): Mailbox {
  const address = randomBytes(16).toString('hex');
  const channelOf = (to: string): string => keys.of('letters', to);
  const listeners = new Map<string, Set<(letter: JsonValue) => void>>();
  link.follow(channelOf(address), (message) => {
    const { topic, letter } = readLetter(message);
    for (const listener of [...(listeners.get(topic) ?? [])]) listener(letter);
  });
  return {
    address,
    async send(to, topic, letter) {
      return (await link.commands.publish(channelOf(to), JSON.stringify({ topic, letter }))) > 0;
    },
    receive(topic, listener) {
      const known = listeners.get(topic) ?? new Set();
      listeners.set(topic, known.add(listener));
      return () => void known.delete(listener);
    },
  };
}

function readLetter(message: string): Letter {
  const read = readJson(message);
  if (!isJsonObject(read)) throw shapeError('a letter');
  const { topic, letter } = read;
  if (typeof topic !== 'string' || letter === undefined) throw shapeError('a letter');
  return { topic, letter };
}
