/**
 * Reads a built `mcps.json` from a file or by its CID; it is served unchanged, without sources.
 *
 * Spec: docs/operate/mounts.md#deploying
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { isCid } from '@sigil/plugin-host';
import { McpsBuildError, type CollectedMcps } from './build-mcps.js';
import type { CidReader } from './cid-reader.js';
import { findMentions } from './find-mentions.js';
import { parseJson } from '../configuration/parse-json.js';

/** The name of a built file. */
const builtName = 'mcps.json';

/** @param mcps a path or a CID @throws McpsBuildError when it cannot be read or is not a JSON object */
export async function readBuiltMcps(mcps: string, contents: CidReader): Promise<CollectedMcps> {
  const files = isCid(mcps) ? [] : [mcps];
  const where = isCid(mcps) ? `--mcps ${mcps}` : basename(mcps);
  try {
    const text = isCid(mcps) ? await contents.readText(mcps) : await readFile(mcps, 'utf8');
    const { value, repeated } = parseJson(text);
    if (!isJsonObject(value)) throw new Error('expected a JSON object');
    const wrong = [...repeated].map(([name, { message }]) => [name, refusedFor(`${where}: ${message}`)] as const);
    const sound = Object.entries(value).filter(([name]) => !repeated.has(name));
    const cids = await cidsOf(text, contents);
    return {
      json: JSON.stringify(Object.fromEntries(sound)),
      refused: new Map(wrong),
      fileOf: new Map(),
      files,
      cids: isCid(mcps) ? [mcps, ...cids] : cids,
    };
  } catch (error) {
    throw new McpsBuildError([`${where}: ${messageOf(error)}`], files);
  }
}

/** Returns whether `mcps` is a CID, or a file that is called `mcps.json` or refers to content instead of files. */
export async function isBuiltMcps(mcps: string): Promise<boolean> {
  if (isCid(mcps) || basename(mcps) === builtName) return true;
  try {
    const { value } = parseJson(await readFile(mcps, 'utf8'));
    return isJsonObject(value) && refersToContent(value);
  } catch {
    return false; // the reader of the source reports the error
  }
}

function refersToContent(map: JsonObject): boolean {
  const references = Object.values(map).map((entry) => (isJsonObject(entry) ? entry['config_cid'] : undefined));
  const given = references.filter((reference) => reference !== undefined);
  return given.length > 0 && given.every((reference) => typeof reference === 'string' && isCid(reference));
}

function refusedFor(problem: string): {
  problems: string[];
  mentions: { texts: Set<string>; plugin: { kind: 'own' } };
} {
  return { problems: [problem], mentions: { texts: new Set(), plugin: { kind: 'own' } } };
}

/** Returns every CID that the map refers to; code refers to nothing. */
async function cidsOf(text: string, { store }: CidReader): Promise<readonly string[]> {
  const read = async (cid: string): Promise<string | undefined> => {
    const bytes = isCid(cid) ? await store.get(cid).catch(() => undefined) : undefined; // the user of the content reports the error
    return bytes?.[0] === 0x7b ? new TextDecoder().decode(bytes) : undefined;
  };
  return [...(await findMentions(text, read))].filter(isCid);
}

function messageOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return 'the path names a file that is not there';
  return error instanceof Error ? error.message : 'it cannot be read';
}
