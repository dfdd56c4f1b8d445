/**
 * Which lists of a catalog read differently in the next one: what clients are told of, and no more.
 */
import type { Catalog, ComponentKind } from '@sigil/core';

/** What clients see of a catalog, as text; nothing of its code is held by it. */
export type ListTexts = Readonly<Record<ComponentKind, string>>;

/** Compares what clients see: equal lists are no change, whatever became of the code behind them. */
export function changedKinds(before: Catalog, after: Catalog): ReadonlySet<ComponentKind> {
  return changedLists(writeLists(before), writeLists(after));
}

/** As `changedKinds`, for who does not want to keep the catalog before. */
export function changedLists(before: ListTexts, after: ListTexts): ReadonlySet<ComponentKind> {
  const kinds: readonly ComponentKind[] = ['tools', 'prompts', 'resources'];
  return new Set(kinds.filter((kind) => before[kind] !== after[kind]));
}

/** All lists of a catalog; templates count as resources. */
export function writeLists({ tools, prompts, resources, resourceTemplates }: Catalog): ListTexts {
  return {
    tools: listed(tools),
    prompts: listed(prompts),
    resources: listed(resources) + listed(resourceTemplates),
  };
}

function listed(components: readonly { readonly definition: object }[]): string {
  return JSON.stringify(components.map(({ definition }) => definition));
}
