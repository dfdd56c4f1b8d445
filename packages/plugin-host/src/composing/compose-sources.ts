/**
 * Serves several catalogs as one, each under a namespace, and follows their swaps.
 *
 * A name that two parts would share stays with the first; the other is left out and reported.
 */
import {
  buildCatalog,
  type Catalog,
  type CatalogSource,
  type ComponentKind,
  type Components,
  type PinnedCatalog,
} from '@sigil/core';

/** One catalog of a composition. */
export interface CompositionPart {
  readonly source: CatalogSource;
  /** Tools and prompts are named `namespace.name`; left out, they keep their names. */
  readonly namespace?: string;
}

const validName = /^[A-Za-z0-9_.-]{1,64}$/;

/** @param onLeftOut told once per composed catalog of each component that could not be offered, in words */
export function composeSources(parts: readonly CompositionPart[], onLeftOut: (why: string) => void): CatalogSource {
  let composed: { readonly from: readonly Catalog[]; readonly catalog: Catalog } | undefined;

  function compose(from: readonly Catalog[]): Catalog {
    if (composed && from.every((catalog, index) => catalog === composed?.from[index])) return composed.catalog;
    const catalog = composeCatalogs(
      from.map((it, index) => ({ catalog: it, namespace: parts[index]?.namespace })),
      onLeftOut,
    );
    composed = { from, catalog };
    return catalog;
  }

  return {
    pin(): PinnedCatalog {
      const pins = parts.map(({ source }) => source.pin());
      const catalog = compose(pins.map((pin) => pin.catalog));
      return { catalog, release: () => pins.forEach((pin) => pin.release()) };
    },
    onChange(listener: (changed: ReadonlySet<ComponentKind>) => void): () => void {
      const stops = parts.map(({ source }) => source.onChange(listener));
      return () => stops.forEach((stop) => stop());
    },
    onResourceUpdated(listener: (uri: string) => void): () => void {
      const stops = parts.map(({ source }) => source.onResourceUpdated(listener));
      return () => stops.forEach((stop) => stop());
    },
  };
}

interface NamedCatalog {
  readonly catalog: Catalog;
  readonly namespace: string | undefined;
}

function composeCatalogs(parts: readonly NamedCatalog[], onLeftOut: (why: string) => void): Catalog {
  const names = new NameRegister(onLeftOut);
  const components: Components = {
    tools: parts.flatMap(({ catalog, namespace }) =>
      catalog.tools
        .map((tool) => renamed(tool, namespace))
        .filter(({ definition }) => names.take('tool', definition.name) && names.fits('tool', definition.name)),
    ),
    prompts: parts.flatMap(({ catalog, namespace }) =>
      catalog.prompts
        .map((prompt) => renamed(prompt, namespace))
        .filter(({ definition }) => names.take('prompt', definition.name) && names.fits('prompt', definition.name)),
    ),
    resources: parts.flatMap(({ catalog }) =>
      catalog.resources.filter(({ definition }) => names.take('resource', definition.uri)),
    ),
    resourceTemplates: parts.flatMap(({ catalog }) =>
      catalog.resourceTemplates.filter(({ definition }) => names.take('resource template', definition.uriTemplate)),
    ),
  };
  return buildCatalog(components);
}

/** The same component, running as before, under its name within the composition. */
function renamed<Component extends { readonly definition: { readonly name: string } }>(
  component: Component,
  namespace: string | undefined,
): Component {
  if (namespace === undefined) return component;
  const { definition } = component;
  const shown: Component = Object.create(component) as Component; // everything but the name is the component's own
  return Object.assign(shown, { definition: { ...definition, name: `${namespace}.${definition.name}` } });
}

/** Which names are taken, by kind. */
class NameRegister {
  readonly #taken = new Set<string>();

  constructor(private readonly onLeftOut: (why: string) => void) {}

  take(kind: string, name: string): boolean {
    const key = `${kind} ${name}`;
    if (this.#taken.has(key)) {
      this.onLeftOut(`a second ${kind} "${name}" was left out: the name is taken`);
      return false;
    }
    this.#taken.add(key);
    return true;
  }

  fits(kind: string, name: string): boolean {
    if (validName.test(name)) return true;
    this.onLeftOut(`the ${kind} "${name}" was left out: a name has 1 to 64 of A-Z a-z 0-9 _ . -`);
    return false;
  }
}
