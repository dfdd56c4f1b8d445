/**
 * Removes unreferenced content from a state folder or a registry, and reports it.
 */
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { collectGarbage, registryStore, stateStore, type GarbageReport } from '@sigil/plugin-host';
import { requireFolder } from '../building/require-folder.js';
import { CommandError, UsageError } from '../failures/command-error.js';
import { formatTable } from '../terminal/format-table.js';
import type { Output, Terminal } from '../terminal/terminal.js';

/** The plugins to collect and the options. Folders are absolute, files relative to the working folder. */
export interface CollectRequest {
  readonly place: { readonly stateFolder: string } | { readonly registry: string };
  /** Files with configurations whose references are kept. */
  readonly keep: readonly string[];
  readonly isDryRun: boolean;
  readonly format: 'text' | 'json';
}

/**
 * @throws CommandError when there is no such folder, or it is not a registry
 * @throws UsageError when a file to keep from cannot be read
 * @throws PluginError when references cannot be determined; nothing has been removed then
 */
export async function collect({ place, keep, isDryRun, format }: CollectRequest, terminal: Terminal): Promise<void> {
  const { out, cwd } = terminal;
  await requireFolder('registry' in place ? place.registry : place.stateFolder);
  if ('registry' in place) await requireRegistry(place.registry);
  const texts = await Promise.all(keep.map((file) => readText(resolve(cwd, file), file)));
  const store = 'registry' in place ? registryStore(place.registry) : stateStore(place.stateFolder);
  const report = await collectGarbage(store, { ...place, texts }, { dryRun: isDryRun });
  warn(report, terminal);
  out.line(format === 'json' ? JSON.stringify(report, undefined, 2) : describe(report, isDryRun, out));
}

async function requireRegistry(folder: string): Promise<void> {
  const parts = ['plugins', 'content'].map((name) => stat(join(folder, name)).catch(() => undefined));
  if ((await Promise.all(parts)).some((part) => part?.isDirectory())) return;
  throw new CommandError(`"${folder}" is no registry: it has no plugins/ and no content/`);
}

function describe({ removed, freedBytes, kept, young }: GarbageReport, isDryRun: boolean, output: Output): string {
  const told = `${isDryRun ? 'would remove' : 'removed'} ${removed.length}, ${freedBytes.toLocaleString('en')} bytes`;
  const summary = `${told}; ${kept} in use, ${young} young`;
  if (!isDryRun || removed.length === 0) return summary;
  const rows = removed.map(({ cid, bytes }) => [cid, bytes.toLocaleString('en')]);
  return `${formatTable(['CID', 'BYTES'], rows, output)}\n\n${summary}`;
}

function warn({ missing, damaged }: GarbageReport, { err }: Terminal): void {
  const warning = err.paint.yellow('warning:');
  for (const cid of damaged) err.line(`${warning} the bytes of ${cid} were changed; they stay, to be looked at`);
  for (const cid of missing) err.line(`${warning} ${cid} is referred to and not there`);
}

async function readText(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`--keep "${file}": the file cannot be read`, { cause });
  }
}
