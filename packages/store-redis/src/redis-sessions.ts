/**
 * Keeps sessions: a hash for each, and a sorted set of the messages it holds; both are deleted when the session ends.
 */
import { isJsonObject, type JsonValue, type LogLevel } from '@sigil/core';
import { isLogLevel } from '@sigil/core/catalog';
import type { KeptSession, Listening, SessionAges, SessionChange, SessionStore, SessionWish } from '@sigil/core/stores';
import { digestOf, type Keys } from './keys.js';
import { readJson, shapeError } from './read-json.js';
import { scriptOf, type RedisLink } from './redis-link.js';

/** A change as published; without a wish it is the session's end. */
interface Change {
  readonly session: string;
  readonly wish?: SessionWish;
}

/** Prefix of the fields that record resource subscriptions. */
const subscribed = 'resource:';

/** Lua: renews the session, up to its lifetime. */
const renew = `
local function renew()
  local ages = redis.call('HMGET', KEYS[1], 'until', 'idle')
  if not ages[1] then return false end
  local time = redis.call('TIME')
  local left = math.min(tonumber(ages[2]), tonumber(ages[1]) - (time[1] * 1000 + math.floor(time[2] / 1000)))
  if left < 1 then
    redis.call('DEL', KEYS[1], KEYS[2])
    return false
  end
  redis.call('PEXPIRE', KEYS[1], left)
  redis.call('PEXPIRE', KEYS[2], left)
  return true
end
`;

/** Lua: a full memory refuses only a script's first write, and only if it may need more memory. */
const open = scriptOf(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'idle', ARGV[1])
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], 'idle', ARGV[1], 'until', now + ARGV[2])
redis.call('PEXPIRE', KEYS[1], math.min(ARGV[1], ARGV[2]))
`);

const touch = scriptOf(`${renew}
return renew() and 1 or 0
`);

/** Lua: `ARGV[1]` is `HSET` or `HDEL`, `ARGV[2]` a field, `ARGV[3]` its value. */
const keepWish = scriptOf(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if ARGV[1] == 'HSET' then redis.call('HSET', KEYS[1], ARGV[2], ARGV[3]) else redis.call('HDEL', KEYS[1], ARGV[2]) end
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 1
`);

const listen = scriptOf(`
if redis.call('EXISTS', KEYS[1]) == 0 then return { '' } end
local found = { redis.call('HGET', KEYS[1], 'listener') or '' }
redis.call('HSET', KEYS[1], 'listener', ARGV[1])
for _, message in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do found[#found + 1] = message end
redis.call('DEL', KEYS[2])
return found
`);

const endListening = scriptOf(`
if redis.call('HGET', KEYS[1], 'listener') == ARGV[1] then redis.call('HDEL', KEYS[1], 'listener') end
`);

/** Lua: counts first, the write that a full memory refuses. */
const hold = scriptOf(`
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local listener = redis.call('HGET', KEYS[1], 'listener')
if listener and listener ~= ARGV[3] then return listener end
local place = redis.call('HINCRBY', KEYS[1], 'held', 1)
redis.call('HDEL', KEYS[1], 'listener')
redis.call('ZADD', KEYS[2], place, ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1 - ARGV[2])
redis.call('PEXPIRE', KEYS[2], redis.call('PTTL', KEYS[1]))
return false
`);

const end = scriptOf(`
redis.call('DEL', KEYS[2])
if redis.call('DEL', KEYS[1]) == 0 then return 0 end
redis.call('PUBLISH', ARGV[1], ARGV[2])
return 1
`);

export class RedisSessions implements SessionStore {
  readonly #changes: string;

  constructor(
    private readonly link: RedisLink,
    private readonly keys: Keys,
  ) {
    this.#changes = keys.of('changes', 'sessions');
  }

  async open(session: string, { idleMs, lifetimeMs }: SessionAges): Promise<void> {
    await this.link.run(open, this.#keysOf(session), [idleMs, lifetimeMs]);
  }

  async find(session: string): Promise<KeptSession | undefined> {
    const [key = ''] = this.#keysOf(session);
    const { idle, listener, logLevel, ...others } = await this.link.commands.hgetall(key);
    if (!idle) return undefined;
    const fields = Object.keys(others).filter((field) => field.startsWith(subscribed));
    return {
      resources: fields.map((field) => field.slice(subscribed.length)),
      ...(logLevel ? { logLevel: logLevel as LogLevel } : {}), // only `keepWish` writes it
      ...(listener ? { listener } : {}),
    };
  }

  async touch(session: string): Promise<boolean> {
    return (await this.link.run(touch, this.#keysOf(session), [])) === 1;
  }

  async keepWish(session: string, wish: SessionWish): Promise<boolean> {
    const values = [...fieldOf(wish), this.#changes, JSON.stringify({ session, wish })];
    return (await this.link.run(keepWish, this.#keysOf(session), values)) === 1;
  }

  async listen(session: string, process: string): Promise<Listening> {
    const found = (await this.link.run(listen, this.#keysOf(session), [process])) as string[]; // all that the script returns
    const [before = '', ...held] = found;
    return before === '' || before === process ? { held } : { held, before };
  }

  async endListening(session: string, process: string): Promise<void> {
    await this.link.run(endListening, this.#keysOf(session), [process]);
  }

  async hold(
    session: string,
    message: string,
    { most, unless = '' }: { most: number; unless?: string },
  ): Promise<string | undefined> {
    const listener = await this.link.run(hold, this.#keysOf(session), [message, most, unless]);
    return typeof listener === 'string' ? listener : undefined;
  }

  async end(session: string): Promise<boolean> {
    return (await this.link.run(end, this.#keysOf(session), [this.#changes, JSON.stringify({ session })])) === 1;
  }

  onChange(listener: (session: string, change: SessionChange) => void): () => void {
    return this.link.follow(this.#changes, (message) => {
      const { session, wish } = readChange(message);
      listener(session, wish ? { kind: 'wish', wish } : { kind: 'ended' });
    });
  }

  #keysOf(session: string): readonly string[] {
    const tag = digestOf(session);
    return [this.keys.of('session', tag), this.keys.of('held', tag)];
  }
}

/** Returns the command for the field of a wish, the field and its value. */
function fieldOf(wish: SessionWish): readonly [command: 'HSET' | 'HDEL', field: string, value: string] {
  if ('logLevel' in wish) return ['HSET', 'logLevel', wish.logLevel];
  if ('subscribe' in wish) return ['HSET', `${subscribed}${wish.subscribe}`, '1'];
  return ['HDEL', `${subscribed}${wish.unsubscribe}`, ''];
}

function readChange(message: string): Change {
  const change = readJson(message);
  if (!isJsonObject(change)) throw shapeError('a change');
  const { session, wish } = change;
  if (typeof session !== 'string') throw shapeError('a change');
  if (wish === undefined) return { session };
  if (!isWish(wish)) throw shapeError('a wish');
  return { session, wish };
}

function isWish(wish: JsonValue): wish is JsonValue & SessionWish {
  if (!isJsonObject(wish)) return false;
  const { logLevel, subscribe, unsubscribe } = wish;
  const wished = [logLevel, subscribe, unsubscribe].filter((value) => value !== undefined);
  if (wished.length !== 1 || typeof wished[0] !== 'string') return false;
  return logLevel === undefined || isLogLevel(logLevel);
}
