import type { CatalogSource, ComponentKind, PublishedTool } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { expect, test } from 'vitest';
import type { Mount } from './mount.js';
import { ServerTable, type TableOptions, type WantedServer } from './server-table.js';
import { sourceOf, toolOf } from '../servers/servers.test-support.js';

function tableOf(options: Partial<TableOptions> = {}): ServerTable {
  return new ServerTable({
    makeEngine: ({ name }, source) => createEngine({ info: { name, version: '1.0.0' }, source }),
    stateless: false,
    namespaceSeparator: '_',
    onLeftOut: () => undefined,
    onOverBudget: () => undefined,
    onMounts: () => undefined,
    ...options,
  });
}

function serverOf(name: string, ...tools: readonly string[]): WantedServer {
  const source = sourceOf({ tools: tools.map((tool) => toolOf(tool)) });
  return {
    name,
    description: '',
    source,
    plugins: new Map(),
    isConfigured: true,
    stateless: false,
    problems: () => [],
    overrides: () => [],
  };
}

test('an update of several servers notifies each of them and the server "all" once', () => {
  const sources = new Map<string, CatalogSource>();
  const table = tableOf({
    makeEngine({ name }, source) {
      sources.set(name, source);
      return createEngine({ info: { name, version: '1.0.0' }, source });
    },
  });
  table.update([serverOf('a', 'x'), serverOf('b', 'x'), serverOf('c', 'x')]);
  const told: [string, ReadonlySet<ComponentKind>][] = [];
  for (const [name, source] of sources) source.onChange((changed) => told.push([name, changed]));

  table.update([serverOf('a', 'y'), serverOf('b', 'y'), serverOf('c', 'x'), serverOf('d', 'x')]);

  const tools = new Set(['tools']);
  expect(told.sort()).toEqual([
    ['a', tools],
    ['all', tools],
    ['b', tools],
    // Its lists are equal, but the code behind them differs.
    ['c', new Set()],
  ]);
});

test('a server that becomes stateless is mounted anew, and the others stay mounted', () => {
  const shown: (readonly Mount[])[] = [];
  const table = tableOf({ onMounts: (mounts) => shown.push(mounts) });
  const [a, b] = [serverOf('a'), serverOf('b')];
  table.update([a, b]);

  table.update([{ ...a, stateless: true }, b]);
  table.update([{ ...a, stateless: true }, b]);

  expect(shown).toHaveLength(2);
  const [[firstA, firstB], [secondA, secondB]] = shown as [[Mount, Mount], [Mount, Mount]];
  expect([firstA.stateless, secondA.stateless]).toEqual([false, true]);
  expect(secondA).not.toBe(firstA);
  expect(secondB).toBe(firstB);
  table.close();
});

test.each(['2025-11-25', '2026-07-28'])('a running %s call on a removed server still completes', async (revision) => {
  const table = tableOf();
  let end: () => void = () => undefined;
  let noteBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (noteBegun = resolve));
  const slow: PublishedTool = {
    ...toolOf('slow'),
    async run() {
      noteBegun();
      await new Promise<void>((resolve) => (end = resolve));
      return { kind: 'result', content: [{ type: 'text', text: 'well' }], isError: false };
    },
  };
  table.update([{ ...serverOf('a'), source: sourceOf({ tools: [slow] }) }]);
  const client = await connectInMemory(table.mounts[0]!.engine, { revision });
  const answer = client.callTool('slow');
  await begun;

  table.update([]);
  end();

  expect((await answer).content).toEqual([{ type: 'text', text: 'well' }]);
  expect(table.mounts.map(({ name }) => name)).toEqual(['all']);
  table.close();
});

test('a budget that is exceeded is reported once, and is a problem of the server until its tools are fewer', () => {
  const reported: [string, string][] = [];
  const table = tableOf({ onOverBudget: (server, why) => reported.push([server, why]) });
  const many = { ...serverOf('a', 'x', 'y', 'z'), budget: 20 };

  table.update([many, { ...serverOf('b', 'x', 'y', 'z'), budget: 20, discovery: { mode: 'search' } }]);
  table.update([{ ...serverOf('a', 'x', 'y', 'w'), budget: 20 }]);

  expect(reported).toEqual([
    ['a', expect.stringMatching(/^the definitions of its tools take about \d+ tokens, its budget is 20;/)],
  ]);
  expect(table.mounts[0]!.problems).toEqual([expect.stringContaining('server "a": the definitions of its tools take')]);

  table.update([{ ...serverOf('a', 'x'), budget: 20 }]);

  expect(table.mounts[0]!.problems).toEqual([]);
  table.close();
});
