import { createEngine } from '@sigil/core/engine';
import { CallRecorder } from '@sigil/observe/dashboard';
import { connectInMemory } from '@sigil/testing';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sourceOf, toolOf } from '../servers/servers.test-support.js';
import { LogLevels } from '../log/log-levels.js';
import type { Asker } from './ask-workers.js';
import { joinWorkers, type WorkerConnection } from './join-workers.js';
import { fleetOfOne, type OwnWork, type Workers } from './workers.js';
import { openPrimary, type PrimaryInProcess } from './workers.test-support.js';

const clients = Object.fromEntries(
  ['sessions', 'listenStreams', 'nativeStreams', 'requestBytes', 'answerBytes'].map((name) => [name, { inUse: 0 }]),
) as unknown as OwnWork['clients'];

let primary: PrimaryInProcess;
beforeEach(() => {
  // With a stopped clock, no answer comes from a timeout.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  primary = openPrimary();
  onTestFinished(() => {
    vi.useRealTimers();
    primary.close();
  });
});

const join = async (number: number, isEnding = false): Promise<WorkerConnection> => ({
  store: await primary.connect(),
  number,
  isEnding: () => isEnding,
  fleet: () => fleetOfOne,
  reloadAll: () => undefined,
  tellLevel: () => undefined,
});

const nothingOwn: OwnWork = {
  reload: async () => undefined,
  reloadPlugin: () => undefined,
  metrics: undefined,
  recorder: undefined,
  levels: new LogLevels(),
  clients,
};

/** Settles when the primary knows the topics that it follows. */
const heard = async ({ store }: Asker): Promise<unknown> => store.leases.findHolder('nothing');

interface Recording {
  readonly recorder: CallRecorder;
  readonly calls: Workers;
}

/** Joins a worker that has counted this many calls. */
async function joinRecording(member: WorkerConnection, counted: number): Promise<Recording> {
  const recorder = new CallRecorder();
  const source = sourceOf({ tools: [toolOf('add')] });
  const engine = createEngine({ info: { name: 'sums', version: '1.0.0' }, source, observer: recorder });
  const client = await connectInMemory(engine, { revision: '2026-07-28' });
  for (let call = 0; call < counted; call++) await client.callTool('add');
  const calls = joinWorkers(member, { ...nothingOwn, recorder });
  await heard(member);
  return { recorder, calls };
}

const countedBy = ({ recorder }: Recording): number =>
  recorder.read((_server, _method, name) => name === 'add').servers[0]?.calls ?? 0;

test('cancelling an unknown call returns false once every worker has answered, even ending ones', async () => {
  const first = await joinRecording(await join(1), 0);
  await joinRecording(await join(1, true), 0);
  await joinRecording(await join(2), 0);

  expect(await first.calls.cancelCall('nobody has it')).toBe(false);
});

test('a replaced worker hands its call counts over to its successor', async () => {
  const [ending, other, successor] = [
    await joinRecording(await join(2, true), 3),
    await joinRecording(await join(1), 5),
    await joinRecording(await join(2), 0),
  ];

  await ending.calls.handOverCalls();

  await expect.poll(() => countedBy(successor)).toBe(3);
  expect([countedBy(ending), countedBy(other)]).toEqual([0, 5]);
});

test('without a successor another worker that is not ending gets the call counts', async () => {
  const ending = await joinRecording(await join(1, true), 3);
  const alsoEnding = await joinRecording(await join(1, true), 0);
  await ending.calls.handOverCalls();
  const other = await joinRecording(await join(2), 0);

  await ending.calls.handOverCalls();

  await expect.poll(() => countedBy(other)).toBe(3);
  expect(countedBy(alsoEnding)).toBe(0);
});

const metricsOf = (calls: number): string => `# TYPE calls counter\ncalls ${calls}\n`;

test('metrics of a replaced worker and its successor come from the successor', async () => {
  const [successor, ending] = [await join(1), await join(1, true)];
  const workers = joinWorkers(successor, { ...nothingOwn, metrics: { write: () => metricsOf(1) } });
  joinWorkers(ending, { ...nothingOwn, metrics: { write: () => metricsOf(9) } });
  await heard(ending);

  expect(await workers.writeMetrics('prometheus')).toBe('# TYPE calls counter\ncalls{worker="1"} 1\n');
});
