import { expect, test } from 'vitest';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { McpClient } from '@sigil/testing';
import { connectTo, engineFor, hostFixture, textOf, type Fixture } from './fixture-source.test-support.js';

const swapCount = 200;
const callerCount = 4;

/** A fixture whose tool returns its generation before and after a wait. */
function generation(number: number): Fixture {
  const members = `number = ${number}; stop() { this.number = -1; }`;
  const body = `
    const before = this.number;
    await new Promise((resolve) => setTimeout(resolve, ${number % 3}));
    return before + " " + this.number;`;
  return { members, tools: { [number % 2 ? 'odd' : 'even']: {}, both: { body } } };
}

test(`${swapCount} swaps during calls of both eras fail and mix none, and old generations can be collected`, async () => {
  const { origin, plugin } = await hostFixture(generation(0));
  const engine = engineFor(plugin);
  const clients = [await connectTo(engine, '2025-06-18'), await connectTo(engine, '2026-07-28')];
  const dropped: WeakRef<object>[] = [];
  const answers: string[] = [];
  let tellAnswered = (): void => undefined;
  const ending = new AbortController();
  const callers = Array.from({ length: callerCount }, async (_, index) => {
    while (!ending.signal.aborted) {
      answers.push(await textOf(clients[index % 2]!, 'both'));
      tellAnswered();
    }
  });

  for (let number = 1; number <= swapCount; number++) {
    dropped.push(weakCatalogOf(plugin));
    origin.publish(generation(number));
    await plugin.reload();
    // A reload waits for no call, so the next save does.
    await new Promise<void>((resolve) => (tellAnswered = resolve));
  }
  ending.abort();
  await Promise.all(callers);

  const mixed = answers.filter((answer) => !/^(\d+) \1$/.test(answer));
  expect(mixed).toEqual([]);
  expect(answers.length).toBeGreaterThan(swapCount);
  expect(new Set(answers).size).toBeGreaterThan(swapCount / 4);
  expect(plugin.serving).toMatchObject({ number: swapCount + 1, running: 0 });
  expect(noticesOf(clients)).toEqual([swapCount, swapCount]);
  await expect.poll(() => (collectGarbage(), dropped.filter((it) => it.deref()).length), { timeout: 10_000 }).toBe(0);
}, 30_000);

// A separate function, so that nothing in the test's frame holds the catalog.
function weakCatalogOf(plugin: { current(): object }): WeakRef<object> {
  return new WeakRef(plugin.current());
}

function noticesOf(clients: readonly McpClient[]): number[] {
  return clients.map(({ notifications }) => notifications.length);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
