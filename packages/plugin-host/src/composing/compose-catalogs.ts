/**
 * Composes several catalogs into one, each under its namespace.
 *
 * If two parts have the same name or address, the first keeps it; the other is left out and reported.
 */
import { isView } from '@sigil/core/building';
import {
  buildCatalog,
  derive,
  isListed,
  originalOf,
  withViewHomes,
  withViewLinks,
  type Catalog,
  type FormerTool,
  type PublishedExtension,
  type PublishedResource,
  type PublishedTool,
} from '@sigil/core/catalog';
import { AddressRegister, describeServer } from './address-register.js';
import { composeInstructions } from './compose-instructions.js';
import { NameJoiner } from './name-joiner.js';
import { moveView, ViewAddresses } from './view-addresses.js';

/** A catalog and the namespace of its names. */
export interface NamedCatalog {
  readonly catalog: Catalog;
  readonly namespace: string | undefined;
  /** Joins the namespace and a name, and replaces every dot in either. */
  readonly separator: string;
  /** The server that the catalog belongs to; absent for the composing server's own. */
  readonly server?: string | undefined;
}

/** The composed catalog, and the part that each component comes from. */
export interface Composed {
  readonly catalog: Catalog;
  /** The index of the part, by the plugin's own component. */
  readonly owners: ReadonlyMap<object, number>;
  /** Returns the address here of a resource of a part; `undefined` if it is left out. */
  addressOf(part: number, uri: string): string | undefined;
}

const validName = /^[A-Za-z0-9_.-]{1,64}$/;

/** @param onLeftOut called with the reason for each component that cannot be offered */
export function composeCatalogs(given: readonly NamedCatalog[], onLeftOut: (why: string) => void): Composed {
  const parts = given.map((part) => ({ ...part, catalog: withViewHomes(part.catalog) }));
  const names = new NameRegister(onLeftOut);
  const owners = new Map(
    parts.toReversed().flatMap(({ catalog }, index) => ownedBy(parts.length - 1 - index, catalog)),
  );
  const addresses = new AddressRegister(onLeftOut);
  const kept = parts.map(({ catalog: { resources }, server }) => takeResources(resources, addresses, server));
  const keptTemplates = parts.map(({ catalog, server }) =>
    catalog.resourceTemplates.filter(({ definition }) => addresses.takeTemplate(definition.uriTemplate, server)),
  );
  const resources = kept.flatMap((taken) => [...taken.values()]);
  const resourceTemplates = keptTemplates.flat();
  const viewAddresses = new ViewAddresses(
    parts.map(({ catalog }, part) => ({
      catalog,
      resources: kept[part] ?? new Map<object, PublishedResource>(),
      resourceTemplates: keptTemplates[part] ?? [],
    })),
  );
  const tools: PublishedTool[] = [];
  const formerTools: FormerTool[] = [];
  parts.forEach((named, index) => {
    const { catalog } = named;
    const joiner = new NameJoiner(
      named,
      catalog.tools.map(({ definition }) => definition.name),
    );
    const shown = catalog.tools.map((tool) => {
      const linked = withViewLinks(renamed(tool, joiner), (uri) => viewAddresses.of(index, uri));
      return [tool, linked] as const;
    });
    const shownAs = new Map(
      shown.filter(([tool, { definition }]) => names.takeName('tool', definition.name, originOf(tool, named))),
    );
    tools.push(...shownAs.values());
    formerTools.push(...leftOutNames(named, shown, shownAs));
    formerTools.push(...(catalog.formerTools ?? []).map((former) => renamedFormer(former, joiner, shownAs)));
    formerTools.push(...otherNames(joiner, shownAs));
  });
  const prompts = parts.flatMap((named) => {
    const joiner = new NameJoiner(
      named,
      named.catalog.prompts.map(({ definition }) => definition.name),
    );
    return named.catalog.prompts.flatMap((prompt) => {
      const shown = renamed(prompt, joiner);
      return names.takeName('prompt', shown.definition.name, originOf(prompt, named)) ? [shown] : [];
    });
  });
  const extensions = takeExtensions(parts, onLeftOut);
  const showsOnlyAllowed = parts.some(({ catalog }) => catalog.showsOnlyAllowed);
  const instructions = composeInstructions(parts);
  const components = {
    ...(instructions.length > 0 && { instructions }),
    ...(extensions.length > 0 && { extensions }),
    ...unlistedOf(parts),
    tools,
    prompts,
    resources,
    resourceTemplates,
    ...(showsOnlyAllowed && { showsOnlyAllowed }),
    ...(parts.some(({ catalog }) => catalog.isPending) && { isPending: true }),
  };
  const catalog = buildCatalog(formerTools.length > 0 ? { ...components, formerTools } : components);
  return { catalog, owners, addressOf: (part, uri) => viewAddresses.of(part, uri) };
}

/**
 * Leaves the files of a skill out with its `SKILL.md`, and reports that once. A view gets another address instead.
 *
 * @returns the resources to offer, by the part's own
 */
function takeResources(
  resources: readonly PublishedResource[],
  addresses: AddressRegister,
  server: string | undefined,
): ReadonlyMap<object, PublishedResource> {
  const take = ({ definition }: PublishedResource): boolean => addresses.take(definition.uri, server);
  const moved = new Map(resources.flatMap((it) => moveTaken(it, addresses, server)));
  const listed = new Set(resources.filter((it) => isListed(it) && !moved.has(it) && take(it)));
  const skills = new Set([...listed].map(({ definition }) => definition.uri));
  const taken = resources.flatMap((it): [object, PublishedResource][] => {
    const other = moved.get(it);
    if (other) return [[it, other]];
    const isFile = !isListed(it) && it.skill && skills.has(it.skill.uri);
    return listed.has(it) || (isFile && take(it)) ? [[it, it]] : [];
  });
  return new Map(taken);
}

/** Moves a view whose address is taken. */
function moveTaken(
  view: PublishedResource,
  addresses: AddressRegister,
  server: string | undefined,
): [PublishedResource, PublishedResource][] {
  const { definition } = view;
  if (server === undefined || !isView(definition) || addresses.isFree(definition.uri)) return [];
  const other = addresses.takeOther(definition.uri, server);
  return other === undefined ? [] : [[view, moveView(view, other)]];
}

/** Takes each extension from the first part that has it: a client declares an extension once, and its methods have no namespaces. */
function takeExtensions(parts: readonly NamedCatalog[], onLeftOut: (why: string) => void): PublishedExtension[] {
  const taken = new Map<string, { readonly extension: PublishedExtension; readonly server: string | undefined }>();
  for (const { catalog, server } of parts) {
    for (const extension of catalog.extensions ?? []) {
      const { id } = extension;
      const holder = taken.get(id);
      if (!holder) taken.set(id, { extension, server });
      else if (holder.extension.server !== extension.server) onLeftOut(describeSecond(id, holder.server, server));
    }
  }
  return [...taken.values()].map(({ extension }) => extension);
}

function describeSecond(id: string, holder: string | undefined, server: string | undefined): string {
  const wayOut = server === undefined ? '' : `; it can be used at /mcp/${server}`;
  return `the extension "${id}" of ${describeServer(server)} was left out: ${describeServer(holder)} has it too${wayOut}`;
}

/** Takes unlisted resources from a single part without a namespace: with several, the owner of an address would be unclear. */
function unlistedOf(parts: readonly NamedCatalog[]): Pick<Catalog, 'unlisted'> {
  const found = parts.flatMap(({ catalog: { unlisted }, namespace }) =>
    unlisted && namespace === undefined ? [unlisted] : [],
  );
  const [only, ...others] = found;
  return only && others.length === 0 ? { unlisted: only } : {};
}

/** Returns the component with its name in the composition; it runs as before. */
function renamed<Component extends Named>(component: Component, joiner: NameJoiner): Component {
  if (joiner.namespace === undefined) return component;
  const { definition } = component;
  const shown = { ...definition, name: joiner.join(definition.name) };
  return derive<Named>(component, { definition: shown }) as Component; // the same members, one of them with another name
}

function ownedBy(part: number, { tools, prompts, resources, resourceTemplates }: Catalog): [object, number][] {
  return [...tools, ...prompts, ...resources, ...resourceTemplates].map((component) => [originalOf(component), part]);
}

interface Named {
  readonly original?: object;
  readonly definition: { readonly name: string };
}

function renamedFormer(
  former: FormerTool,
  joiner: NameJoiner,
  shownAs: ReadonlyMap<PublishedTool, PublishedTool>,
): FormerTool {
  const tool = former.tool && shownAs.get(former.tool);
  return { name: joiner.join(former.name), explain: () => former.explain(), ...(tool ? { tool } : {}) };
}

/**
 * Makes `namespace.name` find the tool whatever the separator is, for configurations and native streams, and a name with the namespace
 * twice too.
 */
function otherNames(joiner: NameJoiner, shownAs: ReadonlyMap<PublishedTool, PublishedTool>): FormerTool[] {
  const { namespace } = joiner;
  if (namespace === undefined) return [];
  return [...shownAs].flatMap(([{ definition }, tool]) => {
    const shown = tool.definition.name;
    const names = new Set([`${namespace}.${definition.name}`, joiner.joinTwice(definition.name)]);
    return [...names]
      .filter((name) => name !== shown)
      .map((name) => ({ name, tool, explain: () => `it is called "${shown}" here` }));
  });
}

/** Keeps the dotted name of a tool that was left out from finding another tool that took its name. */
function leftOutNames(
  { namespace }: NamedCatalog,
  shown: readonly (readonly [PublishedTool, PublishedTool])[],
  shownAs: ReadonlyMap<PublishedTool, PublishedTool>,
): FormerTool[] {
  if (namespace === undefined) return [];
  return shown
    .filter(([tool]) => !shownAs.has(tool))
    .map(([{ definition }, { definition: wanted }]) => ({
      name: `${namespace}.${definition.name}`,
      explain: () => `it is left out here, since "${wanted.name}" is another tool or no valid name`,
    }));
}

/** Describes a component, such as `"echo" of "tools"`. */
function originOf({ definition }: Named, { namespace }: NamedCatalog): string {
  return namespace === undefined ? `"${definition.name}"` : `"${definition.name}" of "${namespace}"`;
}

/** The names that are taken, by kind. */
class NameRegister {
  /** The owner of each name. */
  readonly #taken = new Map<string, string>();

  constructor(private readonly onLeftOut: (why: string) => void) {}

  /** Takes a name that calls use, if it has the right form. */
  takeName(kind: string, name: string, origin: string): boolean {
    return this.#take(kind, name, origin) && this.#fits(kind, name);
  }

  /** @param origin a phrase for the component that takes the name */
  #take(kind: string, name: string, origin: string): boolean {
    const key = `${kind} ${name}`;
    const holder = this.#taken.get(key);
    if (holder === undefined) {
      this.#taken.set(key, origin);
      return true;
    }
    const isSame = holder === origin;
    this.onLeftOut(
      isSame
        ? `a second ${kind} "${name}" was left out: the name is taken`
        : `the ${kind} ${origin} was left out: it would be called "${name}", as ${holder} is`,
    );
    return false;
  }

  #fits(kind: string, name: string): boolean {
    if (validName.test(name)) return true;
    this.onLeftOut(`the ${kind} "${name}" was left out: a name has 1 to 64 of A-Z a-z 0-9 _ . -`);
    return false;
  }
}
