/**
 * Reads from a plugin's package.json where its code runs, so that commands run it where a server does.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, parseJsonFile } from '@sigil/core/building';
import { readLinkKind, type LinkKind } from '@sigil/plugin-host';

/** @returns nothing if it asks for no link, or cannot be read */
export async function readLink(folder: string): Promise<{ readonly link?: LinkKind }> {
  try {
    const described: unknown = parseJsonFile(await readFile(join(folder, 'package.json'), 'utf8'));
    const link = readLinkKind(isJsonObject(described) ? described['sigil'] : undefined);
    return link ? { link } : {};
  } catch {
    // The error of the build says so.
    return {};
  }
}
