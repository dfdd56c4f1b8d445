import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { FormSchema } from '../model/asking.js';
import { systemClock, type Clock } from '../model/clock.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { openMemoryTaskStore } from '../tasks/memory-task-store.js';
import { deferred, engineOf, settled } from './engine.test-support.js';
import { modernClient, modernClientOf, taskIdOf, taskIn, tasksCapability } from './tasks.test-support.js';

const named: FormSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const question = (message: string) => ({ mode: 'form', message, requestedSchema: named });
const accept = (name: string): JsonObject => ({ action: 'accept', content: { name } });

/** A clock whose waits of that length end immediately. */
function clockWithout(length: number): Clock {
  const after: Clock['after'] = (ms, run) => {
    if (ms !== length) return systemClock.after(ms, run);
    run();
    return () => undefined;
  };
  return { ...systemClock, after };
}

/** Asks two questions in sequence, as a task. */
const interview = toolOf(
  'interview',
  async (_input, context) => {
    const first = await context.elicit('First?', named, { key: 'who' });
    const second = await context.elicit('Second?', named, { key: 'who' });
    return text(`${JSON.stringify(first)} ${JSON.stringify(second)}`);
  },
  { task: 'required' },
);

describe('questions of a task', () => {
  test('stay in the task until they are answered, each under its own key', async () => {
    const client = modernClient([interview]);
    const taskId = await taskIdOf(client, { name: 'interview' });

    const first = await taskIn(client, taskId, 'input_required');
    const acknowledged = await client.result('tasks/update', { taskId, inputResponses: { who: accept('Ada') } });
    await settled();
    const second = await taskIn(client, taskId, 'input_required');
    await client.result('tasks/update', { taskId, inputResponses: { 'who-2': accept('Bo') } });
    const done = await taskIn(client, taskId, 'completed');

    expect(first['inputRequests']).toEqual({ who: { method: 'elicitation/create', params: question('First?') } });
    expect(acknowledged).toEqual({ resultType: 'complete', _meta: expect.anything() });
    expect(Object.keys(second['inputRequests'] as JsonObject)).toEqual(['who-2']);
    expect(JSON.stringify(done['result'])).toMatch(/Ada.*Bo/);
    expect(done).not.toHaveProperty('inputRequests');
  });

  test('can be open in parallel and are answered one by one', async () => {
    const tool = toolOf(
      'both',
      async (_input, context) => {
        const asked = ['a', 'b'].map((key) => context.elicit(`${key}?`, named, { key }));
        return text(JSON.stringify(await Promise.all(asked)));
      },
      { task: 'required' },
    );
    const client = modernClient([tool]);
    const taskId = await taskIdOf(client, { name: 'both' });

    const keysNow = async () => {
      await settled();
      const task = await client.result('tasks/get', { taskId });
      return isJsonObject(task['inputRequests']) ? Object.keys(task['inputRequests']) : task['status'];
    };
    const before = await keysNow();
    await client.result('tasks/update', { taskId, inputResponses: { b: accept('Bo'), other: accept('?') } });
    const between = await keysNow();
    await client.result('tasks/update', { taskId, inputResponses: { a: accept('Ada'), b: accept('again') } });

    expect(before).toEqual(['a', 'b']);
    expect(between).toEqual(['a']);
    expect(JSON.stringify((await taskIn(client, taskId, 'completed'))['result'])).toMatch(/Ada.*Bo/);
  });

  test('are asked again under a new key when the answer is invalid', async () => {
    const client = modernClient([interview]);
    const taskId = await taskIdOf(client, { name: 'interview' });
    await taskIn(client, taskId, 'input_required');

    await client.result('tasks/update', {
      taskId,
      inputResponses: { who: { action: 'accept', content: { name: 7 } } },
    });
    await settled();

    const task = await taskIn(client, taskId, 'input_required');
    expect(task['inputRequests']).toEqual({ 'who-2': expect.objectContaining({ params: question('First?') }) });
  });

  test('go to the task even when they are asked while it is being created', async () => {
    const tool = toolOf(
      'hasty',
      async (_input, context) => {
        void context.beginTask();
        return text(JSON.stringify(await context.elicit('First?', named, { key: 'who' })));
      },
      { task: 'optional' },
    );
    const client = modernClient([tool]);
    const taskId = await taskIdOf(client, { name: 'hasty' });

    await taskIn(client, taskId, 'input_required');
    await client.result('tasks/update', { taskId, inputResponses: { who: accept('Ada') } });

    expect(JSON.stringify(await taskIn(client, taskId, 'completed'))).toContain('Ada');
  });

  test('are sent in a round, without a task, when they were asked before it began', async () => {
    const taskStore = openMemoryTaskStore();
    const tool = toolOf(
      'both',
      async (_input, context) => {
        const [answer] = await Promise.all([context.elicit('First?', named), context.beginTask()]);
        return text(JSON.stringify(answer));
      },
      { task: 'optional' },
    );

    const round = await modernClient([tool], { taskStore }).result('tools/call', { name: 'both' });

    expect(round).toMatchObject({ resultType: 'input_required' });
    expect(await taskStore.list('', undefined, 1)).toEqual([]);
  });

  test('that an earlier round answered do not prevent a parallel beginTask()', async () => {
    const tool = toolOf(
      'both',
      async (_input, context) => {
        const asked = context.elicit('First?', named, { key: 'who' });
        const isTask = await context.beginTask();
        return text(JSON.stringify([isTask, await asked]));
      },
      { task: 'optional' },
    );
    const client = modernClient([tool]);
    const round = await client.result('tools/call', { name: 'both' });

    const inputResponses = { who: accept('Ada') };
    const taskId = await taskIdOf(client, { name: 'both', requestState: round['requestState']!, inputResponses });
    const done = await taskIn(client, taskId, 'completed');

    expect(done['result']).toMatchObject({ content: [{ text: JSON.stringify([true, accept('Ada')]) }] });
  });

  test('that are asked before and after a pending beginTask() are sent in one round', async () => {
    const tool = toolOf(
      'both',
      async (_input, context) => {
        const first = context.elicit('First?', named, { key: 'a' });
        const beginning = context.beginTask();
        const second = context.elicit('Second?', named, { key: 'b' });
        return text(JSON.stringify(await Promise.all([beginning, first, second])));
      },
      { task: 'optional' },
    );
    const client = modernClient([tool]);

    const round = await client.result('tools/call', { name: 'both' });
    const inputResponses = { a: accept('Ada'), b: accept('Bo') };
    const taskId = await taskIdOf(client, { name: 'both', requestState: round['requestState']!, inputResponses });
    const done = await taskIn(client, taskId, 'completed');

    expect(Object.keys(round['inputRequests'] as JsonObject)).toEqual(['a', 'b']);
    expect(done['result']).toMatchObject({ content: [{ text: JSON.stringify([true, accept('Ada'), accept('Bo')]) }] });
  });

  test('go to the task when they follow the answer that beginTask() waited for', async () => {
    const tool = toolOf(
      'both',
      async (_input, context) => {
        const first = context.elicit('First?', named, { key: 'a' });
        void context.beginTask();
        return text(JSON.stringify([await first, await context.elicit('Second?', named, { key: 'b' })]));
      },
      { task: 'optional' },
    );
    const client = modernClient([tool]);
    const { requestState } = await client.result('tools/call', { name: 'both' });

    const inputResponses = { a: accept('Ada') };
    const taskId = await taskIdOf(client, { name: 'both', requestState: requestState!, inputResponses });
    await taskIn(client, taskId, 'input_required');
    await client.result('tasks/update', { taskId, inputResponses: { b: accept('Bo') } });

    expect(JSON.stringify((await taskIn(client, taskId, 'completed'))['result'])).toMatch(/Ada.*Bo/);
  });

  test('that have just been answered do not keep a long call from becoming a task', async () => {
    const [answered, gate] = [deferred(), deferred()];
    const tool = toolOf(
      'long',
      async (_input, context) => {
        const answer = await context.elicit('First?', named, { key: 'who' });
        answered.resolve();
        await gate.promise;
        return text(JSON.stringify(answer));
      },
      { task: 'optional' },
    );
    const client = modernClient([tool], { clock: clockWithout(777), limits: { taskAfterMs: 777 } });
    const { requestState } = await client.result('tools/call', { name: 'long' });

    const inputResponses = { who: accept('Ada') };
    const answering = client.result('tools/call', { name: 'long', requestState: requestState!, inputResponses });
    await answered.promise;
    await settled();
    gate.resolve();

    expect(await answering).toMatchObject({ resultType: 'task' });
  });

  test('are not asked again when their round becomes a task before it reads the answers', async () => {
    let rounds = 0;
    const [started, gate] = [deferred(), deferred()];
    const becomesTask: (() => void)[] = [];
    const after: Clock['after'] = (ms, run) => {
      if (ms !== 777) return systemClock.after(ms, run);
      becomesTask.push(run);
      return () => undefined;
    };
    const tool = toolOf(
      'long',
      async (_input, context) => {
        if (++rounds === 2) {
          started.resolve();
          await gate.promise;
        }
        const first = await context.elicit('First?', named, { key: 'a' });
        return text(JSON.stringify([first, await context.elicit('Second?', named, { key: 'b' })]));
      },
      { task: 'optional' },
    );
    const client = modernClient([tool], { clock: { now: systemClock.now, after }, limits: { taskAfterMs: 777 } });
    const { requestState } = await client.result('tools/call', { name: 'long' });

    const inputResponses = { a: accept('Ada') };
    const answering = taskIdOf(client, { name: 'long', requestState: requestState!, inputResponses });
    await started.promise;
    await settled();
    becomesTask.at(-1)!();
    const taskId = await answering;
    gate.resolve();
    const asked = await taskIn(client, taskId, 'input_required');
    await client.result('tasks/update', { taskId, inputResponses: { b: accept('Bo') } });

    expect(Object.keys(asked['inputRequests'] as JsonObject)).toEqual(['b']);
    expect(JSON.stringify((await taskIn(client, taskId, 'completed'))['result'])).toMatch(/Ada.*Bo/);
  });

  test('answers to questions that were not asked are not stored', async () => {
    const taskStore = openMemoryTaskStore();
    const client = modernClient([interview], { taskStore });
    const taskId = await taskIdOf(client, { name: 'interview' });
    await taskIn(client, taskId, 'input_required');

    await client.result('tasks/update', { taskId, inputResponses: { other: accept('?'), __proto__: accept('?') } });

    const { status, inputResponses } = (await taskStore.get(taskId))!;
    expect({ status, inputResponses }).toEqual({ status: 'input_required', inputResponses: {} });
  });

  test('are not sent to a client without the capability', async () => {
    const server = engineOf(catalogOf({ tools: [interview] }));
    const client = modernClientOf(server, tasksCapability);

    const task = await taskIn(client, await taskIdOf(client, { name: 'interview' }), 'completed');

    expect(JSON.stringify(task['result'])).toContain('incapable');
  });
});
