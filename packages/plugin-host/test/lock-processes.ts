/**
 * Processes that take the lock of a folder, from the sources, for tests that kill them.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundleSource } from './bundle-source.js';

let bundled: Promise<string> | undefined;

/** A process of its own that works under the lock of a folder. */
export interface LockProcess {
  readonly process: ChildProcess;
  /** Settles when it says that it holds the lock. */
  readonly held: Promise<unknown>;
  /** Settles with its exit code; `null` when it was killed. */
  readonly ended: Promise<number | null>;
}

/** @param work the body of an async function that has `folder`, `fs` and `held()`, and is run under the lock */
export async function startUnderLock(folder: string, work: string): Promise<LockProcess> {
  bundled ??= bundleSource('store/folder-lock.ts');
  const program = `
    import * as fs from 'node:fs/promises';
    import { withLock } from ${JSON.stringify(await bundled)};
    const folder = ${JSON.stringify(folder)};
    const held = () => process.stdout.write('held');
    await withLock(folder, async () => { ${work} });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null); // what the event says
  return { process: child, held: once(child.stdout, 'data'), ended };
}
