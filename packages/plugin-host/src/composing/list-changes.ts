/**
 * Finds the lists that differ between two catalogs, since clients are notified only of those.
 */
import type { SkillDefinition } from '@sigil/core/building';
import { isListed, type Catalog, type ComponentKind } from '@sigil/core/catalog';

/** The lists of a catalog as clients see them, as text, without a reference to its code. */
export type ListTexts = Readonly<Record<ComponentKind, string>>;

interface Component {
  readonly definition: object & { readonly uri?: string };
  readonly skill?: SkillDefinition;
  readonly digest?: string;
}

type Listed = readonly Component[];

const kinds: readonly ComponentKind[] = ['tools', 'prompts', 'resources'];

/** Compares the lists that clients see: equal lists are no change, even if their code differs. */
export function changedKinds(before: Catalog, after: Catalog): ReadonlySet<ComponentKind> {
  return new Set(kinds.filter((kind) => !isSameLength(before, after, kind) || !isSameText(before, after, kind)));
}

/** Compares as `changedKinds` does, without keeping the earlier catalog alive. */
export function changedLists(before: ListTexts, after: ListTexts): ReadonlySet<ComponentKind> {
  return new Set(kinds.filter((kind) => before[kind] !== after[kind]));
}

/** Writes all lists of a catalog as text. */
export function writeLists(catalog: Catalog): ListTexts {
  return {
    tools: writeList(catalog, 'tools'),
    prompts: writeList(catalog, 'prompts'),
    resources: writeList(catalog, 'resources'),
  };
}

/** Compares lengths first: lists of different length need not be written to be compared. */
function isSameLength(before: Catalog, after: Catalog, kind: ComponentKind): boolean {
  return listsOf(before, kind).every((list, index) => list.length === listsOf(after, kind)[index]?.length);
}

function isSameText(before: Catalog, after: Catalog, kind: ComponentKind): boolean {
  return writeList(before, kind) === writeList(after, kind);
}

function writeList(catalog: Catalog, kind: ComponentKind): string {
  return listsOf(catalog, kind).map(listed).join('');
}

/** Returns the listed components of a kind; templates count as resources. */
function listsOf(catalog: Catalog, kind: ComponentKind): readonly Listed[] {
  return kind === 'resources' ? [catalog.resources, catalog.resourceTemplates] : [catalog[kind]];
}

/** The digests of views and of skills' files are part of their entries: nothing else announces that they have changed. */
function listed(components: Listed): string {
  return JSON.stringify(
    components.map(({ definition, skill, digest }) => {
      if (digest !== undefined) return [definition, digest];
      return skill && isListed({ definition, skill }) ? [definition, skill] : definition;
    }),
  );
}
