/**
 * Puts several catalogs together into one, each under its namespace.
 *
 * A name that two parts would share stays with the first; the other is left out and reported.
 */
import { buildCatalog, type Catalog, type FormerTool, type PublishedTool } from '@sigil/core';

/** A catalog and the namespace of its names. */
export interface NamedCatalog {
  readonly catalog: Catalog;
  readonly namespace: string | undefined;
}

/** Which part a component of the whole is of, and what it is there. */
export interface Owner {
  readonly part: number;
  readonly component: object;
}

/** The whole, and whose its components are. */
export interface Composed {
  readonly catalog: Catalog;
  readonly owners: ReadonlyMap<object, Owner>;
}

const validName = /^[A-Za-z0-9_.-]{1,64}$/;

/** @param onLeftOut told of each component that cannot be offered, in words */
export function composeCatalogs(parts: readonly NamedCatalog[], onLeftOut: (why: string) => void): Composed {
  const names = new NameRegister(onLeftOut);
  const owners = new Map<object, Owner>();
  const own = <Component extends object>(part: number, component: Component, shown: Component): Component => {
    owners.set(shown, { part, component });
    return shown;
  };
  const tools: PublishedTool[] = [];
  const formerTools: FormerTool[] = [];
  parts.forEach(({ catalog, namespace }, part) => {
    const shown = catalog.tools.map((tool) => [tool, own(part, tool, renamed(tool, namespace))] as const);
    const shownAs = new Map(shown.filter(([, { definition }]) => names.takeName('tool', definition.name)));
    tools.push(...shownAs.values());
    formerTools.push(...(catalog.formerTools ?? []).map((former) => renamedFormer(former, namespace, shownAs)));
  });
  const prompts = parts.flatMap(({ catalog, namespace }, part) =>
    catalog.prompts
      .map((prompt) => own(part, prompt, renamed(prompt, namespace)))
      .filter(({ definition }) => names.takeName('prompt', definition.name)),
  );
  const resources = parts.flatMap(({ catalog }, part) =>
    catalog.resources
      .filter(({ definition }) => names.take('resource', definition.uri))
      .map((resource) => own(part, resource, resource)),
  );
  const resourceTemplates = parts.flatMap(({ catalog }, part) =>
    catalog.resourceTemplates
      .filter(({ definition }) => names.take('resource template', definition.uriTemplate))
      .map((template) => own(part, template, template)),
  );
  const components = { tools, prompts, resources, resourceTemplates };
  return { catalog: buildCatalog(formerTools.length > 0 ? { ...components, formerTools } : components), owners };
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

function renamedFormer(
  former: FormerTool,
  namespace: string | undefined,
  shownAs: ReadonlyMap<PublishedTool, PublishedTool>,
): FormerTool {
  const tool = former.tool && shownAs.get(former.tool);
  const name = namespace === undefined ? former.name : `${namespace}.${former.name}`;
  return { name, explain: () => former.explain(), ...(tool ? { tool } : {}) };
}

/** Which names are taken, by kind. */
class NameRegister {
  readonly #taken = new Set<string>();

  constructor(private readonly onLeftOut: (why: string) => void) {}

  /** For what is called by its name, which has a form. */
  takeName(kind: string, name: string): boolean {
    return this.take(kind, name) && this.#fits(kind, name);
  }

  take(kind: string, name: string): boolean {
    const key = `${kind} ${name}`;
    if (this.#taken.has(key)) {
      this.onLeftOut(`a second ${kind} "${name}" was left out: the name is taken`);
      return false;
    }
    this.#taken.add(key);
    return true;
  }

  #fits(kind: string, name: string): boolean {
    if (validName.test(name)) return true;
    this.onLeftOut(`the ${kind} "${name}" was left out: a name has 1 to 64 of A-Z a-z 0-9 _ . -`);
    return false;
  }
}
