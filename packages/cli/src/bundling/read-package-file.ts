/**
 * Reads the parts of a plugin's package.json that server directories show.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, parseJsonFile } from '@sigil/core/building';
import type { JsonObject } from '@sigil/core';
import { CommandError } from '../failures/command-error.js';

/** The members; those missing, or not written as npm documents them, are left out. */
export interface PackageFile {
  readonly name: string;
  /** The scope: `acme` for `@acme/dice`. */
  readonly scope?: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly author?: { readonly name: string; readonly email?: string; readonly url?: string };
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: { readonly type: string; readonly url: string };
  readonly keywords?: readonly string[];
  /** The name in the MCP registry. */
  readonly mcpName?: string;
  /** Whether the package can be started by its name. */
  readonly hasBin: boolean;
}

/** @throws CommandError when there is none, or it is not a JSON object with a name */
export async function readPackageFile(folder: string): Promise<PackageFile> {
  const path = join(folder, 'package.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`there is no ${path}`, { cause });
  });
  const read = parse(text);
  if (!isJsonObject(read) || typeof read['name'] !== 'string') throw new CommandError(`${path} has no name`);
  const { name } = read;
  const scope = /^@([^/]+)\//.exec(name)?.[1];
  const texts = textsOf(read, ['displayName', 'description', 'license', 'homepage', 'mcpName']);
  const author = readAuthor(read['author']);
  const repository = readRepository(read['repository']);
  const keywords = Array.isArray(read['keywords'])
    ? read['keywords'].filter((it) => typeof it === 'string')
    : undefined;
  return {
    name,
    ...texts,
    hasBin: read['bin'] !== undefined,
    ...(scope === undefined ? {} : { scope }),
    ...(author === undefined ? {} : { author }),
    ...(repository === undefined ? {} : { repository }),
    ...(keywords === undefined ? {} : { keywords }),
  };
}

function parse(text: string): unknown {
  try {
    return parseJsonFile(text);
  } catch {
    return undefined;
  }
}

function textsOf(read: JsonObject, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => (typeof read[name] === 'string' ? [[name, read[name]]] : [])));
}

/** Reads `Ada <ada@example.com> (https://example.com)`, or an object with the three parts. */
function readAuthor(author: unknown): PackageFile['author'] {
  const [, text, email, url] =
    typeof author === 'string' ? (/^([^<(]+?)\s*(?:<([^>]+)>)?\s*(?:\(([^)]+)\))?$/.exec(author) ?? []) : [];
  const members = isJsonObject(author) ? author : { name: text, email, url };
  const { name, ...others } = members as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string') return undefined;
  const rest = Object.entries(others).filter(
    ([key, value]) => ['email', 'url'].includes(key) && typeof value === 'string',
  );
  return { name, ...(Object.fromEntries(rest) as Record<string, string>) };
}

function readRepository(repository: unknown): PackageFile['repository'] {
  const written = isJsonObject(repository) ? repository['url'] : repository;
  if (typeof written !== 'string') return undefined;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(written)?.[1];
  const url = short === undefined ? written.replace(/^git\+/, '').replace(/\.git$/, '') : `https://github.com/${short}`;
  return URL.canParse(url) ? { type: 'git', url } : undefined;
}
