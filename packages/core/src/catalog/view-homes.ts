/**
 * Marks the components of a plugin or a remote server with views before they get other names, so that its pages find their own tools
 * whatever a server calls them.
 */
import { isView } from '../model/views.js';
import { buildCatalog } from './build-catalog.js';
import type { Catalog, ComponentHome, Components } from './catalog.js';
import { deriveOnce } from './derive-once.js';
import { derive } from './derive.js';

const marked = deriveOnce((catalog) => (needsHomes(catalog) ? buildCatalog(addHome(catalog, { catalog })) : catalog));

/** @returns the same catalog for the same one; itself if it has no views, or if its components have homes */
export function withViewHomes(catalog: Catalog): Catalog {
  return marked(catalog);
}

function needsHomes({ tools, resources, resourceTemplates }: Catalog): boolean {
  const hasViews =
    resources.some(({ definition }) => isView(definition)) ||
    resourceTemplates.some(({ definition: { uriTemplate } }) => isView({ uri: uriTemplate }));
  return hasViews && ![...tools, ...resources, ...resourceTemplates].some((it) => it.home);
}

function addHome(catalog: Catalog, home: ComponentHome): Components {
  const tools = new Map(catalog.tools.map((tool) => [tool, derive(tool, { home })]));
  return {
    ...catalog,
    tools: [...tools.values()],
    resources: catalog.resources.map((it) => derive(it, { home })),
    resourceTemplates: catalog.resourceTemplates.map((it) => derive(it, { home })),
    formerTools: (catalog.formerTools ?? []).map((former) => ({
      name: former.name,
      explain: () => former.explain(),
      ...(former.tool ? { tool: tools.get(former.tool) ?? derive(former.tool, { home }) } : {}),
    })),
  };
}
