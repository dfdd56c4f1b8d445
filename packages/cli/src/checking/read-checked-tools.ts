/**
 * Reads the tools to check: from a plugin's source, a built manifest, or a running server's lists.
 */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readDescribedPlugin, type Diagnostic, type ToolPlaces, type UndescribedProperty } from '@sigil/codegen';
import { findUndescribed, type DescribedOffer } from '@sigil/contracts/schema';
import type { EvaluatedTool } from '@sigil/contracts/evaluation';
import type { ClientTarget } from '@sigil/contracts/targets';
import type { JsonObject } from '@sigil/core';
import { readManifest } from '@sigil/core/catalog';
import { diagnosticsFrom } from '../building/print-diagnostics.js';
import { CommandError } from '../failures/command-error.js';
import type { ListedTool } from '../listing/listing.js';
import type { NamedSource } from '../targets/named-source.js';
import { withTarget } from '../targets/open-target.js';
import type { Terminal } from '../terminal/terminal.js';

/** Tools, and where they are declared. */
export interface Checked {
  /** The plugin's or the server's name. */
  readonly name: string;
  readonly tools: readonly EvaluatedTool[];
  /** Properties of tools and arguments of prompts without a description, with places relative to `folder`. */
  readonly undescribed: readonly UndescribedProperty[];
  /** The name shown for the place of a tool whose place is not known. */
  readonly source: string;
  /** The clients that the plugin is for, by its package.json. */
  readonly targets?: readonly ClientTarget[];
  /** The folder of the plugin whose source was read. */
  readonly folder?: string;
  /** Places relative to `folder`. */
  readonly places?: ReadonlyMap<string, ToolPlaces>;
}

/** The tools to check; for a plugin that does not build, only diagnostics, with files relative to the working folder. */
export type CheckReading = { readonly checked: Checked } | { readonly diagnostics: readonly Diagnostic[] };

/** @throws CommandError when there is no such plugin, manifest or server */
export async function readCheckedTools({ source, headers }: NamedSource, terminal: Terminal): Promise<CheckReading> {
  if (source.includes('://') || headers.length > 0) return { checked: await readServer({ source, headers }, terminal) };

  const path = resolve(terminal.cwd, source);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new CommandError(`there is no plugin folder and no manifest "${path}"`);
  return found.isDirectory() ? readSource(path, source, terminal) : { checked: await readBuilt(path, source) };
}

async function readSource(folder: string, source: string, { cwd }: Terminal): Promise<CheckReading> {
  const { manifest, places, targets, diagnostics, undescribed } = await readDescribedPlugin(folder);
  if (!manifest) return { diagnostics: diagnosticsFrom(diagnostics, folder, cwd) };
  const { plugin, tools } = manifest;
  return {
    checked: {
      name: plugin.name,
      tools,
      undescribed,
      source,
      folder,
      ...(places ? { places } : {}),
      ...(targets ? { targets } : {}),
    },
  };
}

async function readBuilt(path: string, source: string): Promise<Checked> {
  try {
    const { plugin, tools, prompts } = readManifest(JSON.parse(await readFile(path, 'utf8')), source);
    return { name: plugin.name, tools, undescribed: findPlaceless({ tools, prompts }, source), source };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`"${source}" cannot be read as a manifest: ${why}`, { cause });
  }
}

async function readServer({ source, headers }: NamedSource, terminal: Terminal): Promise<Checked> {
  const listed = await withTarget({ name: source, headers }, terminal, (target) => target.list());
  const { server, tools, prompts } = listed;
  const checked = tools.map(checkedTool);
  return { name: server.name, tools: checked, undescribed: findPlaceless({ tools: checked, prompts }, source), source };
}

function findPlaceless(offer: DescribedOffer, source: string): UndescribedProperty[] {
  const place = { file: source, line: 1, column: 1, length: 1 };
  return findUndescribed(offer).map((undescribed) => ({ ...undescribed, place }));
}

function checkedTool({ inputSchema, outputSchema, _meta, ...shown }: ListedTool): EvaluatedTool {
  const { name, title, description, annotations } = shown;
  // Sound: the client parsed all of them from JSON.
  const [input, output, meta] = [inputSchema, outputSchema, _meta] as [JsonObject, JsonObject?, JsonObject?];
  return { name, title, description, annotations, inputSchema: input, outputSchema: output, _meta: meta };
}
