/**
 * Rolls a publication back for every server that follows its registry, and reports it.
 */
import { PluginError } from '@sigil/core/building';
import { rollBackPublication, type RegistryPointer } from '@sigil/plugin-host';
import { countNoun } from '../terminal/count-noun.js';
import { formatTable } from '../terminal/format-table.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';
import { chooseRegistry } from './choose-registry.js';
import { shortCid } from './short-cid.js';

/** The plugin in a registry, and the build to serve instead. */
export interface PublishedRequest {
  readonly name: string;
  /** A folder or a URL, as on the command line. */
  readonly registry: string;
  /** A CID or its prefix; by default the build before the current one. */
  readonly to?: string | undefined;
  readonly format: 'text' | 'json';
}

/** @throws PluginError when there is no such publication, or its bytes are missing */
export async function rollBackEverywhere(request: PublishedRequest, terminal: Terminal): Promise<void> {
  const { name, registry, to, format } = request;
  const { out } = terminal;
  const done = await rollBackPublication(await chooseRegistry(registry, terminal), name, to);
  if (format === 'json') return out.line(JSON.stringify({ name, registry, ...done }, undefined, 2));
  const [before, now] = [done.from, done.to].map((it) => `${printable(it.version)} (${shortCid(it.manifestCid)})`);
  const title = out.paint.bold(printable(name));
  const isSame = done.from.manifestCid === done.to.manifestCid;
  out.line(
    isSame
      ? `${title}: ${now} is the current build in ${registry} already`
      : `${title}: ${now} is the current build in ${registry} again instead of ${before}`,
  );
}

/** @throws PluginError when there is no such publication */
export async function showPublished({ name, registry, format }: PublishedRequest, terminal: Terminal): Promise<void> {
  const { out } = terminal;
  const pointer = await (await chooseRegistry(registry, terminal)).find(name);
  if (!pointer) throw new PluginError('pointer-missing', `no plugin "${name}" is published in ${registry}`);
  if (format === 'json') return out.line(JSON.stringify({ registry, ...pointer }, undefined, 2));
  const title = `${out.paint.bold(printable(name))}: ${countNoun(pointer.history.length, 'build')} in ${registry}, the newest first`;
  out.line(`${title}\n\n${formatTable(['BUILD', 'VERSION', 'PUBLISHED', 'STATE'], rowsOf(pointer), out)}`);
}

function rowsOf({ history, current }: RegistryPointer): string[][] {
  return history.map(({ manifestCid, version, publishedAt }) => [
    shortCid(manifestCid),
    printable(version),
    printable(publishedAt).replace(/\.\d+Z$/, 'Z'),
    manifestCid === current ? 'current' : '',
  ]);
}
