/**
 * Processes that take the lock of a folder, from the sources, for tests that kill them.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** The place from which core, bundled or not, finds reflect-metadata. */
const installed = join(import.meta.dirname, '../../../node_modules');

let bundled: Promise<string> | undefined;

/** @returns the URL of the module; the file is there until this process ends */
async function bundleLock(): Promise<string> {
  const folder = mkdtempSync(join(installed, '.sigil-lock-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, resolve: { conditions: ['@sigil/source'] } },
    build: {
      ssr: join(import.meta.dirname, '../src/store/with-lock.ts'),
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'with-lock.mjs' } },
    },
  });
  return pathToFileURL(join(folder, 'with-lock.mjs')).href;
}

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
  bundled ??= bundleLock();
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
