/**
 * A contract for every task store: an update names the version it replaces, and a task exists until it expires.
 */
import type { Task, TaskStore } from '@sigil/core/internal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** A store as two processes see it; in one process both may be the same object. */
export interface OpenTaskStores {
  readonly stores: readonly [TaskStore, TaskStore];
  /** The store's time: milliseconds since 1970. */
  now(): number;
  /** Lets at least this much of the store's time pass. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

const caps = { maxTasks: 10, maxTasksPerOwner: 2, maxTasksPerClient: 10 };

/** @param open an empty store */
export function runTaskStoreContract(name: string, open: () => Promise<OpenTaskStores>): void {
  describe(`tasks ${name}`, () => {
    let opened: OpenTaskStores;
    let one: TaskStore;
    let other: TaskStore;
    let begunAt: number;
    beforeEach(async () => {
      opened = await open();
      [one, other] = opened.stores;
      begunAt = opened.now();
    });
    afterEach(() => opened.close());

    const taskOf = (taskId: string, members: Partial<Task> = {}): Task => ({
      taskId,
      owner: 'ada',
      status: 'working',
      createdAtMs: begunAt,
      lastUpdatedAtMs: begunAt,
      ttlMs: 60_000,
      pollIntervalMs: 1,
      inputRequests: {},
      inputResponses: {},
      version: 1,
      ...members,
    });

    test('can be read until they expire', async () => {
      await one.create(taskOf('a', { ttlMs: 80 }), caps);
      await one.create(taskOf('b', { statusMessage: 'é', inputRequests: { key: { method: 'x' } } }), caps);

      const before = await other.get('b');
      await opened.pass(120);

      expect(before).toEqual(taskOf('b', { statusMessage: 'é', inputRequests: { key: { method: 'x' } } }));
      expect(await other.get('a')).toBeUndefined();
      expect((await other.list('ada', undefined, 10)).map(({ taskId }) => taskId)).toEqual(['b']);
    });

    test('are limited per owner and in total until some expire', async () => {
      const create = (taskId: string, owner: string, ttlMs = 60_000) =>
        one.create(taskOf(taskId, { owner, ttlMs }), { maxTasks: 4, maxTasksPerOwner: 2, maxTasksPerClient: 10 });

      const made = [await create('a', 'ada', 80), await create('b', 'ada', 80), await create('c', 'ada')];
      const others = [await create('d', 'bo'), await create('e', ''), await create('f', 'cy')];
      await opened.pass(120);

      expect(made).toEqual([undefined, undefined, 'maxTasksPerOwner']);
      expect(others).toEqual([undefined, undefined, 'maxTasks']);
      expect(await other.get('c')).toBeUndefined();
      expect(await create('c', 'ada')).toBeUndefined();
    });

    test('are limited per client', async () => {
      const create = (taskId: string, client: string) =>
        one.create(taskOf(taskId, { client }), { ...caps, maxTasksPerOwner: 10, maxTasksPerClient: 1 });

      const made = [await create('a', 'x'), await create('b', 'x'), await create('c', 'y')];

      expect(made).toEqual([undefined, 'maxTasksPerClient', undefined]);
    });

    test('have no limit per owner when the owner is not identified', async () => {
      const made = ['a', 'b', 'c'].map((taskId) => one.create(taskOf(taskId, { owner: '' }), caps));

      expect(await Promise.all(made)).toEqual([undefined, undefined, undefined]);
    });

    test('change only from the expected version, and only one of two concurrent updates succeeds', async () => {
      const next = taskOf('a', { status: 'completed', version: 2 });
      await one.create(taskOf('a'), caps);

      const updated = await Promise.all([one.update(next, 1), other.update(next, 1)]);

      expect(updated.filter(Boolean)).toEqual([true]);
      expect(await other.update(taskOf('a', { version: 2 }), 1)).toBe(false);
      expect(await other.update(taskOf('b'), 1)).toBe(false);
      expect(await other.get('a')).toEqual(next);
    });

    test('are listed per owner in order of creation, after a given task', async () => {
      const later = { createdAtMs: begunAt + 2 };
      const tasks = [taskOf('c', later), taskOf('b', { createdAtMs: begunAt + 1 }), taskOf('a', later)];
      for (const task of [...tasks, taskOf('x', { owner: 'bo' })])
        await one.create(task, { ...caps, maxTasksPerOwner: 9 });
      const idsAfter = async (after: Task | undefined, most: number) =>
        (await other.list('ada', after, most)).map(({ taskId }) => taskId);

      expect(await idsAfter(undefined, 10)).toEqual(['b', 'a', 'c']);
      expect(await idsAfter(undefined, 2)).toEqual(['b', 'a']);
      expect(await idsAfter(tasks[2], 10)).toEqual(['c']);
      expect(await idsAfter(taskOf('gone', { createdAtMs: begunAt + 1 }), 10)).toEqual(['a', 'c']);
    });

    test('are gone after they are deleted, and a second deletion is no error', async () => {
      await one.create(taskOf('a'), caps);

      await other.delete('a');
      await other.delete('a');

      expect(await one.get('a')).toBeUndefined();
      expect(await one.list('ada', undefined, 10)).toEqual([]);
    });

    test('notify a listener in another process when they change', async () => {
      const told = new Set<string>();
      const stop = other.onChange((taskId) => void told.add(String(taskId)));
      const change = async (taskId: string): Promise<void> => {
        await one.create(taskOf(taskId, { owner: '' }), { ...caps, maxTasks: 10_000 });
        await one.update(taskOf(taskId, { owner: '', version: 2 }), 1);
      };

      // A remote store may need a moment to register the listener.
      for (let count = 0; told.size === 0 && count < 500; count++) {
        await change(`a${count}`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      await change('b');
      await one.delete('b');
      for (let count = 0; !told.has('b') && count < 500; count++)
        await new Promise((resolve) => setTimeout(resolve, 2));
      stop();

      expect(told.has('b')).toBe(true);
    });
  });
}
