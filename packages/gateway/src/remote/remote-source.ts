/**
 * The catalog of an upstream server: its latest lists and instructions, as one generation. It is pending until they were read once.
 */
import {
  buildCatalog,
  Listeners,
  type Catalog,
  type CatalogHold,
  type CatalogSource,
  type Components,
  type ComponentKind,
} from '@sigil/core/catalog';
import type { Judgement } from './pins/pinned-lists.js';
import type { UpstreamLists } from './reading/read-lists.js';

interface OfferedLists extends Pick<Judgement, 'lists' | 'withheldTools' | 'problems'> {
  /** True if the lists are a placeholder for the upstream's lists, which have not been read yet. */
  readonly isPending?: boolean;
  /** The lists that clients are notified of even if they are equal. */
  readonly announced?: ReadonlySet<ComponentKind>;
  /** The other inputs of the components, as text. */
  readonly terms?: string;
}

const nothingHeld: CatalogHold = { release: () => undefined };
const none: ReadonlySet<ComponentKind> = new Set();
const kinds: Readonly<Record<ComponentKind, readonly (keyof UpstreamLists)[]>> = {
  tools: ['tools'],
  resources: ['resources', 'resourceTemplates', 'skills', 'views'],
  prompts: ['prompts'],
};

export class RemoteSource implements CatalogSource {
  #catalog = buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [], isPending: true });
  #texts: Readonly<Record<ComponentKind, string>> = { tools: '[[]]', resources: '[[],[],[],[]]', prompts: '[[]]' };
  /** The problems for the operator and the terms, which may change while the lists stay the same. */
  #told = '[[],[],null]';
  readonly #changes = new Listeners<ReadonlySet<ComponentKind>>();
  readonly #updates = new Listeners<string>();

  current(): Catalog {
    return this.#catalog;
  }

  /** Holds nothing: calls go on, whatever happens to the lists. */
  hold(): CatalogHold {
    return nothingHeld;
  }

  onChange(listener: (changed: ReadonlySet<ComponentKind>) => void): () => void {
    return this.#changes.add(listener);
  }

  onResourceUpdated(listener: (uri: string) => void): () => void {
    return this.#updates.add(listener);
  }

  /**
   * Replaces the lists. Equal lists change and announce nothing, except that they were read for the first time.
   * Instructions are not announced: no revision has a notification for them.
   *
   * @param read makes the components; called only if something changed
   * @returns whether anything changed
   */
  replace(
    { lists, withheldTools, problems, isPending = false, announced = none, terms }: OfferedLists,
    read: () => Components,
  ): boolean {
    const texts = writeTexts(lists);
    const { instructions } = lists;
    const told = JSON.stringify([[...withheldTools], problems, terms]);
    const names = Object.keys(kinds) as ComponentKind[];
    const changed = new Set(names.filter((kind) => texts[kind] !== this.#texts[kind]));
    const isRead = !isPending && this.#catalog.isPending === true;
    const isOther = instructions !== this.#catalog.instructions || told !== this.#told;
    const isNew = changed.size > 0 || isOther || isRead;
    if (isNew) this.#catalog = buildCatalog({ ...read(), instructions, ...(isPending && { isPending }) });
    this.#texts = texts;
    this.#told = told;
    const notified = new Set([...changed, ...announced]);
    if (notified.size > 0 || isRead) this.#changes.notify(notified);
    return isNew;
  }

  announceUpdate(uri: string): void {
    this.#updates.notify(uri);
  }
}

function writeTexts(lists: UpstreamLists): Record<ComponentKind, string> {
  const textOf = (kind: ComponentKind): string => JSON.stringify(kinds[kind].map((list) => lists[list]));
  return { tools: textOf('tools'), resources: textOf('resources'), prompts: textOf('prompts') };
}
