/**
 * Keeps events: a Redis stream for each stream of a session, its origin beside it, and an index of the session's streams.
 */
import type { EventPosition, EventStore, KeptStream, StoredEvent, StreamOrigin } from '@sigil/core/stores';
import { digestOf, type Keys } from './keys.js';
import { scriptOf, type RedisLink } from './redis-link.js';

/** Limits on kept events; the oldest go first. */
export interface RedisEventLimits {
  readonly maxEventsPerStream: number;
  /** Above it only the stream's newest event stays. */
  readonly maxEventBytesPerStream: number;
  readonly eventLifetimeMs: number;
}

/**
 * Lua: appends an event and trims the stream.
 *
 * `MAXLEN` does not report what it trims, so each event carries the bytes appended `before` it: the oldest one gives the bytes trimmed.
 */
const append = `
local function append(number, json, last)
  local before = redis.call('HGET', KEYS[2], 'appended') or '0'
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], number .. '-0', 'json', json, 'last', last, 'before', before)
  local appended = redis.call('HINCRBY', KEYS[2], 'appended', #json)
  local gone = tonumber(redis.call('HGET', KEYS[2], 'gone') or 0)
  if appended - gone > tonumber(ARGV[2]) then
    local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1][2]
    gone = oldest[6] or '0'
    if appended - gone > tonumber(ARGV[2]) then
      redis.call('XTRIM', KEYS[1], 'MAXLEN', 1)
      gone = before
    end
    redis.call('HSET', KEYS[2], 'gone', gone)
  end
  if last == '1' then redis.call('HSET', KEYS[2], 'ended', 1) end
end
local function finish()
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[3]) end
  redis.call('PUBLISH', ARGV[4], '')
end
`;

const appendOne = scriptOf(`${append}
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if newest and newest[1] == ARGV[5] .. '-0' and newest[2][2] == ARGV[6] then return end
if redis.call('HGET', KEYS[2], 'ended') then return redis.error_reply('ENDED this stream was ended before') end
if ARGV[8] ~= '' and redis.call('HSETNX', KEYS[2], 'origin', ARGV[8]) == 1 then redis.call('SADD', KEYS[3], ARGV[9]) end
append(ARGV[5], ARGV[6], ARGV[7])
finish()
`);

const endStream = scriptOf(`${append}
if redis.call('EXISTS', KEYS[2]) == 0 or redis.call('HGET', KEYS[2], 'ended') then return 0 end
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local number = math.max(newest and tonumber(string.match(newest[1], '%d+')) or 0, tonumber(ARGV[5]))
for at = 6, #ARGV do
  number = number + 1
  append(string.format('%.0f', number), ARGV[at], '')
end
append(string.format('%.0f', number + 1), '', '1')
finish()
return 1
`);

const findEnds = scriptOf(`
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if not first then return {} end
return { first[1], redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][1] }
`);

const eventsPerRead = 128;

export class RedisEvents implements EventStore {
  constructor(
    private readonly link: RedisLink,
    private readonly keys: Keys,
    private readonly limits: RedisEventLimits,
  ) {}

  async append(session: string, { stream, number, json, isLast }: StoredEvent, origin?: StreamOrigin): Promise<void> {
    const values = [number, json, isLast ? '1' : '', origin ? JSON.stringify(origin) : '', stream];
    await this.link.run(appendOne, this.#keysOf(session, stream), [...this.#settingsOf(session, stream), ...values]);
  }

  async replayAfter(
    session: string,
    { stream, number }: EventPosition,
    send: (event: StoredEvent) => void,
  ): Promise<boolean> {
    const [key = ''] = this.#keysOf(session, stream);
    const [first, last] = ((await this.link.run(findEnds, [key], [])) as string[]).map(numberOf); // ids of entries
    if (first === undefined || last === undefined || number > last || number + 1 < first) return false;
    for (let place = number; place < last;) {
      const entries = await this.link.commands.xrange(key, `(${place}-0`, `${last}-0`, 'COUNT', eventsPerRead);
      // The entries were trimmed meanwhile. The reader sees the stream end, comes back and gets the error.
      if (entries.length === 0) break;
      for (const [id, [, json = '', , isLast]] of entries) {
        place = numberOf(id);
        send({ stream, number: place, json, ...(isLast === '1' ? { isLast: true } : {}) });
      }
    }
    return true;
  }

  async findStream(session: string, stream: string): Promise<KeptStream | undefined> {
    const [key = '', about = ''] = this.#keysOf(session, stream);
    const [origin, ended] = await this.link.commands.hmget(about, 'origin', 'ended');
    if (!origin) return undefined;
    const [, last] = (await this.link.run(findEnds, [key], [])) as string[]; // ids of entries
    const lastNumber = last === undefined ? 0 : numberOf(last);
    return { ...(JSON.parse(origin) as StreamOrigin), lastNumber, isEnded: ended === '1' }; // only `append` writes it
  }

  async endStream(session: string, { stream, number }: EventPosition, messages: readonly string[]): Promise<boolean> {
    const values = [...this.#settingsOf(session, stream), number, ...messages];
    return (await this.link.run(endStream, this.#keysOf(session, stream), values)) === 1;
  }

  onAppend(session: string, stream: string, listener: () => void): () => void {
    const stopFollowing = this.link.follow(this.#channelOf(session, stream), listener);
    const stopGap = this.link.onGap(listener);
    return () => {
      stopFollowing();
      stopGap();
    };
  }

  async forget(session: string): Promise<void> {
    const index = this.keys.of('streams', digestOf(session));
    const streams = await this.link.commands.smembers(index);
    const keys = streams.flatMap((stream) => this.#keysOf(session, stream).slice(0, 2));
    await this.link.commands.del(index, ...keys);
  }

  #keysOf(session: string, stream: string): readonly string[] {
    const tag = digestOf(session);
    return [this.keys.of('events', tag, stream), this.keys.of('origin', tag, stream), this.keys.of('streams', tag)];
  }

  #channelOf(session: string, stream: string): string {
    return this.keys.of('appended', digestOf(session), stream);
  }

  #settingsOf(session: string, stream: string): readonly (string | number)[] {
    const { maxEventsPerStream, maxEventBytesPerStream, eventLifetimeMs } = this.limits;
    return [maxEventsPerStream, maxEventBytesPerStream, eventLifetimeMs, this.#channelOf(session, stream)];
  }
}

function numberOf(id: string): number {
  return Number.parseInt(id, 10);
}
