/**
 * Reads the server to generate a client for: a plugin, built or not, a manifest, or a running server's lists.
 *
 * Never runs a plugin's code.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findBuildState } from '@sigil/codegen/inputs';
import type { ClientOffer } from '@sigil/contracts';
import { canonicalJson, type Manifest } from '@sigil/core/building';
import { readManifest } from '@sigil/core/catalog';
import { readManifestOf } from '../building/build-plugins.js';
import { CommandError } from '../failures/command-error.js';
import type { Listing } from '../listing/listing.js';
import type { NamedSource } from '../targets/named-source.js';
import { withTarget } from '../targets/open-target.js';
import type { Terminal } from '../terminal/terminal.js';

/** @throws CommandError when there is no such plugin, manifest or server, or the plugin's source has errors */
export async function readOffer({ source, headers }: NamedSource, terminal: Terminal): Promise<ClientOffer> {
  if (source.includes('://') || headers.length > 0) {
    const listing = await withTarget({ name: source, headers }, terminal, (target) => target.list());
    return offerOf(listing.server.name, listing);
  }
  const path = resolve(terminal.cwd, source);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new CommandError(`there is no plugin folder and no manifest "${path}"`);
  const manifest = found.isDirectory() ? await readFolder(path, terminal) : await readBuilt(path, source);
  return offerOf(manifest.plugin.name, manifest);
}

/** Reads the build if nothing has changed since, else the source. */
async function readFolder(folder: string, terminal: Terminal): Promise<Manifest> {
  const file = join(folder, 'dist', 'manifest.json');
  if (findBuildState(await realpath(folder)).kind === 'fresh') return readBuilt(file, file);
  const manifest = await readManifestOf(folder, terminal);
  // Normalised as a build would, so that both have the same order.
  return readManifest(JSON.parse(canonicalJson(manifest)), folder);
}

async function readBuilt(path: string, source: string): Promise<Manifest> {
  try {
    return readManifest(JSON.parse(await readFile(path, 'utf8')), source);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`"${source}" cannot be read as a manifest: ${why}`, { cause });
  }
}

function offerOf(server: string, lists: Manifest | Listing): ClientOffer {
  const { tools, resources, resourceTemplates, prompts } = lists;
  const json = JSON.stringify({ server, tools, resources, resourceTemplates, prompts });
  // Sound: the reader of the manifest or the lists has checked their shape; this also drops undefined members.
  return JSON.parse(json) as ClientOffer;
}
