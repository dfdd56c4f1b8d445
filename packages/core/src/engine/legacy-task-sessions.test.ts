import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { PublishedTool } from '../catalog/catalog.js';
import type { FormSchema } from '../model/asking.js';
import type { JsonObject } from '../model/json.js';
import { openMemoryTaskStore } from '../tasks/memory-task-store.js';
import type { EngineOptions } from './engine.js';
import type { Outlet } from '../calls/outlet.js';
import {
  callIn,
  codeOf,
  collect,
  deferred,
  engineOf,
  initializeOf,
  latestLegacy,
  resultIn,
  settled,
} from './engine.test-support.js';
import { gatedJob, legacyClient, taskIdOf, taskIn, type TaskClient } from './tasks.test-support.js';

const named: FormSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const relatedTo = (taskId: string) => ({ 'io.modelcontextprotocol/related-task': { taskId } });

const quick = toolOf('quick', async () => text('done'), { task: 'optional' });
const asAsked: JsonObject = { name: 'job', task: {} };

/** Returns the server's messages that are not answers. */
function told({ talk }: TaskClient): JsonObject[] {
  return talk.sent.filter((message) => 'method' in message);
}

describe('messages of a task', () => {
  const asking = toolOf(
    'job',
    async (_input, context) => {
      await context.reportProgress(1, 2, 'half way');
      return text(JSON.stringify(await context.elicit('Who?', named)));
    },
    { task: 'optional' },
  );

  test('report progress, questions and each new status under the id of the task', async () => {
    const client = await legacyClient([asking]);
    const taskId = await taskIdOf(client, { ...asAsked, _meta: { progressToken: 'p' } });
    await taskIn(client, taskId, 'input_required');

    const question = told(client).find(({ method }) => method === 'elicitation/create')!;
    const answer = { action: 'accept', content: { name: 'Ada' } };
    await client.talk.send({ jsonrpc: '2.0', id: question['id']!, result: answer });
    const result = await client.result('tasks/result', { taskId });

    const progress = { progressToken: 'p', progress: 1, total: 2, message: 'half way', _meta: relatedTo(taskId) };
    expect(told(client)).toContainEqual({ jsonrpc: '2.0', method: 'notifications/progress', params: progress });
    expect(question).toMatchObject({ params: { message: 'Who?', _meta: relatedTo(taskId) } });
    expect(result).toMatchObject({ content: [{ text: JSON.stringify(answer) }] });
    const statuses = told(client).filter(({ method }) => method === 'notifications/tasks/status');
    expect(statuses.map(({ params }) => params)).toMatchObject([
      { taskId, status: 'working' },
      { taskId, status: 'input_required' },
      { taskId, status: 'working' },
      { taskId, status: 'completed' },
    ]);
  });

  /** A session whose standing outlet cannot carry questions, and a task in it. */
  async function taskInSession(tool: PublishedTool, options: Partial<EngineOptions> = {}) {
    const { engine } = engineOf(catalogOf({ tools: [tool] }), options);
    const [standing, call] = [collect(), collect()];
    const session = engine.openSession({ ...standing.outlet, carriesRequests: false });
    const post = (message: JsonObject, outlet: Outlet) => {
      const incoming = engine.read(JSON.stringify(message));
      if (incoming.kind !== 'legacy') throw new Error('expected a legacy message');
      return session.receive(incoming, outlet);
    };
    const { params, ...handshake } = initializeOf(latestLegacy.date);
    const capable = { ...(params as JsonObject), capabilities: { elicitation: {} } };
    await post({ ...handshake, params: capable }, collect().outlet);
    await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, collect().outlet);
    await post(callIn(latestLegacy, 1, asAsked), call.outlet);
    const { taskId } = resultIn(call.sent[0])['task'] as { taskId: string };
    const askForResult = (outlet: Outlet, id = 2) =>
      post({ jsonrpc: '2.0', id, method: 'tasks/result', params: { taskId } }, outlet);
    return { standing, call, post, askForResult };
  }

  test('use the connection that waits for the result when no other can carry questions', async () => {
    const { standing, call, post, askForResult } = await taskInSession(asking);
    const waiting = collect();
    await settled();

    const sentBefore = standing.sent.filter((message) => 'id' in message);
    const answered = askForResult(waiting.outlet);
    await settled();
    const question = waiting.sent.find(({ method }) => method === 'elicitation/create')!;
    await post({ jsonrpc: '2.0', id: question['id']!, result: { action: 'decline' } }, collect().outlet);
    await answered;

    expect(sentBefore).toEqual([]);
    expect(resultIn(waiting.sent.at(-1))).toMatchObject({ content: [{ text: '{"action":"decline"}' }] });
    expect(call.sent).toHaveLength(1);
  });

  test('do not include a question that timed out before any connection could carry it', async () => {
    const [gaveUp, gate] = [deferred(), deferred()];
    const impatient = toolOf(
      'job',
      async (_input, context) => {
        await context.elicit('Who?', named).catch(() => gaveUp.resolve());
        await gate.promise;
        return text('done');
      },
      { task: 'optional' },
    );
    const { standing, askForResult } = await taskInSession(impatient, { limits: { askTimeoutMs: 1 } });
    const waiting = collect();
    await gaveUp.promise;

    const answered = askForResult(waiting.outlet);
    await settled();
    gate.resolve();
    await answered;

    const sent = [...standing.sent, ...waiting.sent].map(({ method }) => method);
    expect(sent).not.toContain('elicitation/create');
    expect(sent).not.toContain('notifications/cancelled');
    expect(resultIn(waiting.sent.at(-1))).toMatchObject({ content: [{ text: 'done' }] });
  });

  test('skip a connection that is gone', async () => {
    const gate = deferred();
    const later = toolOf(
      'job',
      async (_input, context) => {
        await gate.promise;
        return text(JSON.stringify(await context.elicit('Who?', named)));
      },
      { task: 'optional' },
    );
    const { post, askForResult } = await taskInSession(later);
    const [gone, waiting] = [collect(), collect()];
    let isGone = false;
    const leaving: Outlet = {
      ...gone.outlet,
      get carriesRequests() {
        return !isGone;
      },
    };
    const answered = [askForResult(waiting.outlet), askForResult(leaving, 3)];
    await settled();

    isGone = true;
    gate.resolve();
    await settled();
    const question = waiting.sent.find(({ method }) => method === 'elicitation/create');
    await post({ jsonrpc: '2.0', id: question?.['id'] ?? 0, result: { action: 'decline' } }, collect().outlet);
    await Promise.all(answered);

    expect(question).toBeDefined();
    expect(gone.sent.filter((message) => 'method' in message)).toEqual([]);
  });
});

describe('the end of the session', () => {
  test('ends its tasks and forgets them', async () => {
    const { tool, began } = gatedJob('optional');
    const taskStore = openMemoryTaskStore();
    const client = await legacyClient([tool, quick], { taskStore });
    const taskIds = [await taskIdOf(client, asAsked), await taskIdOf(client, { name: 'quick', task: {} })];
    const signal = await began;

    client.talk.close();
    await settled();

    expect(signal.aborted).toBe(true);
    expect(await Promise.all(taskIds.map((taskId) => taskStore.get(taskId)))).toEqual([undefined, undefined]);
  });

  test('does not affect tasks when each request has its own session', async () => {
    const { tool, open } = gatedJob('optional');
    const { engine } = engineOf(catalogOf({ tools: [tool] }));
    const post = async (message: JsonObject) => {
      const { outlet, sent } = collect();
      const session = engine.openSession({ send: async () => undefined }, latestLegacy.date);
      const incoming = engine.read(JSON.stringify(message));
      if (incoming.kind === 'legacy') await session.receive(incoming, outlet);
      session.close();
      return sent.at(-1);
    };
    const created = resultIn(await post(callIn(latestLegacy, 1, asAsked)));
    const params = { taskId: (created['task'] as JsonObject)['taskId']! };

    open();
    await settled();

    const fetched = await post({ jsonrpc: '2.0', id: 2, method: 'tasks/get', params });
    expect(resultIn(fetched)).toMatchObject({ status: 'completed' });
    expect(codeOf(await post({ jsonrpc: '2.0', id: 3, method: 'tasks/list' }))).toBe(-32601);
  });
});
