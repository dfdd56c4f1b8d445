/** A process that serves alone, as pages, metrics and the admin address see it. */
import { Clients } from '@sigil/core/engine';
import { expect, test, vi } from 'vitest';
import { LogLevels } from '../log/log-levels.js';
import { onlyProcess } from './membership.js';
import type { OwnWork } from './workers.js';

const own: OwnWork = {
  reload: async () => undefined,
  reloadPlugin: () => undefined,
  metrics: { write: (form) => `as ${form}` },
  recorder: undefined,
  levels: new LogLevels(),
  clients: new Clients(),
};

test('a process that serves alone is a fleet of one, whose own work is all of it', async () => {
  const [reload, cancel, levels] = [vi.fn(async () => undefined), vi.fn((id: string) => id === 'a'), new LogLevels()];
  const recorder = { cancel } as unknown as OwnWork['recorder']; // nothing else is called here
  const workers = onlyProcess.join({ ...own, reload, recorder, levels });

  await workers.reload();
  workers.setLevel('calls', 'silent');

  expect(workers.state).toEqual({ workers: 1, serving: 1, plugins: {} });
  expect(reload).toHaveBeenCalledOnce();
  expect(levels.all['calls']).toBe('silent');
  expect(await workers.writeMetrics('prometheus')).toBe('as prometheus');
  expect(await workers.readOtherCalls()).toEqual([]);
  expect([await workers.cancelCall('a'), await workers.cancelCall('b')]).toEqual([true, false]);
});

test('where calls are not recorded, there is no call to cancel', async () => {
  expect(await onlyProcess.join(own).cancelCall('a')).toBe(false);
});
