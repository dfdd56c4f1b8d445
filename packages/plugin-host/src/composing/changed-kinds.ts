/**
 * Finds the lists of a catalog that read differently in the next one: clients are told of those only.
 */
import type { Catalog, ComponentKind } from '@sigil/core/catalog';

/** The lists of a catalog as clients see them, as text; nothing of its code is held by it. */
export type ListTexts = Readonly<Record<ComponentKind, string>>;

type Listed = readonly { readonly definition: object }[];

const kinds: readonly ComponentKind[] = ['tools', 'prompts', 'resources'];

/** Compares what clients see: equal lists are no change, whatever became of the code behind them. */
export function changedKinds(before: Catalog, after: Catalog): ReadonlySet<ComponentKind> {
  return new Set(kinds.filter((kind) => !isSameLength(before, after, kind) || !isSameText(before, after, kind)));
}

/** As `changedKinds`, for who does not want to keep the catalog before. */
export function changedLists(before: ListTexts, after: ListTexts): ReadonlySet<ComponentKind> {
  return new Set(kinds.filter((kind) => before[kind] !== after[kind]));
}

/** All lists of a catalog. */
export function writeLists(catalog: Catalog): ListTexts {
  return {
    tools: writeList(catalog, 'tools'),
    prompts: writeList(catalog, 'prompts'),
    resources: writeList(catalog, 'resources'),
  };
}

/** A list that is longer or shorter, as every list is at first, need not be written to be compared. */
function isSameLength(before: Catalog, after: Catalog, kind: ComponentKind): boolean {
  return listsOf(before, kind).every((list, index) => list.length === listsOf(after, kind)[index]?.length);
}

function isSameText(before: Catalog, after: Catalog, kind: ComponentKind): boolean {
  return writeList(before, kind) === writeList(after, kind);
}

function writeList(catalog: Catalog, kind: ComponentKind): string {
  return listsOf(catalog, kind).map(listed).join('');
}

/** Templates count as resources. */
function listsOf(catalog: Catalog, kind: ComponentKind): readonly Listed[] {
  return kind === 'resources' ? [catalog.resources, catalog.resourceTemplates] : [catalog[kind]];
}

function listed(components: Listed): string {
  return JSON.stringify(components.map(({ definition }) => definition));
}
