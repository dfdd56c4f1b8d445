import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import type { Engine } from '@sigil/core/engine';
import type { ModernIncoming } from '@sigil/core/internal';
import { connectInMemory, type ClientAnswers, type McpClient } from '@sigil/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callText } from '../built-plugin.test-support.js';
import {
  engineFor,
  hostFixture,
  noted,
  textOf,
  type Fixture,
  type HostedFixture,
} from './fixture-source.test-support.js';

const legacy = '2025-11-25';
const modern = '2026-07-28';
const kinds = ['inline', 'worker', 'process'] as const;

/** Waits for a file, since a worker and a process see no other sign of the test. */
const untilOpen = `
  const { existsSync } = require("node:fs");
  while (!existsSync(input.gate)) await new Promise((resolve) => setTimeout(resolve, 5));`;
const question = '{ type: "object", properties: { ok: { type: "boolean" } } }';

function versionOf(version: string): Fixture {
  return {
    tools: {
      version: { body: `return "${version}";` },
      hold: { body: `${untilOpen} return "${version}";` },
      job: { body: `${untilOpen} return "${version}";`, task: 'required' },
      ask: {
        body: `const begun = await context.step("begun", () => "${version}");
          const { action } = await context.elicit("Go on?", ${question});
          return begun + " " + action + " ${version}";`,
      },
    },
  };
}

/** Publishes and serves the second, third and fourth version. */
async function saveThrice({ origin, plugin }: HostedFixture): Promise<string[]> {
  const live: string[] = [];
  for (const version of ['two', 'three', 'four']) {
    origin.publish(versionOf(version));
    await plugin.reload();
    live.push((await callText(plugin, 'version')) ?? '');
  }
  return live;
}

async function newGate(): Promise<{ readonly gate: string; readonly open: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-drain-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const gate = join(folder, 'open');
  return { gate, open: () => writeFile(gate, '') };
}

/** A client whose user answers once `answer` is called; `asked` settles with the first question. */
function slowUser(): { readonly answers: ClientAnswers; readonly asked: Promise<void>; readonly answer: () => void } {
  let [answer, tellAsked] = [(): void => undefined, (): void => undefined];
  const asked = new Promise<void>((resolve) => (tellAsked = resolve));
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const elicit = async () => {
    tellAsked();
    await answered;
    return { action: 'accept' as const, content: { ok: true } };
  };
  return { answers: { elicit }, asked, answer: () => answer() };
}

/** Sends one request of the modern era, which may be answered with a task. @returns its result */
async function askModern(engine: Engine, method: string, params: JsonObject): Promise<JsonObject> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
  const incoming = engine.read(JSON.stringify(message)) as ModernIncoming; // it has the envelope of that era
  const answers: JsonObject[] = [];
  await engine.serve(incoming, { send: ({ json }) => void answers.push(JSON.parse(json) as JsonObject) }).done;
  return answers[0]!['result'] as JsonObject;
}

describe.each(kinds)('over the link %s, three saves', (link) => {
  test('go live at once, and a call, a stream and a task of either era end on the code that they began on', async () => {
    const { gate, open } = await newGate();
    const hosted = await hostFixture(versionOf('one'), { link });
    const engine = engineFor(hosted.plugin);
    const older = await connectInMemory(engine, { revision: legacy });
    const newer = await connectInMemory(engine, { revision: modern });

    const calls = [textOf(older, 'hold', { gate }), textOf(newer, 'hold', { gate })];
    const streamed: JsonObject[] = [];
    const stream = engine
      .openStreams()
      .start(
        { method: 'hold', params: { gate } },
        { deliver: async (event) => void streamed.push(event as unknown as JsonObject), refuse: async () => undefined },
      );
    const olderTask = await older.request('tools/call', { name: 'job', arguments: { gate }, task: {} });
    const newerTask = await askModern(engine, 'tools/call', { name: 'job', arguments: { gate } });
    await expect.poll(() => hosted.plugin.serving?.running).toBe(5);
    const live = await saveThrice(hosted);
    const { drainingCalls } = hosted.plugin.serving!;
    await open();

    expect([live, drainingCalls]).toEqual([['two', 'three', 'four'], 5]);
    expect(await Promise.all(calls)).toEqual(['one', 'one']);
    await stream.done;
    expect(JSON.stringify(streamed)).toContain('one');
    const { taskId } = olderTask['task'] as JsonObject;
    expect(JSON.stringify(await older.request('tasks/result', { taskId: taskId! }))).toContain('one');
    const isDone = async () => JSON.stringify(await askModern(engine, 'tasks/get', { taskId: newerTask['taskId']! }));
    await expect.poll(isDone).toContain('"text":"one"');
    await expect.poll(() => hosted.plugin.serving?.draining).toBe(0);
    await Promise.all([older.close(), newer.close()]);
  });

  test.each([legacy, modern])('do not end a question to a client of %s, nor start its call again', async (revision) => {
    const user = slowUser();
    const hosted = await hostFixture(versionOf('one'), { link });
    const client = await connectInMemory(engineFor(hosted.plugin), { revision, answers: user.answers });

    const asking = textOf(client, 'ask');
    await user.asked;
    const live = await saveThrice(hosted);
    user.answer();

    expect([live, await asking]).toEqual([['two', 'three', 'four'], 'one accept one']);
    expect(await textOf(client, 'ask')).toBe('four accept four');
    await expect.poll(() => hosted.plugin.serving?.draining).toBe(0);
    await client.close();
  });
});

/** Begins one call on each of these versions, and saves the next one after it. */
async function holdOnEach(
  hosted: HostedFixture,
  versions: readonly string[],
  gate: string,
): Promise<Promise<string>[]> {
  const client = await clientOf(hosted);
  const calls: Promise<string>[] = [];
  for (const version of versions) {
    calls.push(textOf(client, 'hold', { gate }));
    await expect.poll(() => hosted.plugin.serving?.running).toBe(1);
    hosted.origin.publish(versionOf(version));
    await hosted.plugin.reload();
  }
  return calls;
}

async function clientOf({ plugin }: HostedFixture): Promise<McpClient> {
  const client = await connectInMemory(engineFor(plugin), { revision: modern });
  onTestFinished(() => client.close());
  return client;
}

test('beyond maxDrainingGenerations the oldest calls are aborted, with the reason', async () => {
  const { gate, open } = await newGate();
  const hosted = await hostFixture(versionOf('one'), { maxDrainingGenerations: 2 });

  const calls = await holdOnEach(hosted, ['two', 'three', 'four'], gate);
  const oldest = await calls[0];
  await open();

  const why = 'its plugin was replaced more than 2 times since the call began (limit maxDrainingGenerations)';
  expect(oldest).toBe(`tool "hold" was stopped: ${why}`);
  expect(await Promise.all(calls.slice(1))).toEqual(['two', 'three']);
  expect(hosted.events).toContainEqual({
    kind: 'drain-aborted',
    generation: 1,
    calls: 1,
    limit: 'maxDrainingGenerations',
  });
});

test('while the heap is fuller than maxDrainingHeapPercent, a swap aborts the calls of the oldest generation', async () => {
  const { gate } = await newGate();
  const hosted = await hostFixture(versionOf('one'), { maxDrainingHeapPercent: 0 });

  const [call] = await holdOnEach(hosted, ['two'], gate);

  expect(await call).toBe(
    'tool "hold" was stopped: its plugin was replaced, and 0 % of the memory is in use (limit maxDrainingHeapPercent)',
  );
});

test('a plugin that is closed waits for calls of every generation, for closeDrainMs', async () => {
  const { gate } = await newGate();
  const hosted = await hostFixture(versionOf('one'), { closeDrainMs: 1 });
  const calls = await holdOnEach(hosted, ['two', 'three'], gate);

  await hosted.plugin.close();

  const why =
    'tool "hold" was stopped: its plugin was closed, and the call ran for 1 ms after that (limit closeDrainMs)';
  expect(await Promise.all(calls)).toEqual([why, why]);
});

test('a build that is saved again while its first generation drains is retired once for each generation', async () => {
  const { gate, open } = await newGate();
  const hosted = await hostFixture(versionOf('one'));
  const first = hosted.origin.built.manifestCid;
  const [call] = await holdOnEach(hosted, ['two'], gate);

  hosted.origin.publish(versionOf('one'));
  await hosted.plugin.reload();
  await open();
  await call;
  await expect.poll(() => hosted.plugin.serving?.draining).toBe(0);
  const retiredCount = (): number => hosted.origin.retiredCids.filter((cid) => cid === first).length;
  const whileServing = retiredCount();
  await hosted.plugin.close();

  expect([whileServing, retiredCount()]).toEqual([1, 2]);
});

test('a question of the modern era that nobody answers ends its generation when its state expires', async () => {
  const user = slowUser();
  const hosted = await hostFixture(versionOf('one'));
  const engine = engineFor(hosted.plugin, { requestStateLifetimeMs: 1 });
  const client = await connectInMemory(engine, { revision: modern, answers: user.answers });
  onTestFinished(() => client.close().catch(() => undefined));

  const asking = textOf(client, 'ask').catch(() => undefined);
  await user.asked;
  await saveThrice(hosted);

  await expect.poll(() => hosted.plugin.serving?.draining).toBe(0);
  user.answer();
  await asking;
  expect(noted).toEqual([]);
});
