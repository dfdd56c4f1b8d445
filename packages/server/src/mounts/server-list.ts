/**
 * Every server for pages and banner, including refused ones.
 */
import { isView } from '@sigil/core/building';
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import type { Mount, RefusedMount, ShownServer } from './mount.js';
import { isOfOwnScheme } from '../resources/scheme.js';

/**
 * Returns every server once, sorted by name, including refused ones; that of all together comes last. A configuration that is refused
 * because its name is taken is a problem of the server with that name.
 */
export function listServers(all: readonly Mount[], refused: readonly RefusedMount[]): readonly ShownServer[] {
  const served = new Set(all.map(({ name }) => name));
  const apart = refused.filter(({ name }) => !served.has(name)).map(showRefused);
  const problemsOf = new Map(refused.map(({ name, problems }) => [name, problems]));
  const [everything, ...named] = all.map((mount) => withProblems(mount, problemsOf.get(mount.name))).reverse();
  const inOrder = [...named, ...apart].sort((a, b) => (a.name < b.name ? -1 : 1));
  return everything ? [...inOrder, everything] : inOrder;
}

function withProblems(mount: Mount, further: readonly string[] | undefined): ShownServer {
  if (!further) return mount;
  const { name, path, description, source, plugins, isConfigured, problems, overrides } = mount;
  return { name, path, description, source, plugins, isConfigured, overrides, problems: [...problems, ...further] };
}

const nothing = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }));

function showRefused({ name, problems }: RefusedMount): ShownServer {
  const path = `/mcp/${name}`;
  return {
    name,
    path,
    description: '',
    source: nothing,
    plugins: new Map(),
    isConfigured: true,
    problems,
    overrides: [],
    isRefused: true,
  };
}

/** The number of components of each kind that a mount currently offers. */
export interface MountCounts {
  readonly tools: number;
  /** Without views. */
  readonly resources: number;
  readonly prompts: number;
  readonly views: number;
}

/** Counts the offers of the serving generation, without skills and without the templates that the server adds to every mount. */
export function countOffers({ source }: Pick<Mount, 'source'>): MountCounts {
  const catalog = source.current();
  const templates = catalog.resourceTemplates.filter(({ definition }) => !isOfOwnScheme(definition.uriTemplate));
  const resources = catalog.resources.filter(({ skill }) => skill === undefined);
  const views = resources.filter(({ definition }) => isView(definition));
  return {
    tools: catalog.tools.length,
    resources: resources.length - views.length + templates.length,
    prompts: catalog.prompts.length,
    views: views.length,
  };
}
