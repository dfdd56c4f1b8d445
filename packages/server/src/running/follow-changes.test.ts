import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { followChanges, type Followed } from './follow-changes.js';

interface Following {
  /** Lets a second pass. */
  tick(): Promise<unknown>;
  close(): void;
  readonly told: unknown[];
}

/** Follows with fake timers, and looks every second. */
async function follow(followed: Partial<Followed>): Promise<Following> {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: unknown[] = [];
  const following = await followChanges(parts({ ...followed, onProblem: (error) => told.push(error) }));
  onTestFinished(() => following.close());
  return { tick: () => vi.advanceTimersByTimeAsync(1_000), close: () => following.close(), told };
}

function parts(followed: Partial<Followed>): Followed {
  return {
    hasNews: async () => true,
    findPlaces: async () => ({ folders: [], files: [] }),
    hasRegistry: true,
    files: () => [],
    refresh: async () => undefined,
    onProblem: () => undefined,
    ...followed,
  };
}

test('a refresh that keeps failing is reported once, and again when it fails after a success', async () => {
  let error: Error | undefined = new Error('the disk is full');
  const { tick, told } = await follow({
    refresh: () => (error ? Promise.reject(error) : Promise.resolve()),
  });

  for (let second = 0; second < 3; second++) await tick();
  const whileFull = told.length;
  error = undefined;
  await tick();
  error = new Error('the disk is full');
  await tick();

  expect(whileFull).toBe(1);
  expect(told).toHaveLength(2);
});

test('a change found while closing does not trigger a refresh', async () => {
  let found: (isNews: boolean) => void = () => undefined;
  const refresh = vi.fn(async () => undefined);
  const { tick, close } = await follow({ hasNews: () => new Promise((resolve) => (found = resolve)), refresh });
  await tick();

  close();
  found(true);
  await tick();

  expect(refresh).not.toHaveBeenCalled();
});

describe('without a registry', () => {
  function temporaryFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'sigil-follow-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
  }

  /** Follows, and resolves at the first look, at which there is news. */
  async function firstLook(followed: Partial<Followed>): Promise<{ looked: Promise<void>; looks: () => number }> {
    let looks = 0;
    let look: () => void = () => undefined;
    const looked = new Promise<void>((resolve) => (look = resolve));
    const hasNews = async (): Promise<boolean> => {
      looks += 1;
      return false;
    };
    const following = await followChanges(
      parts({ hasRegistry: false, hasNews: () => hasNews().finally(look), ...followed }),
    );
    onTestFinished(() => following.close());
    return { looked, looks: () => looks };
  }

  test('nothing is looked at while nothing changes', async () => {
    const hasNews = vi.fn(async () => false);
    const { tick } = await follow({ hasRegistry: false, hasNews });

    for (let second = 0; second < 10; second++) await tick();

    expect(hasNews).not.toHaveBeenCalled();
  });

  test('a new entry of a folder with plugins is a reason to look', async () => {
    const folder = temporaryFolder();
    const { looked } = await firstLook({ findPlaces: async () => ({ folders: [folder], files: [] }) });

    mkdirSync(join(folder, 'weather'));

    await looked;
  });

  test('the package.json that makes a folder a plugin is a reason to look', async () => {
    const folder = temporaryFolder();
    const files = [join(folder, 'weather/package.json')];
    const { looked } = await firstLook({ findPlaces: async () => ({ folders: [], files }) });

    mkdirSync(join(folder, 'weather'));
    writeFileSync(files[0]!, '{}');

    await looked;
  });

  test('a file of a configuration that appears is refreshed, without news of plugins', async () => {
    const missing = join(temporaryFolder(), 'missing.json');
    let refresh: () => void = () => undefined;
    const refreshed = new Promise<void>((resolve) => (refresh = resolve));
    const { looks } = await firstLook({ files: () => [missing], refresh: async () => refresh() });

    const before = looks();
    writeFileSync(missing, '{}');
    await refreshed;

    expect(before).toBe(0);
  });
});
