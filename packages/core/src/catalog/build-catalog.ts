/**
 * Builds the immutable catalog of a server from its components, refusing ambiguous ones.
 */
import { PluginError } from '../errors/plugin-error.js';
import type {
  Catalog,
  CatalogSource,
  Components,
  FormerTool,
  FoundResource,
  PublishedResource,
  PublishedResourceTemplate,
  PublishedTool,
  UnlistedResources,
} from './catalog.js';
import type { ResourceDefinition } from '../model/definitions.js';
import { mirrorsParameters } from './mirrored-parameters.js';
import { longestUri, normalizeEscapes, normalizeUri } from '../model/normalize-uri.js';
import { normalizeTemplate } from '../model/uri-template-syntax.js';
import { isForViewsOnly, isView } from '../model/views.js';
import { isInFolderOf } from './skills.js';
import { parseUriTemplate, type UriTemplate } from './uri-template.js';

/**
 * @throws PluginError `name-taken` when two components have the same name or URI, `header-invalid` when a tool mirrors an
 * argument that cannot be mirrored
 */
export function buildCatalog(components: Components): Catalog {
  const tools = indexBy('tool', components.tools, (tool) => tool.definition.name);
  const mirroring = components.tools.filter(({ definition }) => mirrorsParameters(definition));
  const prompts = indexBy('prompt', components.prompts, (prompt) => prompt.definition.name);
  const resources = indexBy('resource', components.resources, ({ definition }) => normalizeUri(definition.uri));
  const templates = indexBy('resource template', components.resourceTemplates, ({ definition }) =>
    normalizeTemplate(definition.uriTemplate),
  );
  const [spelledTools, spelledPrompts] = [new SpelledNames(tools), new SpelledNames(prompts)];
  const former = new Map(components.formerTools?.map((it) => [it.name, it]));
  const forms = [...templates.values()].map((template) => ({
    template,
    form: template.matches ? formOf(template) : parseUriTemplate(template.definition.uriTemplate),
  }));

  // Of folders inside each other, the innermost has the file.
  const folders = components.resources
    .filter(({ folder }) => folder)
    .toSorted((a, b) => b.definition.uri.length - a.definition.uri.length);

  return {
    ...components,
    hasMirroredArguments: mirroring.length > 0,
    hasViews: components.resources.some(({ definition }) => isView(definition)),
    hasViewTools: components.tools.some(({ definition }) => isForViewsOnly(definition)),
    announcesUpdates: findAnnouncing(components),
    findTool: (name) => tools.get(name) ?? (former.has(name) ? findFormer(former, name) : spelledTools.find(name)),
    explainMissingTool: (name) => former.get(name)?.explain(),
    findPrompt: (name) => prompts.get(name) ?? spelledPrompts.find(name),
    findTemplate: (uriTemplate) => templates.get(uriTemplate) ?? templates.get(normalizeTemplate(uriTemplate)),
    findResource(uri) {
      const exact = resources.get(uri) ?? resources.get(normalizeUri(uri));
      if (exact) return found(exact, (context) => exact.read(uri, context));
      const { unlisted } = components;
      return (
        findByTemplate(forms, uri) ??
        findInFolder(folders, uri) ??
        // Of the pages of another server, only views that it lists or that its tools name can be read.
        (unlisted && !isView({ uri }) ? found(unlisted, (context) => unlisted.read(uri, context)) : undefined)
      );
    },
  };
}

/** A source whose catalog never changes. */
export function fixedSource(catalog: Catalog): CatalogSource {
  const hold = { release: () => undefined };
  return {
    current: () => catalog,
    hold: () => hold,
    onChange: () => () => undefined,
    onResourceUpdated: () => () => undefined,
  };
}

/** Returns whether any update can be announced: a tool may announce changes of another component's resource. */
function findAnnouncing({ tools, resources, resourceTemplates, unlisted, prompts }: Components): boolean {
  const readable = [...resources, ...resourceTemplates, ...(unlisted ? [unlisted] : [])];
  if (readable.length === 0) return false;
  if (readable.some(({ announcesUpdates }) => announcesUpdates !== false)) return true;
  return [...tools, ...prompts].some(({ announcesUpdates }) => announcesUpdates === true);
}

function indexBy<Component>(
  kind: string,
  components: readonly Component[],
  nameOf: (component: Component) => string,
): Map<string, Component> {
  const index = new Map<string, Component>();
  for (const component of components) {
    const name = nameOf(component);
    if (index.has(name)) throw new PluginError('name-taken', `two components publish the ${kind} "${name}"`);
    index.set(name, component);
  }
  return index;
}

/**
 * Finds a component whose name differs only in dots, slashes and underscores: `namespace.method` and `namespace/method` for
 * `namespace_method`, and the reverse. Several clients rewrite dots, namespaces were once joined by one, and other servers join them by a
 * slash. A name that could mean two components finds neither.
 */
class SpelledNames<Component> {
  #bySpelling: ReadonlyMap<string, Component | undefined> | undefined;

  constructor(private readonly components: ReadonlyMap<string, Component>) {}

  find(name: string): Component | undefined {
    this.#bySpelling ??= this.#index();
    return this.#bySpelling.get(plainSpelling(name));
  }

  #index(): ReadonlyMap<string, Component | undefined> {
    const index = new Map<string, Component | undefined>();
    for (const [name, component] of this.components) {
      const key = plainSpelling(name);
      index.set(key, index.has(key) ? undefined : component);
    }
    return index;
  }
}

function plainSpelling(name: string): string {
  return name.replaceAll(/[./]/g, '_');
}

function findFormer(former: ReadonlyMap<string, FormerTool>, name: string): PublishedTool | undefined {
  const found = former.get(name);
  return found?.explain() === undefined ? undefined : found.tool;
}

/** Matches without variables: only the template's own server can read them. */
function formOf(template: PublishedResourceTemplate): Pick<UriTemplate, 'match'> {
  return { match: (uri, spelled) => (template.matches?.(uri, spelled) ? {} : undefined) };
}

function findByTemplate(
  forms: readonly { template: PublishedResourceTemplate; form: Pick<UriTemplate, 'match'> }[],
  uri: string,
): FoundResource | undefined {
  if (forms.length === 0 || uri.length > longestUri) return undefined;
  const spelled = normalizeEscapes(uri);
  for (const { template, form } of forms) {
    const variables = form.match(uri, spelled);
    if (variables) return found(template, (context) => template.read(uri, variables, context));
  }
  return undefined;
}

/** Finds a file that another server reads in the folder of a skill. The access rules are those of its `SKILL.md`. */
function findInFolder(folders: readonly PublishedResource[], uri: string): FoundResource | undefined {
  const skill = folders.find(({ definition }) => isInFolderOf(definition.uri, uri));
  if (!skill?.folder) return undefined;
  const { folder } = skill;
  const { mimeType: _type, cache: _cache, ...file } = found(skill, (context) => folder.read(uri, context));
  return file;
}

function found(
  component: PublishedResource | PublishedResourceTemplate | UnlistedResources,
  read: FoundResource['read'],
): FoundResource {
  const { mimeType, cache }: Partial<ResourceDefinition> = 'definition' in component ? component.definition : {};
  return {
    read,
    component,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(cache === undefined ? {} : { cache }),
    ...(component.announcer === undefined ? {} : { announcer: component.announcer }),
    ...(component.build === undefined ? {} : { build: component.build }),
    ...(component.scopes === undefined ? {} : { scopes: component.scopes }),
    ...(component.permits === undefined ? {} : { permits: component.permits }),
  };
}
