import { mkdtempSync, rmSync, unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { followChanges, type Followed } from './follow-changes.js';

function follow(followed: Partial<Followed>): { tick(): Promise<unknown>; close(): void; told: unknown[] } {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: unknown[] = [];
  const following = followChanges({
    hasNews: async () => true,
    files: () => [],
    refresh: async () => undefined,
    onProblem: (error) => told.push(error),
    ...followed,
  });
  onTestFinished(() => following.close());
  return { tick: () => vi.advanceTimersByTimeAsync(1_000), close: () => following.close(), told };
}

test('a refresh that keeps failing is reported once, and again when it fails after a success', async () => {
  let error: Error | undefined = new Error('the disk is full');
  const { tick, told } = follow({
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

test('a missing file triggers no refresh until it appears', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-follow-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const missing = join(folder, 'missing.json');
  const refresh = vi.fn(async () => undefined);
  follow({ files: () => [missing], hasNews: async () => false, refresh });

  // Node calls the listeners of one file in the order of registration.
  const looked = (): Promise<void> => new Promise((resolve) => watchFile(missing, () => resolve()));
  onTestFinished(() => unwatchFile(missing));

  await looked();
  const whileMissing = refresh.mock.calls.length;
  writeFileSync(missing, '{}');
  await looked();

  expect(whileMissing).toBe(0);
  expect(refresh).toHaveBeenCalledOnce();
});

test('a change found while closing does not trigger a refresh', async () => {
  let found: (isNews: boolean) => void = () => undefined;
  const refresh = vi.fn(async () => undefined);
  const { tick, close } = follow({ hasNews: () => new Promise((resolve) => (found = resolve)), refresh });
  await tick();

  close();
  found(true);
  await tick();

  expect(refresh).not.toHaveBeenCalled();
});
