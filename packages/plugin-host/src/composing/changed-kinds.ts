/**
 * Which lists of a catalog read differently in the next one: what clients are told of, and no more.
 */
import type { Catalog, ComponentKind } from '@sigil/core';

/** Compares what clients see: equal lists are no change, whatever became of the code behind them. */
export function changedKinds(before: Catalog, after: Catalog): ReadonlySet<ComponentKind> {
  const changed = new Set<ComponentKind>();
  if (listed(before.tools) !== listed(after.tools)) changed.add('tools');
  if (listed(before.prompts) !== listed(after.prompts)) changed.add('prompts');
  const resourcesBefore = listed(before.resources) + listed(before.resourceTemplates);
  if (resourcesBefore !== listed(after.resources) + listed(after.resourceTemplates)) changed.add('resources');
  return changed;
}

function listed(components: readonly { readonly definition: object }[]): string {
  return JSON.stringify(components.map(({ definition }) => definition));
}
