/**
 * The addresses at which a composition serves the views of its parts.
 */
import { normalizeUri } from '@sigil/core/building';
import {
  buildCatalog,
  derive,
  mapContents,
  originalOf,
  type Catalog,
  type FoundResource,
  type PublishedResource,
} from '@sigil/core/catalog';

/** Returns the view at another address; its contents have that address too. */
export function moveView(view: PublishedResource, uri: string): PublishedResource {
  const { uri: before } = view.definition;
  return derive(view, {
    definition: { ...view.definition, uri },
    async read(...[, context]: Parameters<PublishedResource['read']>) {
      const outcome = await view.read(before, context);
      if (outcome.kind !== 'result') return outcome;
      return mapContents(outcome, (it) => (normalizeUri(it.uri) === normalizeUri(before) ? { ...it, uri } : it));
    },
  });
}

/** A part of a composition, and those of its resources and templates that the composition offers. */
export interface TakenResources extends Pick<Catalog, 'resources' | 'resourceTemplates'> {
  readonly catalog: Catalog;
}

/** Finds addresses once the resources of all parts are taken. */
export class ViewAddresses {
  #readable: Catalog | undefined;
  readonly #byOriginal = new Map<TakenResources, ReadonlyMap<object, string>>();

  constructor(private readonly parts: readonly TakenResources[]) {}

  /**
   * @param uri of a resource in the part
   * @returns its address in the composition; the same for one that no part has; `undefined` if it would lead to another part, or nowhere
   */
  of(part: number, uri: string): string | undefined {
    const taken = this.parts[part];
    const own = taken?.catalog.findResource(uri)?.component;
    if (!taken || !own || !('definition' in own)) return this.#findReadable(uri) ? undefined : uri;
    if ('uri' in own.definition) return this.#addressesIn(taken).get(originalOf(own));
    const found = this.#findReadable(uri);
    return found && originalOf(found) === originalOf(own) ? uri : undefined;
  }

  #addressesIn(taken: TakenResources): ReadonlyMap<object, string> {
    const known = this.#byOriginal.get(taken);
    if (known) return known;
    const made = new Map(taken.resources.map((it) => [originalOf(it), it.definition.uri]));
    this.#byOriginal.set(taken, made);
    return made;
  }

  #findReadable(uri: string): FoundResource['component'] {
    this.#readable ??= buildCatalog({
      ...{ tools: [], prompts: [] },
      resources: this.parts.flatMap(({ resources }) => resources),
      resourceTemplates: this.parts.flatMap(({ resourceTemplates }) => resourceTemplates),
    });
    return this.#readable.findResource(uri)?.component;
  }
}
