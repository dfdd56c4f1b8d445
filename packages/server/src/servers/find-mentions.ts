/**
 * Finds the names that the configuration of a refused server mentions. Discovery does not open plugins with those names.
 *
 * Reads strings instead of members, since a member may be misspelt and a file may be cut off.
 */
import type { JsonObject } from '@sigil/core';

/** The strings and the plugin that an invalid configuration still mentions. */
export interface Mentions {
  /** Every string of the entry and of the files that it leads to, as far as they can be read. */
  readonly texts: ReadonlySet<string>;
  /** Every string of the other files of the folder, one of which may be the missing one under another name. Absent if none is missing. */
  readonly beside?: ReadonlySet<string>;
  readonly plugin: MentionedPlugin;
}

/**
 * The plugin that the server needs. `own`: no member names one, so it is the one of the server's name, if any; `none`: a command or other
 * servers; `missing`: a file that is not there may name it; `unread`: a file that cannot be read may name it; `unknown`: the member itself
 * cannot be read.
 */
export type MentionedPlugin =
  | { readonly kind: 'own' | 'none' | 'missing' | 'unread' | 'unknown' }
  | { readonly kind: 'named'; readonly name: string };

/** How much of a configuration could be read: all of it, all but files that are not there, or less. */
export type Reading = 'whole' | 'missing' | 'unread';

/** Reads what a string may refer to: a file below the folder, or content of the store. */
export type ReadReference = (reference: string) => Promise<string | undefined>;

/** The most files of one server that are read for mentions. */
const mostFiles = 1_000;

/** @param given the entry's text in the file */
export async function findMentions(given: string, read: ReadReference): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  const waiting = [given];
  for (let files = 0; waiting.length > 0 && files < mostFiles; files++) {
    for (const text of textsOf(waiting.shift()!)) {
      if (texts.has(text)) continue;
      texts.add(text);
      const referred = isReference(text) ? await read(text) : undefined;
      if (referred !== undefined) waiting.push(referred);
    }
  }
  return texts;
}

/** Returns the plugin that the members name, as far as they could be read. */
export function pluginOf({ plugin, shell, remote, include }: JsonObject, reading: Reading): MentionedPlugin {
  const needsNone = [shell, remote, include].some((it) => it !== undefined);
  if (plugin === undefined) return { kind: reading === 'whole' ? (needsNone ? 'none' : 'own') : reading };
  return typeof plugin === 'string' && plugin !== '' ? { kind: 'named', name: plugin } : { kind: 'unknown' };
}

/** Returns whether a string may lead to another configuration: a path of a JSON file, or a CID. */
function isReference(text: string): boolean {
  return text.endsWith('.json') || text.startsWith('baf');
}

/** Returns every quoted string of a text that should be JSON. */
export function textsOf(json: string): string[] {
  return [...json.matchAll(/"((?:[^"\\\n]|\\.)*)(?:"|$|\n)/g)].map(([, text]) => unescaped(text!));
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string; // a quoted JSON string
  } catch {
    return text;
  }
}
