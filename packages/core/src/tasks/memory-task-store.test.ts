import { describe, expect, test } from 'vitest';
import { openMemoryTaskStore } from './memory-task-store.js';
import type { Task } from './task.js';
import { clockAt } from '../model/clock.test-support.js';

const caps = { maxTasks: 10, maxTasksPerOwner: 2, maxTasksPerClient: 10 };

function taskOf(taskId: string, members: Partial<Task> = {}): Task {
  return {
    taskId,
    owner: 'ada',
    status: 'working',
    createdAtMs: 0,
    lastUpdatedAtMs: 0,
    ttlMs: 100,
    pollIntervalMs: 1,
    inputRequests: {},
    inputResponses: {},
    version: 1,
    ...members,
  };
}

describe('tasks in memory', () => {
  test('can be had until they expire', async () => {
    let now = 0;
    const store = openMemoryTaskStore(clockAt(() => now));
    await store.create(taskOf('a'), caps);

    now = 99;
    const before = await store.get('a');
    now = 100;

    expect(before).toEqual(taskOf('a'));
    expect(await store.get('a')).toBeUndefined();
    expect(await store.list('ada', undefined, 10)).toEqual([]);
  });

  test('are not more than the caps say, until some expire', async () => {
    let now = 0;
    const store = openMemoryTaskStore(clockAt(() => now));
    const create = (taskId: string, owner: string) =>
      store.create(taskOf(taskId, { owner, createdAtMs: now }), {
        maxTasks: 4,
        maxTasksPerOwner: 2,
        maxTasksPerClient: 10,
      });

    const made = [await create('a', 'ada'), await create('b', 'ada'), await create('c', 'ada')];
    const others = [await create('d', 'bo'), await create('e', ''), await create('f', 'cy')];
    now = 100;

    expect(made).toEqual([undefined, undefined, 'maxTasksPerOwner']);
    expect(others).toEqual([undefined, undefined, 'maxTasks']);
    expect(await store.get('c')).toBeUndefined();
    expect(await create('c', 'ada')).toBeUndefined();
  });

  test('have no cap of their own where nobody is identified', async () => {
    const store = openMemoryTaskStore(clockAt(() => 0));

    const made = ['a', 'b', 'c'].map((taskId) => store.create(taskOf(taskId, { owner: '' }), caps));

    expect(await Promise.all(made)).toEqual([undefined, undefined, undefined]);
  });

  test('change only from the version that is known', async () => {
    const store = openMemoryTaskStore(clockAt(() => 0));
    const next = taskOf('a', { status: 'completed', version: 2 });
    await store.create(taskOf('a'), caps);

    expect(await store.update(next, 1)).toBe(true);
    expect(await store.update(taskOf('a', { version: 2 }), 1)).toBe(false);
    expect(await store.update(taskOf('b'), 1)).toBe(false);
    expect(await store.get('a')).toEqual(next);
  });

  test('are listed by owner, by creation and after a place', async () => {
    const store = openMemoryTaskStore(clockAt(() => 0));
    const tasks = [taskOf('c', { createdAtMs: 2 }), taskOf('b', { createdAtMs: 1 }), taskOf('a', { createdAtMs: 2 })];
    for (const task of [...tasks, taskOf('x', { owner: 'bo' })])
      await store.create(task, { ...caps, maxTasksPerOwner: 9 });
    const idsAfter = async (after: Task | undefined, most: number) =>
      (await store.list('ada', after, most)).map(({ taskId }) => taskId);

    expect(await idsAfter(undefined, 10)).toEqual(['b', 'a', 'c']);
    expect(await idsAfter(undefined, 2)).toEqual(['b', 'a']);
    expect(await idsAfter(tasks[2], 10)).toEqual(['c']);
    expect(await idsAfter(taskOf('gone', { createdAtMs: 1 }), 10)).toEqual(['a', 'c']);
  });

  test('tell who listens of changes and deletions, and no longer who does not', async () => {
    const store = openMemoryTaskStore(clockAt(() => 0));
    const told: string[] = [];
    const stop = store.onChange((taskId) => void told.push(taskId));
    await store.create(taskOf('a'), caps);

    await store.update(taskOf('a', { version: 2 }), 1);
    await store.update(taskOf('a', { version: 3 }), 1);
    await store.delete('a');
    await store.delete('a');
    const before = [...told];
    stop();
    await store.create(taskOf('b'), caps);
    await store.delete('b');

    expect(before).toEqual(['a', 'a']);
    expect(told).toEqual(before);
  });
});
