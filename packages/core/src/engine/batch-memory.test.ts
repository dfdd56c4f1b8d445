import { expect, test, vi } from 'vitest';
import { Clients } from '../callers/clients.js';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { PublishedTool } from '../catalog/catalog.js';
import type { JsonObject } from '../model/json.js';
import { batching, callIn, collect, deferred, engineOf } from './engine.test-support.js';
import type { EngineOptions } from './engine.js';

const length = 1_000;

/** A tool with a long answer that counts its calls, and its concurrent calls. */
function longTool(until: Promise<void> = Promise.resolve()) {
  const seen = { runs: 0, running: 0, most: 0 };
  const tool = toolOf('long', async () => {
    seen.runs++;
    seen.most = Math.max(seen.most, ++seen.running);
    await until;
    seen.running--;
    return text('x'.repeat(length));
  });
  return { tool, seen };
}

/** Sends a batch of this many calls over a connection with a budget. */
function sendBatch(tool: PublishedTool, calls: number, { clients = new Clients(), ...options }: Sending = {}) {
  const { engine } = engineOf(catalogOf({ tools: [tool] }), options);
  const { outlet, sent } = collect();
  const batch = Array.from({ length: calls }, (_, id) => callIn(batching, id, { name: 'long' }));
  const incoming = engine.read(JSON.stringify(batch));
  if (incoming.kind !== 'batch') throw new Error(`expected a batch, got ${incoming.kind}`);
  const session = engine.openSession(outlet, batching.date);
  const done = session.receive(incoming, { ...outlet, connection: clients.of('192.0.2.1').connect() });
  return { clients, done, answers: () => sent[0] as unknown as JsonObject[] };
}

interface Sending extends Partial<EngineOptions> {
  readonly clients?: Clients;
}

function messagesOf(answers: readonly JsonObject[]): string[] {
  return answers.flatMap(({ error }) => (error ? [String((error as JsonObject)['message'])] : []));
}

test('batch answers over maxBatchAnswerLength become errors, and later calls do not run', async () => {
  const { tool, seen } = longTool();

  const { done, answers } = sendBatch(tool, 100, { limits: { maxBatchAnswerLength: 5 * length } });
  await done;

  expect(answers().map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id));
  expect(JSON.stringify(answers().filter(({ result }) => result)).length).toBeLessThan(6 * length);
  expect(messagesOf(answers())).toHaveLength(96);
  expect(messagesOf(answers())[0]).toContain('limit maxBatchAnswerLength');
  expect(messagesOf(answers()).at(-1)).toContain('it was not run');
  expect(seen.runs).toBeLessThan(50);
});

test('at most 16 calls of a batch run at a time', async () => {
  const gate = deferred();
  const { tool, seen } = longTool(gate.promise);

  const { done, answers } = sendBatch(tool, 50);
  await vi.waitFor(() => expect(seen.running).toBe(16), 20_000);
  gate.resolve();
  await done;

  expect(seen.most).toBe(16);
  expect(messagesOf(answers())).toEqual([]);
  expect(seen.runs).toBe(50);
});

test('collected batch answers count as unread answers of the client until they are sent', async () => {
  const gate = deferred();
  let runs = 0;
  const tool = toolOf('long', async () => {
    if (++runs === 4) await gate.promise;
    return text('x'.repeat(length));
  });

  const { clients, done } = sendBatch(tool, 4);
  await vi.waitFor(() => expect(clients.answerBytes.inUse).toBeGreaterThan(3 * length), 20_000);
  gate.resolve();
  await done;

  expect(clients.answerBytes.inUse).toBe(0);
});

test('the answers of a batch are limited by the client’s maxAnswerBytes', async () => {
  const clients = new Clients({ maxAnswerBytes: 10 * length });
  const { tool } = longTool();

  const { done, answers } = sendBatch(tool, 20, { clients });
  await done;

  expect(messagesOf(answers())[0]).toContain('limit maxAnswerBytes');
  expect(clients.answerBytes.inUse).toBe(0);
});
