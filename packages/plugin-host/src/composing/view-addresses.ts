/**
 * The addresses at which a composition serves the views of its parts.
 */
import { normalizeUri } from '@sigil/core/building';
import {
  buildCatalog,
  derive,
  mapContents,
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

/** A part of a composition, and those of its components that the composition offers. */
export interface TakenResources extends Pick<Catalog, 'resourceTemplates'> {
  readonly catalog: Catalog;
  /** As the composition offers them, by the part's own. */
  readonly resources: ReadonlyMap<object, PublishedResource>;
}

/** Finds addresses once the resources of all parts are taken. */
export class ViewAddresses {
  #readable: Catalog | undefined;

  constructor(private readonly parts: readonly TakenResources[]) {}

  /**
   * @param uri of a resource in the part
   * @returns its address in the composition; the same for one that no part has; `undefined` if it would lead to another part, or nowhere
   */
  of(part: number, uri: string): string | undefined {
    const taken = this.parts[part];
    const own = taken?.catalog.findResource(uri)?.component;
    if (!taken || !own || !('definition' in own)) return this.#findReadable(uri) ? undefined : uri;
    if ('uri' in own.definition) return taken.resources.get(own)?.definition.uri;
    return this.#findReadable(uri) === own ? uri : undefined;
  }

  #findReadable(uri: string): FoundResource['component'] {
    this.#readable ??= buildCatalog({
      tools: [],
      prompts: [],
      resources: this.parts.flatMap(({ resources }) => [...resources.values()]),
      resourceTemplates: this.parts.flatMap(({ resourceTemplates }) => resourceTemplates),
    });
    return this.#readable.findResource(uri)?.component;
  }
}
