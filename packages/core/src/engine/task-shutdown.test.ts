/** The tasks of a server that stops or is lost. */
import { describe, expect, test, vi } from 'vitest';
import { catalogOf, text, toolOf, type Run } from '../catalog/catalog.test-support.js';
import type { PublishedTool } from '../catalog/catalog.js';
import type { JsonObject } from '../model/json.js';
import { declaredViews } from '../model/views.js';
import { openMemoryTaskStore } from '../tasks/memory-task-store.js';
import type { TaskWorkers } from '../tasks/task-registry.js';
import { deferred, engineOf, settled } from './engine.test-support.js';
import {
  gatedJob,
  legacyClient,
  legacyClientOf,
  modernClient,
  modernClientOf,
  taskIdOf,
  taskIn,
  type TaskClient,
} from './tasks.test-support.js';

const lost = expect.stringContaining('may or may not have taken effect') as string;

/** Processes that share a store of tasks. */
function openDeployment() {
  const taskStore = openMemoryTaskStore();
  const gone = new Set<string>(['']);
  const offers = new Set<(taskId: string) => void>();
  const gaps = new Map<string, () => void>();
  const workerOf = (own: string): TaskWorkers => ({
    own,
    isThere: async (worker) => !gone.has(worker),
    offer: async (taskId) => {
      for (const listener of offers) listener(taskId);
    },
    onOffer: (listener) => (offers.add(listener), () => void offers.delete(listener)),
    onGap: (listener) => (gaps.set(own, listener), () => void gaps.delete(own)),
  });
  return {
    taskStore,
    open: (own: string, tools: readonly PublishedTool[]): TaskClient =>
      modernClient(tools, { taskStore, taskWorkers: workerOf(own) }),
    openWithViews: (
      own: string,
      tools: readonly PublishedTool[],
      openClient: typeof modernClientOf | typeof legacyClientOf,
    ): TaskClient | Promise<TaskClient> => {
      const server = engineOf(catalogOf({ tools }), { taskStore, taskWorkers: workerOf(own) });
      return openClient(server, { extensions: { 'io.modelcontextprotocol/tasks': {}, ...declaredViews } });
    },
    openLegacy: (own: string, tools: readonly PublishedTool[]): Promise<TaskClient> =>
      legacyClient(tools, { taskStore, taskWorkers: workerOf(own) }),
    lose: (own: string) => void gone.add(own),
    wake: (own: string) => gaps.get(own)?.(),
  };
}

/** A resumable job whose first run waits to be released, and whose later runs answer at once. */
function resumableJob(isResumable = true) {
  const runs: { readonly input: JsonObject; readonly signal: AbortSignal; readonly id: string }[] = [];
  const first = deferred();
  const run: Run = async (input, context) => {
    runs.push({ input, signal: context.signal, id: context.principal.id });
    if (runs.length === 1) await first.promise;
    return text(`run ${runs.length}`);
  };
  const tool = toolOf('job', run, { task: 'required' });
  return { tool: isResumable ? { ...tool, isResumable: true as const } : tool, runs, release: () => first.resolve() };
}

describe('a server that stops', () => {
  test('lets a task end within its time', async () => {
    const { tool, began, open } = gatedJob('required');
    const client = modernClient([tool]);
    const taskId = await taskIdOf(client, { name: 'job' });
    await began;

    const finished = client.server.engine.finishTasks({ graceMs: 60_000, isLast: false });
    open();
    await finished;

    expect(await client.result('tasks/get', { taskId })).toMatchObject({ status: 'completed' });
  });

  test('ends a task that takes longer as failed, and aborts its call', async () => {
    const { tool, began, open } = gatedJob('required');
    const client = modernClient([tool]);
    const taskId = await taskIdOf(client, { name: 'job' });
    const signal = await began;

    await client.server.engine.finishTasks({ graceMs: 1, isLast: false });
    open();
    await settled();

    expect(signal.aborted).toBe(true);
    const error = { message: lost };
    expect(await client.result('tasks/get', { taskId })).toMatchObject({ status: 'failed', error });
  });

  test('waits until the outcome was read where nobody else can tell it', async () => {
    const { tool, began } = gatedJob('required');
    const taskStore = openMemoryTaskStore();
    const client = modernClient([tool], { taskStore });
    const taskId = await taskIdOf(client, { name: 'job' });
    await began;
    const isFinished = vi.fn<() => void>();

    const finished = client.server.engine.finishTasks({ graceMs: 1, isLast: true }).then(isFinished);
    await vi.waitFor(async () => expect(await taskStore.get(taskId)).toMatchObject({ status: 'failed' }), 20_000);
    await settled();

    expect(isFinished).not.toHaveBeenCalled();
    await client.result('tasks/get', { taskId });
    await finished;
  });

  test('hands a resumable task over: it begins again, with the same arguments and caller', async () => {
    const { tool, runs, release } = resumableJob();
    const { open } = openDeployment();
    const [one, other] = [open('one', [tool]), open('other', [tool])];
    const taskId = await taskIdOf(one, { name: 'job', arguments: { city: 'Oslo' } });

    await one.server.engine.finishTasks({ graceMs: 1, isLast: false });
    const done = await taskIn(other, taskId, 'completed');
    release();
    await settled();

    expect(done).toMatchObject({ result: { content: [{ text: 'run 2' }] } });
    expect(runs.map(({ input }) => input)).toEqual([{ city: 'Oslo' }, { city: 'Oslo' }]);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
    expect(runs[0]?.signal.aborted).toBe(true);
    expect(await other.result('tasks/get', { taskId })).toEqual(done);
    expect([one.server.faults, other.server.faults, other.server.source.held]).toEqual([[], [], 0]);
  });

  test.each([
    ['modern', modernClientOf, {}],
    ['legacy', legacyClientOf, { task: {} }],
  ] as const)(
    'hands over the task of a tool that is for views only, to a %s client',
    async (_era, openClient, params) => {
      const { tool, runs } = resumableJob();
      const forViews = { ...tool, definition: { ...tool.definition, _meta: { ui: { visibility: ['app'] } } } };
      const { openWithViews } = openDeployment();
      const one = await openWithViews('one', [forViews], openClient);
      await openWithViews('other', [forViews], openClient);
      await taskIdOf(one, { name: 'job', ...params });

      await one.server.engine.finishTasks({ graceMs: 1, isLast: false });

      await vi.waitFor(() => expect(runs).toHaveLength(2), 20_000);
    },
  );

  test('does not take tasks of others over', async () => {
    const { tool, runs } = resumableJob();
    const { open } = openDeployment();
    const [one, other] = [open('one', [tool]), open('other', [tool])];
    const taskId = await taskIdOf(one, { name: 'job' });

    await other.server.engine.finishTasks({ graceMs: 1, isLast: false });
    await one.server.engine.finishTasks({ graceMs: 1, isLast: false });
    const waiting = await other.result('tasks/get', { taskId });
    const third = open('third', [tool]);
    await taskIn(third, taskId, 'completed');

    expect(waiting).toMatchObject({ status: 'working' });
    expect(runs).toHaveLength(2);
  });

  test('ends a resumable task as failed where no other process shares the store', async () => {
    const { tool } = resumableJob();
    const client = modernClient([tool]);
    const taskId = await taskIdOf(client, { name: 'job' });

    await client.server.engine.finishTasks({ graceMs: 1, isLast: false });

    expect(await client.result('tasks/get', { taskId })).toMatchObject({ status: 'failed', error: { message: lost } });
  });

  test('hands a task of a legacy session over', async () => {
    const { tool } = resumableJob();
    const { open, openLegacy, taskStore } = openDeployment();
    const one = await openLegacy('one', [tool]);
    open('other', [tool]);
    const taskId = await taskIdOf(one, { name: 'job', task: {} });

    await one.server.engine.finishTasks({ graceMs: 1, isLast: false });

    await vi.waitFor(async () => expect(await taskStore.get(taskId)).toMatchObject({ status: 'completed' }), 20_000);
  });
});

describe('a server that is lost', () => {
  test('leaves a resumable task that begins again when its client looks at it', async () => {
    const { tool, runs } = resumableJob();
    const { open, lose } = openDeployment();
    const [one, other] = [open('one', [tool]), open('other', [tool])];
    const taskId = await taskIdOf(one, { name: 'job' });

    lose('one');

    expect(await taskIn(other, taskId, 'completed')).toMatchObject({ result: { content: [{ text: 'run 2' }] } });
    expect(runs).toHaveLength(2);
  });

  test('leaves a task that is not resumable, which has failed', async () => {
    const { tool, runs } = resumableJob(false);
    const { open, lose } = openDeployment();
    const [one, other] = [open('one', [tool]), open('other', [tool])];
    const taskId = await taskIdOf(one, { name: 'job' });

    lose('one');

    expect(await other.result('tasks/get', { taskId })).toMatchObject({ status: 'failed', error: { message: lost } });
    expect(runs).toHaveLength(1);
  });

  test('stops its run of a task that another one took over meanwhile', async () => {
    const { tool, runs, release } = resumableJob();
    const { open, lose, wake } = openDeployment();
    const [one, other] = [open('one', [tool]), open('other', [tool])];
    const taskId = await taskIdOf(one, { name: 'job' });
    lose('one');
    const done = await taskIn(other, taskId, 'completed');

    wake('one');
    await vi.waitFor(() => expect(runs[0]?.signal.aborted).toBe(true), 20_000);
    release();
    await settled();

    expect(await other.result('tasks/get', { taskId })).toEqual(done);
  });

  test('was perhaps ended by the task: after three losses the task has failed', async () => {
    const forever = toolOf('job', () => new Promise(() => undefined), { task: 'required' });
    const tool = { ...forever, isResumable: true as const };
    const { open, lose } = openDeployment();
    const names = ['one', 'two', 'three', 'four'];
    const clients = names.map((name) => open(name, [tool]));
    const taskId = await taskIdOf(clients[0]!, { name: 'job' });

    const statuses: unknown[] = [];
    for (const [at, client] of clients.entries()) {
      statuses.push((await client.result('tasks/get', { taskId }))['status']);
      lose(names[at]!);
    }

    expect(statuses).toEqual(['working', 'working', 'working', 'failed']);
  });

  test('leaves a resumable task that fails where its tool is gone', async () => {
    const { tool } = resumableJob();
    const { open, lose } = openDeployment();
    const [one, other] = [open('one', [tool]), open('other', [])];
    const taskId = await taskIdOf(one, { name: 'job' });

    lose('one');

    const error = { message: expect.stringContaining('could not be begun again: no tool named "job"') as string };
    expect(await taskIn(other, taskId, 'failed')).toMatchObject({ error });
  });
});
