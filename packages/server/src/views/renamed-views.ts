/**
 * Serves views whose tools or resources have other names on this server: their pages get a script that translates the names.
 *
 * A view without such names is served as it is.
 */
import { normalizeUri, isView } from '@sigil/core/building';
import {
  buildCatalog,
  derive,
  mapContents,
  mapSource,
  mayUse,
  originalOf,
  type BadArguments,
  type Catalog,
  type CatalogSource,
  type ComponentHome,
  type PublishedResource,
  type PublishedResourceTemplate,
  type PublishedTool,
  type ResourceResult,
} from '@sigil/core/catalog';
import type { Principal } from '@sigil/core/engine';
import { addRenamingScript, type NamesOfView } from './renaming-script.js';

/** @param source with the final names, of components that have their homes */
export function withRenamedViews(source: CatalogSource): CatalogSource {
  return mapSource(source, (catalog) => {
    const names = new ViewNames(catalog);
    const resources = catalog.resources.map((it) => renamedResource(it, names));
    const resourceTemplates = catalog.resourceTemplates.map((it) => renamedTemplate(it, names));
    const isSame =
      resources.every((it, index) => it === catalog.resources[index]) &&
      resourceTemplates.every((it, index) => it === catalog.resourceTemplates[index]);
    return isSame ? catalog : buildCatalog({ ...catalog, resources, resourceTemplates });
  });
}

function renamedResource(view: PublishedResource, names: ViewNames): PublishedResource {
  const { home } = view;
  if (!home || !isView(view.definition) || !names.areRenamed(home)) return view;
  // Neither is true of the page with its script.
  const { size: _size, ...definition } = view.definition;
  const { content: _content, ...page } = view;
  return derive(page, {
    definition,
    async read(...[uri, context]: Parameters<PublishedResource['read']>) {
      return translate(await view.read(uri, context), names.of(home, context.principal));
    },
  });
}

function renamedTemplate(template: PublishedResourceTemplate, names: ViewNames): PublishedResourceTemplate {
  const { home } = template;
  if (!home || !isView({ uri: template.definition.uriTemplate }) || !names.areRenamed(home)) return template;
  return derive(template, {
    async read(...[uri, variables, context]: Parameters<PublishedResourceTemplate['read']>) {
      return translate(await template.read(uri, variables, context), names.of(home, context.principal));
    },
  });
}

function translate(outcome: ResourceResult | BadArguments, names: NamesOfView): ResourceResult | BadArguments {
  return outcome.kind === 'result' ? mapContents(outcome, (it) => addRenamingScript(it, names)) : outcome;
}

/** The names that the components of plugins and remote servers with views have on one server. */
class ViewNames {
  #tools: ShownByHome<PublishedTool> | undefined;
  #resources: ShownByHome<PublishedResource> | undefined;
  readonly #renamed = new Map<ComponentHome, boolean>();

  constructor(private readonly catalog: Catalog) {}

  /** Returns whether any name of the home differs here, or means something else. */
  areRenamed(home: ComponentHome): boolean {
    const known = this.#renamed.get(home);
    if (known !== undefined) return known;
    const { tools, uris } = this.of(home);
    const isRenamed = tools.size + uris.size > 0;
    this.#renamed.set(home, isRenamed);
    return isRenamed;
  }

  /**
   * Returns the names here of the home's tools and resources, by their own names, as far as they differ. A name that means a component of
   * another home here becomes one that nothing has.
   *
   * @param principal the reader of the page, which does not name components that are hidden from it; absent for all names
   */
  of(home: ComponentHome, principal?: Principal): NamesOfView {
    const { catalog } = this;
    const shownTools = (this.#tools ??= groupByHome(catalog.tools)).get(home);
    const shownResources = (this.#resources ??= groupByHome(catalog.resources)).get(home);
    const isShown = (component: PublishedTool | PublishedResource): boolean =>
      !principal || catalog.showsOnlyAllowed !== true || mayUse(principal, component);
    const tools = home.catalog.tools.flatMap((own): [string, string][] => {
      const { name } = own.definition;
      const found = catalog.findTool(name);
      const isSame = found?.definition.name === name && found.home === home && originalOf(found) === originalOf(own);
      if (isSame) return [];
      const shown = shownTools?.get(originalOf(own));
      if (shown && isShown(shown)) return [[name, shown.definition.name]];
      return found ? [[name, freeName(name, (it) => catalog.findTool(it) !== undefined)]] : [];
    });
    const uris = home.catalog.resources.flatMap((own): [string, string][] => {
      const { uri } = own.definition;
      const shown = shownResources?.get(originalOf(own));
      if (shown && normalizeUri(shown.definition.uri) === normalizeUri(uri)) return [];
      if (shown && isShown(shown)) return [[uri, shown.definition.uri]];
      return catalog.findResource(uri) ? [[uri, freeName(uri, (it) => catalog.findResource(it) !== undefined)]] : [];
    });
    return { tools: new Map(tools), uris: new Map(uris) };
  }
}

/** The components of each home, by the plugin's own component. */
type ShownByHome<Component> = ReadonlyMap<ComponentHome, ReadonlyMap<object, Component>>;

/** A component with several names keeps the first. */
function groupByHome<Component extends PublishedTool | PublishedResource>(
  components: readonly Component[],
): ShownByHome<Component> {
  const byHome = new Map<ComponentHome, Map<object, Component>>();
  for (const component of components) {
    const { home } = component;
    if (!home) continue;
    const known = byHome.get(home) ?? new Map<object, Component>();
    byHome.set(home, known);
    if (!known.has(originalOf(component))) known.set(originalOf(component), component);
  }
  return byHome;
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = `${name}-unavailable`;
  while (isTaken(free)) free += '-';
  return free;
}
