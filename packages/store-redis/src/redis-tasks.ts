/**
 * Keeps the tasks of one server: a hash for each, and sorted sets that count them and keep each owner's order.
 *
 * All keys of a server share one tag, because one script counts all its caps.
 */
import type { Task, TaskCaps, TaskPlace, TaskStore } from '@sigil/core/internal';
import { digestOf, type Keys } from './keys.js';
import { scriptOf, type RedisLink } from './redis-link.js';

/**
 * KEYS: task, all, of the owner by creation, of the owner by expiry, of the client.
 *
 * Expired entries are removed after the task is written: a full memory refuses a script's first write unless it removes something.
 */
const create = scriptOf(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expires = now + ARGV[3]
local function counts(key, most)
  return redis.call('ZCOUNT', key, '(' .. string.format('%.0f', now), '+inf') >= tonumber(most)
end
if counts(KEYS[2], ARGV[6]) then return 'maxTasks' end
if ARGV[9] ~= '' and counts(KEYS[4], ARGV[7]) then return 'maxTasksPerOwner' end
if ARGV[10] ~= '' and counts(KEYS[5], ARGV[8]) then return 'maxTasksPerClient' end
redis.call('HSET', KEYS[1], 'json', ARGV[1], 'version', ARGV[2], 'owner', KEYS[3], 'expiry', KEYS[4], 'client', KEYS[5])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
repeat
  local over = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', 0, 1000)
  if #over > 0 then
    redis.call('ZREM', KEYS[3], unpack(over))
    redis.call('ZREM', KEYS[4], unpack(over))
  end
until #over < 1000
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', now)
redis.call('ZADD', KEYS[2], expires, ARGV[5])
redis.call('ZADD', KEYS[3], ARGV[4], ARGV[5])
redis.call('ZADD', KEYS[4], expires, ARGV[5])
redis.call('ZADD', KEYS[5], expires, ARGV[5])
for at = 2, 5 do
  if redis.call('PTTL', KEYS[at]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[at], ARGV[3]) end
end
return false
`);

const update = scriptOf(`
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'json', ARGV[2], 'version', ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 1
`);

const remove = scriptOf(`
local sets = redis.call('HMGET', KEYS[1], 'owner', 'expiry', 'client')
if redis.call('DEL', KEYS[1]) == 0 then return end
redis.call('ZREM', KEYS[2], ARGV[2])
for _, set in ipairs(sets) do redis.call('ZREM', set, ARGV[2]) end
redis.call('PUBLISH', ARGV[1], ARGV[2])
`);

/** KEYS: tasks, read until enough are found. An absent one is false, which Redis sends as nil. */
const readSome = scriptOf(`
local found, living = {}, 0
for at, key in ipairs(KEYS) do
  found[at] = redis.call('HGET', key, 'json')
  if found[at] then living = living + 1 end
  if living >= tonumber(ARGV[1]) then break end
end
return found
`);

/** Extra entries read beyond a page: tasks of its first millisecond that were on the page before, and expired ones. */
const moreThanPage = 200;

export class RedisTasks implements TaskStore {
  readonly #tag: string;
  readonly #changes: string;

  constructor(
    private readonly link: RedisLink,
    private readonly keys: Keys,
    server: string,
  ) {
    this.#tag = `tasks ${server}`;
    this.#changes = keys.of('changes', this.#tag);
  }

  async create(
    task: Task,
    { maxTasks, maxTasksPerOwner, maxTasksPerClient }: TaskCaps,
  ): Promise<keyof TaskCaps | undefined> {
    const { taskId, version, ttlMs, createdAtMs, owner, client = '' } = task;
    const keys = [
      this.#keyOf(taskId),
      this.#all,
      this.#ownedBy(owner),
      this.#set('expiry', owner),
      this.#set('client', client),
    ];
    const values = [JSON.stringify(task), version, ttlMs, createdAtMs, taskId];
    const caps = [maxTasks, maxTasksPerOwner, maxTasksPerClient, owner, client];
    const cap = await this.link.run(create, keys, [...values, ...caps]);
    return typeof cap === 'string' ? (cap as keyof TaskCaps) : undefined; // the script names one
  }

  async get(taskId: string): Promise<Task | undefined> {
    const json = await this.link.commands.hget(this.#keyOf(taskId), 'json');
    return json ? readTask(json) : undefined;
  }

  async update(next: Task, version: number): Promise<boolean> {
    const values = [version, JSON.stringify(next), next.version, this.#changes, next.taskId];
    return (await this.link.run(update, [this.#keyOf(next.taskId)], values)) === 1;
  }

  async list(owner: string, after: TaskPlace | undefined, most: number): Promise<readonly Task[]> {
    const key = this.#ownedBy(owner);
    const listed = new Map<string, Task>();
    let size = most + moreThanPage;
    let from: string | number = after?.createdAtMs ?? '-inf';
    for (;;) {
      const places = await this.#placesFrom(key, from, size);
      const fresh = places.filter(({ taskId, createdAtMs }) => {
        const isBefore = after && createdAtMs === after.createdAtMs && taskId <= after.taskId;
        return !isBefore && !listed.has(taskId);
      });
      for (const task of await this.#read(key, fresh, most - listed.size)) listed.set(task.taskId, task);
      const last = places.at(-1);
      if (!last || places.length < size || listed.size >= most) return [...listed.values()];
      // Continue by time, not by offset, as entries may be removed meanwhile. If one millisecond fills the page, read a longer page.
      if (last.createdAtMs === from) size *= 2;
      from = last.createdAtMs;
    }
  }

  async #placesFrom(key: string, from: string | number, most: number): Promise<readonly TaskPlace[]> {
    const found = await this.link.commands.zrange(key, from, '+inf', 'BYSCORE', 'LIMIT', 0, most, 'WITHSCORES');
    return Array.from({ length: found.length / 2 }, (_, at) => ({
      taskId: found[2 * at] ?? '',
      createdAtMs: Number(found[2 * at + 1]),
    }));
  }

  /** Reads the first tasks of these places, and removes the places of expired ones. */
  async #read(key: string, places: readonly TaskPlace[], most: number): Promise<readonly Task[]> {
    if (places.length === 0) return [];
    const keys = places.map(({ taskId }) => this.#keyOf(taskId));
    const found = (await this.link.run(readSome, keys, [most])) as readonly (string | null)[]; // what the script returns
    const over = places.filter((_, at) => found[at] === null).map(({ taskId }) => taskId);
    if (over.length > 0) await this.link.commands.zrem(key, ...over);
    return found.filter((json) => json !== null).map(readTask);
  }

  async delete(taskId: string): Promise<void> {
    await this.link.run(remove, [this.#keyOf(taskId), this.#all], [this.#changes, taskId]);
  }

  onChange(listener: (taskId: string | undefined) => void): () => void {
    const stopFollowing = this.link.follow(this.#changes, listener);
    const stopGap = this.link.onGap(() => listener(undefined));
    return () => {
      stopFollowing();
      stopGap();
    };
  }

  get #all(): string {
    return this.keys.of('all', this.#tag);
  }

  #keyOf(taskId: string): string {
    return this.keys.of('task', this.#tag, digestOf(taskId));
  }

  #ownedBy(owner: string): string {
    return this.#set('owner', owner);
  }

  #set(kind: string, whose: string): string {
    return this.keys.of(kind, this.#tag, digestOf(whose));
  }
}

function readTask(json: string): Task {
  return JSON.parse(json) as Task; // only `create` and `update` write it
}
