import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { ToolResult } from '../catalog/catalog.js';
import type { JsonObject } from '../model/json.js';
import { openMemoryTaskStore } from '../tasks/memory-task-store.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { codeOf, engineOf } from './engine.test-support.js';
import { legacyClient, legacyClientOf, modernClient, taskIdOf, taskIn } from './tasks.test-support.js';

const jobWith = (meta: object) =>
  toolOf('job', async (): Promise<ToolResult> => ({ ...text('done'), meta: meta as JsonObject }), { task: 'optional' });
const asTask: JsonObject = { name: 'job', task: {} };

describe('the `_meta` of a result', () => {
  const stamped = jobWith({ 'dev.example/stamp': 'é "1"' });

  test('is returned by `tasks/result`, together with the related task', async () => {
    const client = await legacyClient([stamped]);

    const plain = await client.result('tools/call', { name: 'job' });
    const taskId = await taskIdOf(client, asTask);
    const result = await client.result('tasks/result', { taskId });

    expect(plain['_meta']).toEqual({ 'dev.example/stamp': 'é "1"' });
    expect(result).toEqual({
      ...plain,
      _meta: { 'dev.example/stamp': 'é "1"', [metaKeys.relatedTask]: { taskId } },
    });
  });

  test('names only its own task as the related task', async () => {
    const client = await legacyClient([jobWith({ [metaKeys.relatedTask]: { taskId: 'of another server' } })]);

    const taskId = await taskIdOf(client, asTask);
    const result = await client.result('tasks/result', { taskId });

    expect(result['_meta']).toEqual({ [metaKeys.relatedTask]: { taskId } });
  });

  test('is part of the result in the task of a modern client', async () => {
    const client = modernClient([{ ...stamped, definition: { ...stamped.definition, task: 'required' } }]);

    const task = await taskIn(client, await taskIdOf(client, { name: 'job' }), 'completed');

    expect(task['result']).toEqual({
      resultType: 'complete',
      content: [{ type: 'text', text: 'done' }],
      isError: false,
      _meta: { 'dev.example/stamp': 'é "1"' },
    });
  });

  test('still names the capability that the client lacks', async () => {
    const needy = toolOf(
      'job',
      async (_input, context) => {
        context.requireClient({ sampling: {} });
        return text('done');
      },
      { task: 'optional' },
    );
    const client = await legacyClient([needy]);

    const plain = await client.result('tools/call', { name: 'job' });
    const result = await client.result('tasks/result', { taskId: await taskIdOf(client, asTask) });

    expect(plain['_meta']).toEqual({ 'dev.sigil/requiredCapabilities': { sampling: {} } });
    expect(result['_meta']).toMatchObject({ 'dev.sigil/requiredCapabilities': { sampling: {} } });
  });

  test('is stored as plain JSON, as it was when the call ended', async () => {
    const taskStore = openMemoryTaskStore();
    const meta = { at: new Date(0), count: 1 };
    const client = await legacyClientOf(engineOf(catalogOf({ tools: [jobWith(meta)] }), { taskStore }));

    const taskId = await taskIdOf(client, asTask);
    await taskIn(client, taskId, 'completed');
    meta.count = 2;
    const kept = await taskStore.get(taskId);
    const result = await client.result('tasks/result', { taskId });

    expect(result['_meta']).toMatchObject({ at: '1970-01-01T00:00:00.000Z', count: 1 });
    expect(JSON.parse(JSON.stringify(kept))).toEqual(kept);
  });

  test('fails the task, like the call, when JSON cannot represent it', async () => {
    const client = await legacyClient([jobWith({ count: 1n })]);

    const plain = await client.ask('tools/call', { name: 'job' });
    const taskId = await taskIdOf(client, asTask);
    await taskIn(client, taskId, 'failed');
    const answer = await client.ask('tasks/result', { taskId });

    expect([codeOf(plain), codeOf(answer)]).toEqual([-32603, -32603]);
  });
});
