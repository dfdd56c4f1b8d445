/**
 * Checks the costs of calls, notifications, sessions and streams in the benchmark's server, counted without a clock, against budgets.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import budgets from '../../budgets.json' with { type: 'json' };
import type { Mode } from '../load/messages.mjs';
import { buildWork } from '../served-tools/build-work.mjs';
import { startCounted } from './count-costs.mjs';
import { countHeld } from './count-held.mjs';

type Costs = Readonly<Record<string, number>>;

type Server = Awaited<ReturnType<typeof startCounted>>;

/** Servers by their options; most counts use the first. */
const servers: Server[] = [];

beforeAll(async () => {
  await buildWork({ tools: 3, progress: true });
  await buildWork({ tools: 1000, progress: true });
  await buildWork({ tools: 3, progress: false, isAsync: true });
  servers.push(await startCounted({ tools: 3 }));
  servers.push(await startCounted({ tools: 3, stateless: true }));
  servers.push(await startCounted({ tools: 1000 }));
  servers.push(await startCounted({ tools: 3, isAsync: true }));
});
afterAll(() => Promise.all(servers.map(({ stop }) => stop())));

/** Names every count that exceeds its budget, and where to look. */
function excessOf(what: string, measured: Costs, budget: Costs): string[] {
  return Object.entries(budget)
    .filter(([name, most]) => !((measured[name] ?? Infinity) <= most))
    .map(
      ([name, most]) =>
        `${what}: ${name} is ${measured[name]?.toFixed(3)}, its budget in tools/bench/budgets.json is ${most}; ` +
        'docs/reference/performance.md#budgets says how to find the cause',
    );
}

// One connection and one call at a time: a second write per answer, or a promise per layer, shows as a whole number.
test.each<[keyof typeof budgets.calls, Mode, number]>([
  ['in a session', 'legacy', 0],
  ['without a session', 'stateless', 1],
  ['without a handshake', 'modern', 0],
  ['of one of 1,000 tools', 'modern', 2],
  ['of an async method, in a session', 'legacy', 3],
  ['of an async method, without a handshake', 'modern', 3],
])('a call %s costs no more than its budget', async (name, mode, server) => {
  const client = await servers[server]!.connect(mode);

  const costs = await client.countCalls();

  expect(excessOf(`a call ${name}`, costs, budgets.calls[name])).toEqual([]);
});

test.each<[keyof typeof budgets.notices, Mode]>([
  ['in a session', 'legacy'],
  ['without a handshake', 'modern'],
])('a notification of progress %s costs no more than its budget', async (name, mode) => {
  const client = await servers[0]!.connect(mode);

  const costs = await client.countNotices();

  expect(excessOf(`a notification ${name}`, costs, budgets.notices[name])).toEqual([]);
});

test('an idle session and an open stream hold no more of the heap than their budgets', async () => {
  const held = await countHeld(servers[0]!);

  expect(excessOf('bytes held', { ...held }, budgets.heldBytes)).toEqual([]);
});
