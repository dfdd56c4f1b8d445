import { createEngine, openConversation, Clients } from '@sigil/core/engine';
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { ToolError } from '@sigil/core';
import { CallRecorder } from '@sigil/observe/dashboard';
import { modernRequest, toolOf } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import { mountComponents } from '../../test/pages/paged-server.test-support.js';
import { readDashboard } from './dashboard-view.js';

/** The parts of a server on which one call of one tool has failed. */
async function openFailing(isGuarded: boolean): Promise<Parameters<typeof readDashboard>[0]> {
  const recorder = new CallRecorder();
  const tool = toolOf('find', () => Promise.reject(new ToolError('alice has no order 4711')));
  const source = fixedSource(buildCatalog({ tools: [tool], resources: [], resourceTemplates: [], prompts: [] }));
  const engine = createEngine({ info: { name: 'orders', version: '1' }, source, observer: recorder });
  const conversation = openConversation(engine, { send: async () => undefined });
  await conversation.receive(JSON.stringify(modernRequest(1, 'tools/call', { name: 'find' })));
  return {
    recorder,
    mounts: { shown: [], hosts: { entries: new Map(), leftOut: [], missing: [] }, remotes: new Map() },
    clients: new Clients(),
    redactor: undefined,
    isGuarded,
    canCancel: false,
    workers: { readOtherCalls: async () => [] },
  };
}

test('a failure is listed with its text and its caller', async () => {
  const { failures } = await readDashboard(await openFailing(false), 60);

  expect(failures).toMatchObject([
    { server: 'orders', name: 'find', caller: 'local', message: 'alice has no order 4711' },
  ]);
});

test('readers of a server with authentication see neither the caller nor the text of a failure', async () => {
  const view = await readDashboard(await openFailing(true), 60);

  expect(view.failures).toMatchObject([{ name: 'find', problem: 'tool-error', caller: '', message: '' }]);
  expect(JSON.stringify(view)).not.toContain('alice');
});

test('the list has only the servers that its reader sees', async () => {
  const [orders, payroll] = [mountComponents('orders', {}), mountComponents('payroll', {})];
  const parts = await openFailing(false);
  const all = { ...parts, mounts: { ...parts.mounts, shown: [orders, payroll] } };

  const [whole, part] = [await readDashboard(all, 60), await readDashboard(all, 60, [orders])];

  expect(whole.listed.map(({ name }) => name)).toEqual(['orders', 'payroll']);
  expect(part.listed).toEqual([{ name: 'orders', state: 'serving' }]);
});
