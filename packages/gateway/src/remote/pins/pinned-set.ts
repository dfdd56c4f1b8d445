/**
 * The part of an upstream's definitions that an operator approves: the text that a model reads, and the arguments of calls.
 *
 * Pins the whole set, not each name: a tool that comes back under another name would have no pin to differ from.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { canonicalJson, normalizeUri } from '@sigil/core/building';
import { changeViewLinks, withViewMembers } from '@sigil/core/catalog';
import type { UpstreamLists } from '../reading/read-lists.js';

/** Definitions reduced to their pinned members, sorted by name. */
export interface PinnedSet {
  readonly tools: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  /** Absent if the upstream has none. */
  readonly skills?: readonly JsonObject[];
  /** Absent if the upstream has none that could be read. */
  readonly views?: readonly JsonObject[];
  /** Absent if the upstream declares none that are relayed. */
  readonly extensions?: readonly JsonObject[];
  /** Absent if the upstream gives none. */
  readonly instructions?: string;
}

/** The kinds of components that are pinned. */
export type PinnedKind = Exclude<keyof PinnedSet, 'instructions'>;

const described = ['title', 'description', 'icons'];
const forms: Readonly<Record<PinnedKind, { noun: string; key: string; members: readonly string[] }>> = {
  tools: { noun: 'tool', key: 'name', members: [...described, 'inputSchema', 'outputSchema', 'annotations'] },
  prompts: { noun: 'prompt', key: 'name', members: [...described, 'arguments'] },
  resourceTemplates: {
    noun: 'resource template',
    key: 'uriTemplate',
    members: [...described, 'name', 'mimeType', 'annotations'],
  },
  // The digests of all files are pinned with them.
  extensions: { noun: 'extension', key: 'id', members: ['settings'] },
  skills: { noun: 'skill', key: 'uri', members: ['frontmatter', 'resources'] },
  // The page runs in the client's window, and calls tools.
  views: { noun: 'view', key: 'uri', members: ['digest', 'ui'] },
};
const kinds = Object.keys(forms) as PinnedKind[];

/** Returns the pinned members of all listed components, and the instructions. */
export function pinnedSetOf(lists: UpstreamLists): PinnedSet {
  const { instructions } = lists;
  return {
    ...(instructions === undefined ? {} : { instructions }),
    tools: pin('tools', lists),
    prompts: pin('prompts', lists),
    resourceTemplates: pin('resourceTemplates', lists),
    ...(lists.skills.length === 0 ? {} : { skills: pin('skills', lists) }),
    ...(lists.views.length === 0 ? {} : { views: pin('views', lists) }),
    ...(lists.extensions.length === 0 ? {} : { extensions: pin('extensions', lists) }),
  };
}

function pin(kind: PinnedKind, lists: UpstreamLists): readonly JsonObject[] {
  const { key, members } = forms[kind];
  const pinned = lists[kind].map((item) => {
    const kept = Object.fromEntries(Object.entries(item).filter(([name]) => name === key || members.includes(name)));
    const links = kind === 'tools' && isJsonObject(item['_meta']) ? withViewMembers({}, item['_meta']) : {};
    return Object.keys(links).length > 0 ? { ...kept, _meta: links } : kept;
  });
  return pinned.toSorted((a, b) => compareTexts(String(a[key]), String(b[key])));
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns whether both sets are the same, whatever the order of members. */
export function isSameSet(a: PinnedSet, b: PinnedSet): boolean {
  return canonicalJson({ ...a }) === canonicalJson({ ...b });
}

/** A component, or the instructions, with its difference from the approved one. */
export type Difference = {
  readonly what: 'changed' | 'new' | 'gone';
} & ({ readonly kind: PinnedKind; readonly name: string } | { readonly kind: 'instructions' });

/** @returns the differences by kind and name; the instructions come last */
export function findDifferences(approved: PinnedSet, offered: PinnedSet): readonly Difference[] {
  return [...differingComponents(approved, offered), ...differingInstructions(approved, offered)];
}

function differingInstructions({ instructions: before }: PinnedSet, { instructions: after }: PinnedSet): Difference[] {
  if (before === after) return [];
  const changed = after === undefined ? 'gone' : 'changed';
  return [{ kind: 'instructions', what: before === undefined ? 'new' : changed }];
}

function differingComponents(approved: PinnedSet, offered: PinnedSet): readonly Difference[] {
  return kinds.flatMap((kind) => {
    const before = byName(kind, approved);
    const after = byName(kind, offered);
    const differences: Difference[] = [];
    for (const [name, text] of after) {
      const known = before.get(name);
      if (known !== text) differences.push({ kind, name, what: known === undefined ? 'new' : 'changed' });
    }
    for (const name of before.keys()) if (!after.has(name)) differences.push({ kind, name, what: 'gone' });
    return differences;
  });
}

/** Joins the texts of items with the same name: only the first is offered, so their order counts. */
function byName(kind: PinnedKind, set: PinnedSet): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const item of set[kind] ?? []) {
    const name = String(item[forms[kind].key]);
    texts.set(name, (texts.get(name) ?? '') + canonicalJson(item));
  }
  return texts;
}

/** Describes a difference, such as `tool "search" changed` or `the instructions are new`. */
export function describeDifference(difference: Difference): string {
  const { kind, what } = difference;
  if (kind === 'instructions') return `the instructions ${what === 'changed' ? 'changed' : `are ${what}`}`;
  const { name } = difference;
  return `${forms[kind].noun} "${name.slice(0, 128)}" ${what === 'changed' ? 'changed' : `is ${what}`}`;
}

/** Returns the lists and instructions without the unapproved parts. */
export function withoutUnapproved(lists: UpstreamLists, differences: readonly Difference[]): UpstreamLists {
  const left = (kind: PinnedKind): readonly JsonObject[] => {
    const unapproved = new Set(differences.flatMap((it) => (it.kind === kind && it.what !== 'gone' ? [it.name] : [])));
    return lists[kind].filter((item) => !unapproved.has(String(item[forms[kind].key])));
  };
  const skills = left('skills');
  // A skill that is withheld cannot be read as resources either.
  const withheld = lists.skills.filter((item) => !skills.includes(item)).map((item) => folderOf(String(item['uri'])));
  const views = left('views');
  const hidden = new Set(
    lists.views.flatMap((view) => (views.includes(view) ? [] : [normalizeUri(String(view['uri']))])),
  );
  const isShown = (uri: string): boolean => !hidden.has(normalizeUri(uri));
  return {
    ...lists,
    tools: left('tools').map((tool) => withoutLinks(tool, isShown)),
    prompts: left('prompts'),
    resourceTemplates: left('resourceTemplates'),
    skills,
    views,
    extensions: left('extensions'),
    resources: lists.resources.filter((item) => {
      const uri = String(item['uri']);
      return isShown(uri) && !withheld.some((folder) => uri.startsWith(folder));
    }),
    instructions: differences.some(({ kind }) => kind === 'instructions') ? undefined : lists.instructions,
  };
}

/** Removes the links to views that are not shown. */
function withoutLinks(tool: JsonObject, isShown: (uri: string) => boolean): JsonObject {
  const { _meta: meta, ...others } = tool;
  if (!isJsonObject(meta)) return tool;
  const shown = changeViewLinks(meta, (uri) => (isShown(uri) ? uri : undefined));
  return Object.keys(shown).length > 0 ? { ...others, _meta: shown } : others;
}

/** Returns the address of a skill's folder, with a slash at its end. */
function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}
