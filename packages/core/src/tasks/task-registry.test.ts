import { describe, expect, test } from 'vitest';
import { Clients } from '../callers/clients.js';
import { defaultLimits } from '../calls/limits.js';
import { clockAt } from '../model/clock.test-support.js';
import { openMemoryTaskStore } from './memory-task-store.js';
import { TaskRegistry } from './task-registry.js';
import type { TaskStatus } from './task.js';
import type { TaskStore } from './task-store.js';

const atZero = clockAt(() => 0);

function deskOver(clock = atZero): TaskRegistry {
  const store = openMemoryTaskStore(clock);
  return new TaskRegistry({ store, limits: defaultLimits, clock, reportFault: () => undefined });
}

const ends: readonly TaskStatus[] = ['completed', 'failed', 'cancelled'];

describe('a task', () => {
  test.each(ends.flatMap((end) => [...ends, 'working', 'input_required'].map((next) => [end, next])))(
    'that is %s never becomes %s',
    async (end, next) => {
      const registry = deskOver();
      const { taskId } = await registry.create({ owner: 'ada', client: undefined }, {});

      await registry.change(taskId, () => ({ status: end as TaskStatus, statusMessage: 'over' }));
      const after = await registry.change(taskId, () => ({ status: next as TaskStatus, statusMessage: 'again' }));

      expect(after).toMatchObject({ status: end, statusMessage: 'over', version: 2 });
    },
  );

  test('loses no change when several come at once', async () => {
    const registry = deskOver();
    const { taskId } = await registry.create({ owner: 'ada', client: undefined }, {});
    const add = (key: string) =>
      registry.change(taskId, ({ inputRequests }) => ({ inputRequests: { ...inputRequests, [key]: {} } }));

    await Promise.all(['a', 'b', 'c'].map(add));

    expect(await registry.find(taskId, 'ada')).toMatchObject({ inputRequests: { a: {}, b: {}, c: {} }, version: 4 });
  });

  test('records when it last changed', async () => {
    let now = 5;
    const registry = deskOver(clockAt(() => now));
    const { taskId } = await registry.create({ owner: 'ada', client: undefined }, {});

    now = 9;
    await registry.change(taskId, () => ({ status: 'input_required' }));

    expect(await registry.find(taskId, 'ada')).toMatchObject({ createdAtMs: 5, lastUpdatedAtMs: 9 });
  });

  test('is visible only to its owner', async () => {
    const registry = deskOver();
    const { taskId } = await registry.create({ owner: 'ada', client: undefined }, {});

    await expect(registry.require(taskId, 'bo')).rejects.toMatchObject({ kind: 'invalid-params' });
    await expect(registry.require(taskId, '')).rejects.toMatchObject({ kind: 'invalid-params' });
    expect(await registry.require(taskId, 'ada')).toMatchObject({ taskId });
  });

  test.each([
    [{}, 3_600_000],
    [{ ttlMs: 0 }, 1],
    [{ ttlMs: -5 }, 1],
    [{ ttlMs: Number.NaN }, 1],
    [{ ttlMs: 1.5 }, 1],
    [{ ttlMs: Infinity }, 86_400_000],
  ])('created with %j gets an integer ttl within the limits', async (terms, ttlMs) => {
    expect(await deskOver().create({ owner: 'ada', client: undefined }, terms)).toMatchObject({ ttlMs });
  });
});

test('a client is limited to its share of maxTasks, and another client still gets its own', async () => {
  const clients = new Clients({ clientSharePercent: 50 });
  const limits = { ...defaultLimits, maxTasks: 4 };
  const store = openMemoryTaskStore(atZero);
  const registry = new TaskRegistry({ store, limits, clock: atZero, reportFault: () => undefined });
  const make = (address: string) => registry.create({ owner: '', client: clients.of(address) }, {});

  await make('192.0.2.1');
  await make('192.0.2.1');
  const refused = make('192.0.2.1');

  await expect(refused).rejects.toThrow(
    'a client has at most 2 tasks (limit maxTasks, of which a client has clientSharePercent); try again later',
  );
  await expect(make('192.0.2.2')).resolves.toMatchObject({ client: '192.0.2.2' });
});

describe('a task of another process', () => {
  const alive = new Set(['one', 'other']);
  const store = openMemoryTaskStore(atZero);
  const registryOf = (own: string): TaskRegistry => {
    const nothing = (): (() => void) => () => undefined;
    const isThere = async (worker: string): Promise<boolean> => alive.has(worker);
    const workers = { own, isThere, offer: async () => undefined, onOffer: nothing, onGap: nothing };
    return new TaskRegistry({ store, limits: defaultLimits, clock: atZero, reportFault: () => undefined, workers });
  };

  test('continues while the process lives, and fails once the process is gone', async () => {
    const one = registryOf('one');
    const other = registryOf('other');
    const { taskId } = await one.create({ owner: 'ada', client: undefined }, {});

    const before = await other.find(taskId, 'ada');
    alive.delete('one');
    const own = await one.find(taskId, 'ada');
    const after = await other.find(taskId, 'ada');

    expect([before?.status, own?.status]).toEqual(['working', 'working']);
    expect(after).toMatchObject({ status: 'failed', outcome: { kind: 'error' } });
    expect(after?.statusMessage).toContain('may or may not have taken effect');
  });

  test('keeps its final status after the process is gone', async () => {
    const one = registryOf('one');
    const { taskId } = await one.create({ owner: 'ada', client: undefined }, {});
    await one.cancel(taskId, 'no longer wanted');
    alive.delete('one');

    expect(await registryOf('other').find(taskId, 'ada')).toMatchObject({ status: 'cancelled' });
  });
});

test('a store that does not answer is reported, and clients read that they can try again', async () => {
  const faults: unknown[] = [];
  const gone = new Error('connect ECONNREFUSED 10.0.0.7:6379');
  const store: TaskStore = {
    ...openMemoryTaskStore(atZero),
    create: () => Promise.reject(gone),
    get: () => Promise.reject(gone),
    list: () => Promise.reject(gone),
  };
  const reportFault = (_: string, error: unknown): void => void faults.push(error);
  const registry = new TaskRegistry({ store, limits: defaultLimits, clock: atZero, reportFault });
  const refusal = { kind: 'internal-error', message: 'the store of tasks does not answer right now: try again soon' };

  await expect(registry.create({ owner: 'ada', client: undefined }, {})).rejects.toMatchObject(refusal);
  await expect(registry.require('some-task', 'ada')).rejects.toMatchObject(refusal);
  await expect(registry.list('ada', undefined, 10)).rejects.toMatchObject(refusal);

  expect(faults).toEqual([gone, gone, gone]);
});
