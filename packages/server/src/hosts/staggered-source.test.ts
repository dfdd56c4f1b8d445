import type { Manifest } from '@sigil/core/building';
import { openMemoryLeases, openMemoryPost, type Leases } from '@sigil/core/stores';
import type { BuildSource, BuiltPlugin } from '@sigil/plugin-host';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StaggeredSource } from './staggered-source.js';

const built = (manifestCid: string): BuiltPlugin => ({
  manifest: {} as Manifest, // nothing looks into it
  manifestCid,
  manifestText: '',
  code: '',
  codePath: '',
});

/** An origin that several processes follow. */
function openOrigin(): BuildSource & { publish(cid: string): void } {
  const listeners = new Set<() => void>();
  let current = built('first');
  return {
    label: 'shared',
    read: () => Promise.resolve(current),
    watch(onChange) {
      listeners.add(onChange);
      return { close: () => void listeners.delete(onChange) };
    },
    publish(cid) {
      current = built(cid);
      for (const listener of listeners) listener();
    },
  };
}

interface Process {
  readonly source: StaggeredSource;
  readonly changed: ReturnType<typeof vi.fn<() => void>>;
  readonly noted: string[];
}

function openProcesses(origin: BuildSource, leases: Leases): readonly [Process, Process] {
  const post = openMemoryPost();
  const open = (): Process => {
    const noted: string[] = [];
    const store = { leases, mailbox: post.openMailbox() };
    const onNote = (text: string): void => void noted.push(text);
    const source = new StaggeredSource(origin, 'weather', { store, onNote, provingMs: 20 });
    const changed = vi.fn<() => void>();
    const watch = source.watch(changed);
    onTestFinished(() => watch.close());
    return { source, changed, noted };
  };
  return [open(), open()];
}

/** The one that has its turn, and the one that waits. */
async function inTurn(processes: readonly [Process, Process]): Promise<readonly [Process, Process]> {
  await expect.poll(() => processes.filter(({ changed }) => changed.mock.calls.length > 0).length).toBe(1);
  const [one, other] = processes;
  return one.changed.mock.calls.length > 0 ? [one, other] : [other, one];
}

test('a build is taken by one process, and by the next one once it has proved itself there', async () => {
  const origin = openOrigin();
  const processes = openProcesses(origin, openMemoryLeases());

  origin.publish('second');
  const [first, next] = await inTurn(processes);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(next.changed).not.toHaveBeenCalled();
  await first.source.served(await first.source.read());

  await expect.poll(() => next.changed.mock.calls.length).toBe(1);
});

test('a build that one process refuses is tried by no other, and the next build is', async () => {
  const origin = openOrigin();
  const processes = openProcesses(origin, openMemoryLeases());

  origin.publish('broken');
  const [first, next] = await inTurn(processes);
  await first.source.read();
  await first.source.refused();

  await expect.poll(() => next.noted).toEqual(['stays at its build: another process refused broken']);
  expect(next.changed).not.toHaveBeenCalled();
  first.changed.mockClear();
  origin.publish('fixed');
  await inTurn(processes);
});

test('a build that serves badly is refused too', async () => {
  const origin = openOrigin();
  const processes = openProcesses(origin, openMemoryLeases());

  origin.publish('unwell');
  const [first, next] = await inTurn(processes);
  first.source.isWell = () => false;
  await first.source.served(await first.source.read());

  await expect.poll(() => next.noted.length).toBe(1);
  expect(next.changed).not.toHaveBeenCalled();
});

test('while the store is away nobody waits', async () => {
  const away = (): Promise<never> => Promise.reject(new Error('away'));
  const origin = openOrigin();
  const processes = openProcesses(origin, { hold: away, findHolder: away, release: away });

  origin.publish('second');

  await expect.poll(() => processes.map(({ changed }) => changed.mock.calls.length)).toEqual([1, 1]);
});
