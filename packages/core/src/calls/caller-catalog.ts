/**
 * The part of a catalog that one caller may use, for servers that hide the rest.
 *
 * Callers with the same permissions share one view, so its lists are written once for all of them.
 */
import { buildCatalog } from '../catalog/build-catalog.js';
import type { Catalog, Guarded, PublishedTool } from '../catalog/catalog.js';
import { deriveOnce } from '../catalog/derive-once.js';
import { localPrincipal, type Principal } from '../model/principal.js';
import { withoutFolder } from '../catalog/skills.js';
import { withViewLinks } from '../catalog/view-links.js';
import { usableExtensions } from './passed-extensions.js';
import { mayUse } from './require-scopes.js';

/** The maximum number of cached views of one catalog; documented in docs/reference/limits.md. */
export const maxCallerViews = 64;

/** @returns the catalog itself where the caller may use all of it, or where its server hides nothing */
export function callerCatalog(catalog: Catalog, principal: Principal): Catalog {
  if (catalog.showsOnlyAllowed !== true || principal === localPrincipal) return catalog;
  return openViews(catalog).of(principal);
}

const openViews = deriveOnce((catalog) => new AllowedViews(catalog));

class AllowedViews {
  /** One component for each distinct requirement. */
  readonly #guards: readonly Guarded[];
  /** Keyed by one digit for each guard; the least recently used comes first. */
  readonly #views = new Map<string, Catalog>();
  readonly #keys = new WeakMap<Principal, string>();

  constructor(private readonly catalog: Catalog) {
    this.#guards = distinctGuards(catalog);
  }

  of(principal: Principal): Catalog {
    const key = this.#keys.get(principal) ?? this.#guards.map((guard) => (mayUse(principal, guard) ? 1 : 0)).join('');
    this.#keys.set(principal, key);
    if (!key.includes('0')) return this.catalog;
    const view = this.#views.get(key) ?? narrow(this.catalog, principal);
    this.#views.delete(key);
    this.#views.set(key, view);
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= maxCallerViews) break;
      this.#views.delete(oldest);
    }
    return view;
  }
}

function distinctGuards({
  tools,
  resources,
  resourceTemplates,
  prompts,
  formerTools = [],
  extensions = [],
}: Catalog): Guarded[] {
  const former = formerTools.flatMap(({ tool }) => tool ?? []);
  const rules = new Map<Guarded['permits'], Map<string, Guarded>>();
  for (const component of [...tools, ...resources, ...resourceTemplates, ...prompts, ...former, ...extensions]) {
    const { scopes = [], permits } = component;
    if (scopes.length === 0 && !permits) continue;
    const byScopes = rules.get(permits) ?? new Map<string, Guarded>();
    rules.set(permits, byScopes.set(JSON.stringify(scopes), component));
  }
  return [...rules.values()].flatMap((byScopes) => [...byScopes.values()]);
}

function narrow(catalog: Catalog, principal: Principal): Catalog {
  const isAllowed = (component: Guarded): boolean => mayUse(principal, component);
  const { unlisted } = catalog;
  const extensions = usableExtensions(catalog.extensions ?? [], principal);
  const sees = [...catalog.resources, ...catalog.resourceTemplates].every(isAllowed);
  const allowedTool = (tool: PublishedTool): PublishedTool =>
    withViewLinks(tool, (uri) => (mayRead(catalog, uri, isAllowed) ? uri : undefined));
  return buildCatalog({
    tools: catalog.tools.filter(isAllowed).map(allowedTool),
    // A hidden file must not become readable through its folder either.
    resources: sees ? catalog.resources.filter(isAllowed) : catalog.resources.filter(isAllowed).map(withoutFolder),
    resourceTemplates: catalog.resourceTemplates.filter(isAllowed),
    // A hidden resource must not become readable as an unlisted one.
    ...(unlisted && sees ? { unlisted } : {}),
    prompts: catalog.prompts.filter(isAllowed),
    instructions: catalog.instructions,
    ...(extensions.length > 0 && { extensions }),
    showsOnlyAllowed: true,
    formerTools: (catalog.formerTools ?? []).filter(({ tool }) => !tool || isAllowed(tool)),
  });
}

/** Returns whether the view at an address can be read; true for an address that nothing has, which a tool may name by mistake. */
function mayRead(catalog: Catalog, uri: string, isAllowed: (component: Guarded) => boolean): boolean {
  const found = catalog.findResource(uri);
  return found === undefined || isAllowed(found);
}
