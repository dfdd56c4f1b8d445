/**
 * Assembles a plugin's manifest from its source and its package.json.
 *
 * Components are in source order: classes as the model lists them, methods as declared. Nothing is invented: a method without a
 * doc comment has no description. Knows nothing of files or of how code is bundled.
 */
import type { JsonObject, ToolAnnotations } from '@sigil/core';
import type {
  Manifest,
  ManifestClass,
  ManifestCode,
  ManifestPart,
  ManifestPlugin,
  ManifestPrompt,
  ManifestResource,
  ManifestResourceTemplate,
  ManifestService,
  ManifestTool,
  MethodRef,
  PromptArgument,
} from '@sigil/core/building';
import { findDeclaredOrder, manifestVersion, normalizeUri } from '@sigil/core/building';
import { readToolTerms } from '@sigil/contracts/search';
import type { AuthorSchema } from '../model/author-schema.js';
import type {
  ClassModel,
  MethodModel,
  PartModel,
  PluginModel,
  PromptModel,
  ResourceModel,
  ReturnModel,
  ServiceModel,
  ToolModel,
} from '../model/plugin-model.js';
import { resolveNode, type Property } from '../model/schema-node.js';
import { argumentsOf } from './method-arguments.js';
import { buildCompletions } from './build-completions.js';
import { writeArgumentsSchema, writeInputSchema, writeOutputSchema } from './write-schema.js';

/**
 * Builds the manifest of `model`; `code` locates its built code. A plugin with work to do at start is started before it serves,
 * unless `plugin` says when.
 */
export function buildManifest(model: PluginModel, plugin: ManifestPlugin, code: ManifestCode): Manifest {
  const { tools, ...others } = buildComponents(model);
  const classes = model.classes.map(manifestClass);
  const services = (model.services ?? []).map(manifestService);
  const hasLife = [...model.classes, ...(model.services ?? [])].some((part) => part.hasLife === true);
  const ofServices = services.length > 0 ? { services } : {};
  // All are JSON by their types; the interfaces of the manifest only lack an index signature.
  const declaredOrder = findDeclaredOrder({ tools, classes, ...ofServices } as unknown as JsonObject);
  return {
    ...(Object.keys(declaredOrder).length > 0 ? { declaredOrder } : {}),
    manifestVersion,
    plugin: { ...(hasLife && { activation: 'onStart' }), ...plugin, ...instructionsOf(model, plugin) },
    code,
    classes,
    ...ofServices,
    tools,
    ...others,
    completions: buildCompletions(model.classes),
  };
}

/** Builds the components of `model` that do not depend on each other. The entry of a method that was built before is the same object again. */
export function buildComponents({
  classes,
  views,
}: PluginModel): Pick<Manifest, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'> {
  return {
    tools: collect(classes, (method, origin) => {
      if (method.kind !== 'tool') return undefined;
      return method.view === undefined ? toolEntry(method, origin) : manifestTool(method, origin, views);
    }),
    resources: collect(classes, (method, origin) =>
      method.kind === 'resource' && !method.isTemplate ? resourceEntry(method, origin) : undefined,
    ),
    resourceTemplates: collect(classes, (method, origin) =>
      method.kind === 'resource' && method.isTemplate ? templateEntry(method, origin) : undefined,
    ),
    prompts: collect(classes, (method, origin) => (method.kind === 'prompt' ? promptEntry(method, origin) : undefined)),
  };
}

/** A reader keeps the models of methods whose files did not change, so most entries of a later manifest exist already. */
const toolEntry = remembering<ToolModel, ManifestTool>((tool, origin) => manifestTool(tool, origin, []));
const resourceEntry = remembering(manifestResource);
const templateEntry = remembering(manifestTemplate);
const promptEntry = remembering(manifestPrompt);

function remembering<Method extends MethodModel, Entry>(
  build: (method: Method, origin: MethodRef) => Entry,
): (method: Method, origin: MethodRef) => Entry {
  const built = new WeakMap<Method, { readonly className: string; readonly entry: Entry }>();
  return (method, origin) => {
    const known = built.get(method);
    // The reader gives each class models of its own; the name is compared all the same, as the entry contains it.
    if (known?.className === origin.class) return known.entry;
    const entry = build(method, origin);
    built.set(method, { className: origin.class, entry });
    return entry;
  };
}

/** Puts the text of the package.json before those of the files. */
function instructionsOf(model: PluginModel, plugin: ManifestPlugin): Pick<ManifestPlugin, 'instructions'> {
  if (model.instructions === undefined) return {};
  const texts = [plugin.instructions, model.instructions].filter((text) => text !== undefined);
  return { instructions: texts.join('\n\n') };
}

function collect<Entry>(
  classes: readonly ClassModel[],
  write: (method: MethodModel, origin: MethodRef) => Entry | undefined,
): Entry[] {
  return classes.flatMap((owner) =>
    owner.methods.flatMap((method) => write(method, { class: owner.name, method: method.method }) ?? []),
  );
}

function manifestClass(owner: ClassModel): ManifestClass {
  const { namespace, instructions } = owner;
  return present<ManifestClass>({ ...partMembers(owner), namespace, instructions });
}

function manifestService(service: ServiceModel): ManifestService {
  const { from, provides } = service;
  return present<ManifestService>({ ...partMembers(service), from, provides });
}

function partMembers(part: PartModel): Loose<ManifestPart> {
  const { name, file, description, configuration, parameters = [], carry } = part;
  const configSchema = configuration && writeInputSchema(configuration.node);
  const configRequired = configuration?.isRequired ? true : undefined;
  const names = parameters.flatMap((parameter) => (parameter.kind === 'part' ? [parameter.name] : []));
  const needs = names.length > 0 ? names : undefined;
  const carried = carry && { version: carry.version, schema: writeInputSchema(carry.node) };
  return { name, file, description, configSchema, configRequired, needs, carry: carried };
}

function manifestTool(tool: ToolModel, origin: MethodRef, views: PluginModel['views']): ManifestTool {
  const { name, title, description, task, icons, returns, stream } = tool;
  const { formerly, resumable, always, scopes } = tool;
  const inputSchema = tool.input?.schema ?? writeArgumentsSchema(argumentsOf(tool));
  const outputSchema = tool.output ? schemaOfResult(tool.output) : schemaOfReturned(returns);
  const annotations = toolAnnotations(tool);
  const streamSchema = stream && writeOutputSchema(stream.node);
  const shown = {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    task,
    icons,
    _meta: metaOf(tool, views),
  };
  return present<ManifestTool>({
    ...shown,
    formerly,
    resumable,
    always,
    ...termsOf(tool, inputSchema),
    streamSchema,
    scopes,
    origin,
  });
}

/** Adds the view, by the address under which it is served, and the callers of the tool to the author's metadata. */
function metaOf({ meta, view, visibility }: ToolModel, views: PluginModel['views'] = []): JsonObject | undefined {
  if (view === undefined && !visibility) return meta;
  const named = view === undefined ? undefined : views.find(({ uri }) => normalizeUri(uri) === normalizeUri(view));
  const resourceUri = named?.uri ?? view;
  return { ...meta, ui: { ...(resourceUri !== undefined && { resourceUri }), ...(visibility && { visibility }) } };
}

function schemaOfReturned(returns: ReturnModel): JsonObject | undefined {
  return returns.kind === 'structured' ? writeOutputSchema(returns.node) : undefined;
}

/** A text is no structured result, whatever its schema says beside. */
function schemaOfResult({ schema }: AuthorSchema): JsonObject | undefined {
  return schema['type'] === 'string' ? undefined : schema;
}

/** The words of its name are added where it is served, since a server may give it another one. */
function termsOf({ title, description, keywords }: ToolModel, inputSchema: JsonObject): Pick<ManifestTool, 'terms'> {
  const terms = readToolTerms({ title, description, inputSchema, keywords });
  return Object.keys(terms).length > 0 ? { terms } : {};
}

function toolAnnotations({ readOnly, destructive, idempotent, openWorld }: ToolModel): ToolAnnotations | undefined {
  const hints = present<ToolAnnotations>({
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  });
  return Object.keys(hints).length > 0 ? hints : undefined;
}

function manifestResource(resource: ResourceModel, origin: MethodRef): ManifestResource {
  const { uri, name, title, description, mimeType, size, annotations, cache, icons, scopes } = resource;
  const shown = { name, title, description, mimeType, size, annotations, cache, icons };
  return present<ManifestResource>({ uri, ...shown, scopes, origin });
}

function manifestTemplate(resource: ResourceModel, origin: MethodRef): ManifestResourceTemplate {
  const { uri: uriTemplate, name, title, description, mimeType, annotations, cache, icons, list, scopes } = resource;
  const shown = { name, title, description, mimeType, annotations, cache, icons };
  return present<ManifestResourceTemplate>({ uriTemplate, ...shown, list, scopes, origin });
}

function manifestPrompt(prompt: PromptModel, origin: MethodRef): ManifestPrompt {
  const { name, title, description, icons, scopes } = prompt;
  const properties = argumentsOf(prompt);
  const promptArguments = properties.length > 0 ? properties.map(promptArgument) : undefined;
  return present<ManifestPrompt>({ name, title, description, arguments: promptArguments, icons, scopes, origin });
}

function promptArgument({ name, node, isRequired }: Property): PromptArgument {
  const { title, description } = resolveNode(node).documentation ?? {};
  return present<PromptArgument>({ name, title, description, required: isRequired });
}

/** The form of `Entry` in which absent members may also be written as `undefined`. */
type Loose<Entry> = {
  readonly [Key in keyof Entry]: {} extends Pick<Entry, Key> ? Entry[Key] | undefined : Entry[Key];
};

function present<Entry extends object>(members: Loose<Entry>): Entry {
  // Sound: only `undefined` members are dropped, and those are optional in every entry of the manifest.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Entry;
}
