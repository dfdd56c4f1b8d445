import type { Manifest } from '@sigil/core/building';
import { openMemoryLeases, openMemoryPost, type Leases } from '@sigil/core/stores';
import type { BuildSource, BuiltPlugin } from '@sigil/plugin-host';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StaggeredSource } from './staggered-source.js';

const built = (manifestCid: string): BuiltPlugin => ({
  manifest: {} as Manifest, // nothing reads it
  manifestCid,
  manifestText: '',
  code: '',
  codePath: '',
});

/** An origin that several processes follow. It cannot be read while no build is published. */
function openOrigin(): BuildSource & { publish(cid: string | undefined): void } {
  const listeners = new Set<() => void>();
  let current: BuiltPlugin | undefined = built('first');
  return {
    label: 'shared',
    read: () => (current ? Promise.resolve(current) : Promise.reject(new Error('half of it is there'))),
    watch(onChange) {
      listeners.add(onChange);
      return { close: () => void listeners.delete(onChange) };
    },
    publish(cid) {
      current = cid === undefined ? undefined : built(cid);
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

/** Returns the process that has its turn, and the one that waits. */
async function inTurn(processes: readonly [Process, Process]): Promise<readonly [Process, Process]> {
  await expect.poll(() => processes.filter(({ changed }) => changed.mock.calls.length > 0).length).toBe(1);
  const [one, other] = processes;
  return one.changed.mock.calls.length > 0 ? [one, other] : [other, one];
}

test('one process takes a build, and the next one follows after the build has served there', async () => {
  const origin = openOrigin();
  const processes = openProcesses(origin, openMemoryLeases());

  origin.publish('second');
  const [first, next] = await inTurn(processes);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(next.changed).not.toHaveBeenCalled();
  await first.source.served(await first.source.read());

  await expect.poll(() => next.changed.mock.calls.length).toBe(1);
});

test('a build refused by one process is skipped by the others, and the next build is tried', async () => {
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

test('a build that serves but is unhealthy is skipped by the others too', async () => {
  const origin = openOrigin();
  const processes = openProcesses(origin, openMemoryLeases());

  origin.publish('unwell');
  const [first, next] = await inTurn(processes);
  first.source.isWell = () => false;
  await first.source.served(await first.source.read());

  await expect.poll(() => next.noted.length).toBe(1);
  expect(next.changed).not.toHaveBeenCalled();
});

test('processes do not wait for each other while the store is away', async () => {
  const away = (): Promise<never> => Promise.reject(new Error('away'));
  const origin = openOrigin();
  const processes = openProcesses(origin, { hold: away, findHolder: away, release: away });

  origin.publish('second');

  await expect.poll(() => processes.map(({ changed }) => changed.mock.calls.length)).toEqual([1, 1]);
});

test('an unreadable build does not refuse the current one, which another process may take again', async () => {
  const origin = openOrigin();
  const processes = openProcesses(origin, openMemoryLeases());
  for (const { source } of processes) await source.served(await source.read());

  origin.publish(undefined);
  const [first, next] = await inTurn(processes);
  await expect(first.source.read()).rejects.toThrow('half of it');
  await first.source.refused();
  await expect.poll(() => next.changed.mock.calls.length).toBe(1);
  await expect(next.source.read()).rejects.toThrow('half of it');
  await next.source.refused();
  for (const { changed } of processes) changed.mockClear();
  origin.publish('first');
  await inTurn(processes);

  expect(processes.flatMap(({ noted }) => noted)).toEqual([]);
});

test.each(['first', undefined])('a turn that swaps nothing passes to the next process: %s', async (published) => {
  const origin = openOrigin();
  const processes = openProcesses(origin, openMemoryLeases());
  for (const { source } of processes) await source.served(await source.read());

  origin.publish(published);
  const [first, next] = await inTurn(processes);
  // The host reports neither an unchanged build nor a repeated read error.
  await first.source.read().catch(() => undefined);

  await expect.poll(() => next.changed.mock.calls.length).toBe(1);
});

test('a turn granted after the plugin was closed is released', async () => {
  const origin = openOrigin();
  const leases = openMemoryLeases();
  let free = (): void => undefined;
  const slow: Leases = {
    ...leases,
    hold: async (...held) => {
      await new Promise<void>((resolve) => (free = resolve));
      return leases.hold(...held);
    },
  };
  const store = { leases: slow, mailbox: openMemoryPost().openMailbox() };
  const watch = new StaggeredSource(origin, 'weather', { store, onNote: () => undefined }).watch(() => undefined);
  origin.publish('second');
  watch.close();

  free();

  await new Promise((resolve) => setImmediate(resolve));
  expect(await leases.findHolder('rollout:weather')).toBeUndefined();
});

test('a build that serves but cannot be noted still lets the next process take its turn', async () => {
  const origin = openOrigin();
  const unwritable = { ...origin, served: () => Promise.reject(new Error('the state folder is read-only')) };
  const processes = openProcesses(unwritable, openMemoryLeases());

  origin.publish('second');
  const [first, next] = await inTurn(processes);
  await first.source.served(await first.source.read()).catch(() => undefined);

  await expect.poll(() => next.changed.mock.calls.length).toBe(1);
});
