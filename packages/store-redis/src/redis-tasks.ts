/**
 * Keeps the tasks of one server: a hash for each, and sorted sets that count them and keep their owners' order.
 *
 * All keys of a server have one tag: its caps are counted in one script.
 */
import type { Task, TaskCaps, TaskPlace, TaskStore } from '@sigil/core/engine';
import { digestOf, type Keys } from './keys.js';
import { scriptOf, type RedisLink } from './redis-link.js';

/** KEYS: task, all, of the owner by creation, of the owner by expiry, of the client. */
const create = scriptOf(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expires = now + ARGV[3]
local function counts(key, most)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  return redis.call('ZCARD', key) >= tonumber(most)
end
if counts(KEYS[2], ARGV[6]) then return 'maxTasks' end
if ARGV[9] ~= '' and counts(KEYS[4], ARGV[7]) then return 'maxTasksPerOwner' end
if ARGV[10] ~= '' and counts(KEYS[5], ARGV[8]) then return 'maxTasksPerClient' end
redis.call('HSET', KEYS[1], 'json', ARGV[1], 'version', ARGV[2], 'owner', KEYS[3], 'expiry', KEYS[4], 'client', KEYS[5])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
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
    const from = after?.createdAtMs ?? '-inf';
    const places = await this.link.commands.zrange(key, from, '+inf', 'BYSCORE', 'WITHSCORES');
    const ids: string[] = [];
    for (let at = 0; at < places.length; at += 2) {
      const [taskId = '', createdAtMs] = places.slice(at, at + 2);
      const isBefore = after && Number(createdAtMs) === after.createdAtMs && taskId <= after.taskId;
      if (!isBefore) ids.push(taskId);
    }
    const tasks: Task[] = [];
    for (const taskId of ids) {
      if (tasks.length === most) break;
      const task = await this.get(taskId);
      if (task) tasks.push(task);
      else await this.link.commands.zrem(key, taskId);
    }
    return tasks;
  }

  async delete(taskId: string): Promise<void> {
    await this.link.run(remove, [this.#keyOf(taskId), this.#all], [this.#changes, taskId]);
  }

  onChange(listener: (taskId: string) => void): () => void {
    return this.link.follow(this.#changes, listener);
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
