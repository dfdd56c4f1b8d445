/**
 * Makes components from the lists of an upstream server: its definitions unchanged, each with code that calls the upstream.
 *
 * A definition that clients could not use is left out and reported to the operator.
 */
import { isJsonObject, McpError, type Context, type JsonObject, type JsonValue } from '@sigil/core';
import {
  isView,
  normalizeTemplate,
  normalizeUri,
  type ListedResource,
  type ToolDefinition,
} from '@sigil/core/building';
import {
  readMirroredParameters,
  readUriForm,
  type CompletionQuestion,
  type Components,
  type ExtensionServer,
  type OfferedValues,
  type PublishedExtension,
  type PublishedPrompt,
  type PublishedResource,
  type PublishedResourceTemplate,
  type PublishedTool,
  type SkillFolder,
  type UnlistedResources,
} from '@sigil/core/catalog';
import type { Relay } from '../calls/relay.js';
import { checkArguments, type CheckOf } from './checked-arguments.js';
import { writeHeaderValue } from '@sigil/client/internal';
import {
  readPromptDefinition,
  readResourceDefinition,
  readTemplateDefinition,
  readToolDefinition,
  withoutOthers,
  type Tell,
} from './read-definition.js';
import type { UpstreamLists } from './read-lists.js';
import { addSkills } from './read-skills.js';
import { isApprovedView } from './read-views.js';
import { isDigested, type SkillDigests } from './skill-digests.js';
import { findNamedViews } from './named-views.js';
import { readPromptResult, readResourceResult, readToolResult } from './read-results.js';

/** The relay to the upstream, and the facts that hold for all of its components. */
export interface ComponentParts {
  readonly relay: Relay;
  /** Answers the methods of the upstream's extensions. */
  readonly extensionServer: ExtensionServer;
  readonly timeoutMs: number;
  /** True if clients can subscribe to updates of resources. */
  readonly announcesUpdates: boolean;
  readonly hasCompletions: boolean;
  /** True if the upstream lists the folders of skills. */
  readonly readsFolders: boolean;
  /** True if clients can read resources that are not listed. */
  readonly hasUnlisted: boolean;
  /** The tools whose calls may be tasks: none, those that are marked, or any, when the upstream decides. */
  readonly tasks: 'none' | 'as-listed' | 'any';
  /** The views whose pages were approved; other pages are refused. Absent where every page is passed on. */
  readonly approvedViews: UpstreamLists['views'] | undefined;
  /** The digests of the files of skills, which other contents must not have; absent where all contents are passed on. */
  readonly approvedFiles: SkillDigests | undefined;
  /** Called when a client reads a view or a file of a skill that was not approved. */
  onUnapproved(): void;
  /** True if members of definitions that no revision defines are passed on. */
  readonly passesOthers: boolean;
  /** Compiles schemas, where arguments are checked before the upstream gets them. */
  readonly checkOf: CheckOf | undefined;
  /** Called when a tool's arguments cannot be checked. */
  onUnchecked(why: string): void;
  /** Watches a resource for a subscriber. @returns ends that subscriber's interest */
  watch(uri: string): () => void;
  /** Called with the reason for each definition that is left out or offered without some of its members. */
  leaveOut(why: string): void;
}

const toolName = /^[A-Za-z0-9_./-]{1,128}$/;

export function readComponents(given: UpstreamLists, parts: ComponentParts): Components {
  const lists = parts.passesOthers ? given : withoutOtherMembers(given);
  return {
    ...(lists.extensions.length > 0 && { extensions: readOffered(lists.extensions, parts) }),
    ...(parts.hasUnlisted ? { unlisted: readUnlisted(parts) } : {}),
    tools: unique(lists.tools, { kind: 'tool', member: 'name' }, parts).flatMap((item) => readTool(item, parts)),
    resources: addSkills(unique(lists.skills, { kind: 'skill', member: 'uri', normalize: normalizeUri }, parts), {
      listed: [
        ...unique(lists.resources, { kind: 'resource', member: 'uri', normalize: normalizeUri }, parts),
        ...findNamedViews(lists),
      ].map((item) => readResource(item, parts)),
      makeResource: (definition) => resourceOf(definition, parts),
      makeFolder: (uri) => (parts.hasUnlisted && parts.readsFolders ? readFolder(uri, parts) : undefined),
      leaveOut: (why) => parts.leaveOut(why),
    }),
    resourceTemplates: unique(
      lists.resourceTemplates,
      { kind: 'resource template', member: 'uriTemplate', normalize: normalizeTemplate },
      parts,
    ).flatMap((item) => readTemplate(item, parts)),
    prompts: unique(lists.prompts, { kind: 'prompt', member: 'name' }, parts).flatMap((item) =>
      readPrompt(item, parts),
    ),
  };
}

function withoutOtherMembers(lists: UpstreamLists): UpstreamLists {
  const { tools, prompts, resources, resourceTemplates } = lists;
  return {
    ...lists,
    tools: tools.map((it) => ({ ...withoutOthers(it, 'tool'), execution: it['execution'] ?? null })),
    prompts: prompts.map((it) => withoutOthers(it, 'prompt')),
    resources: resources.map((it) => withoutOthers(it, 'resource')),
    resourceTemplates: resourceTemplates.map((it) => withoutOthers(it, 'resourceTemplate')),
  };
}

/** A kind of component, and the member that identifies one. */
interface Listed {
  readonly kind: string;
  readonly member: string;
  /** Returns the same text for two spellings of one value; by default no two texts are one value. */
  readonly normalize?: (value: string) => string;
}

const asIs = (value: string): string => value;

/** Returns the items that have the member, and the first of those with the same value. */
function unique(
  items: readonly JsonObject[],
  { kind, member, normalize = asIs }: Listed,
  { leaveOut }: ComponentParts,
): readonly JsonObject[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = item[member];
    const isSound = typeof key === 'string' && key !== '';
    if (isSound && !seen.has(normalize(key))) {
      seen.add(normalize(key));
      return true;
    }
    leaveOut(isSound ? `the ${kind} "${key.slice(0, 128)}" is listed twice` : `a ${kind} has no "${member}"`);
    return false;
  });
}

function readOffered(extensions: readonly JsonObject[], { extensionServer }: ComponentParts): PublishedExtension[] {
  return extensions.map(({ id, settings }) => ({
    id: String(id),
    settings: isJsonObject(settings) ? settings : {},
    server: extensionServer,
  }));
}

function tellOf(kind: string, name: string, { leaveOut }: ComponentParts): Tell {
  return (why) => leaveOut(`the ${kind} "${name.slice(0, 128)}" ${why}`);
}

function readTool(item: JsonObject, parts: ComponentParts): PublishedTool[] {
  const { execution, ...listed } = item;
  const name = String(item['name']);
  const tell = tellOf('tool', name, parts);
  if (!toolName.test(name)) {
    tell('has a name that clients refuse');
    return [];
  }
  const sound = readToolDefinition(listed, tell);
  if (!sound) return [];
  const task = readTaskSupport(execution, parts);
  const definition: ToolDefinition = task ? { ...sound, task } : sound;
  try {
    readMirroredParameters(definition);
  } catch (error) {
    tell(`cannot be offered: ${(error as Error).message}`); // a PluginError
    return [];
  }
  const { annotations } = definition;
  const mayRepeat = annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
  const run: PublishedTool['run'] = async (input, context) => {
    const call = {
      method: 'tools/call',
      params: { name, arguments: input },
      name,
      mirrored: mirroredOf(definition, input),
      mayRepeat,
      task,
    };
    return readToolResult(await parts.relay.call(call, context));
  };
  return [
    {
      definition,
      announcesUpdates: false,
      limits: { timeoutMs: parts.timeoutMs },
      run: parts.checkOf ? checkedRun(definition, run, { ...parts, checkOf: parts.checkOf }) : run,
    },
  ];
}

/** Refuses arguments that do not fit, as the client's revision does. */
function checkedRun(
  definition: ToolDefinition,
  run: PublishedTool['run'],
  { checkOf, onUnchecked }: Pick<ComponentParts, 'onUnchecked'> & { readonly checkOf: CheckOf },
): PublishedTool['run'] {
  const name = definition.name.slice(0, 128);
  const problemsIn = checkArguments(definition, checkOf, (why) => onUnchecked(`the tool "${name}" ${why}`));
  return async (input, context) => {
    const problems = await problemsIn(input);
    return problems.length > 0 ? { kind: 'bad-arguments', problems } : run(input, context);
  };
}

function readTaskSupport(
  execution: JsonValue | undefined,
  { tasks }: ComponentParts,
): 'optional' | 'required' | undefined {
  if (tasks === 'any') return 'optional';
  const support = tasks === 'as-listed' && isJsonObject(execution) ? execution['taskSupport'] : undefined;
  return support === 'optional' || support === 'required' ? support : undefined;
}

function mirroredOf(definition: ToolDefinition, input: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { headerName, path } of readMirroredParameters(definition)) {
    let value: JsonValue | undefined = input;
    for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (value !== undefined && typeof value !== 'object')
      headers[`mcp-param-${headerName}`] = writeHeaderValue(String(value));
  }
  return headers;
}

function readResource(item: JsonObject, parts: ComponentParts): PublishedResource {
  const uri = String(item['uri']);
  return resourceOf(readResourceDefinition(withName(item, 'uri'), tellOf('resource', uri, parts)), parts);
}

function resourceOf(definition: PublishedResource['definition'], parts: ComponentParts): PublishedResource {
  const { uri } = definition;
  return {
    definition,
    announcesUpdates: parts.announcesUpdates,
    awaited: () => parts.watch(uri),
    read: (_uri, context) => read(uri, context, parts),
  };
}

/** Lists and reads the files of a skill that the upstream does not list. Spec: ext-skills stable/skills#directory-resources */
function readFolder(skillUri: string, parts: ComponentParts): SkillFolder {
  const folder = skillUri.slice(0, skillUri.lastIndexOf('/') + 1);
  return {
    read: (uri, context) => read(uri, context, parts),
    async list(uri, cursor, context) {
      const params = cursor === undefined ? { uri } : { uri, cursor };
      const call = { method: 'resources/directory/read', params, mayRepeat: true };
      const { resources, nextCursor } = (await parts.relay.call(call, context)).result;
      const entries = (Array.isArray(resources) ? resources : [])
        .filter(isJsonObject)
        .filter((entry) => String(entry['uri']).startsWith(folder))
        .map((entry) => withoutOthers(withName(entry, 'uri'), 'resource') as unknown as ListedResource); // has its two members
      return { resources: entries, ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }) };
    },
  };
}

/** Reads resources that no list has, except views, since links in results may lead to them. Spec: 2025-11-25 server/tools#resource-links */
function readUnlisted(parts: ComponentParts): UnlistedResources {
  return {
    announcesUpdates: parts.announcesUpdates,
    awaited: (uri) => (uri === undefined ? undefined : parts.watch(uri)),
    read: (uri, context) => read(uri, context, parts),
  };
}

function readTemplate(item: JsonObject, parts: ComponentParts): PublishedResourceTemplate[] {
  const uriTemplate = String(item['uriTemplate']);
  const tell = tellOf('resource template', uriTemplate, parts);
  const form = readUriForm(uriTemplate);
  if (!form) {
    tell('is malformed');
    return [];
  }
  const definition = readTemplateDefinition(withName(item, 'uriTemplate'), tell);
  return [
    {
      definition,
      announcesUpdates: parts.announcesUpdates,
      matches: (uri, spelled) => form.matches(uri, spelled),
      awaited: (uri) => (uri === undefined ? undefined : parts.watch(form.respell(uri))),
      read: (uri, _variables, context) => read(form.respell(uri), context, parts),
      ...completing({ type: 'ref/resource', uri: uriTemplate }, parts),
    },
  ];
}

function readPrompt(item: JsonObject, parts: ComponentParts): PublishedPrompt[] {
  const name = String(item['name']);
  const definition = readPromptDefinition(item, tellOf('prompt', name, parts));
  if (!definition) return [];
  return [
    {
      definition,
      announcesUpdates: false,
      async get(input, context) {
        const call = { method: 'prompts/get', params: { name, arguments: input }, name, mayRepeat: true };
        return readPromptResult(await parts.relay.call(call, context));
      },
      ...completing({ type: 'ref/prompt', name }, parts),
    },
  ];
}

async function read(
  uri: string,
  context: Context,
  { relay, approvedViews, approvedFiles, onUnapproved }: ComponentParts,
): Promise<ReturnType<typeof readResourceResult>> {
  const call = { method: 'resources/read', params: { uri }, name: uri, mayRepeat: true };
  const answer = await relay.call(call, context).catch((error: unknown) => {
    throw isInvalidUri(error) ? new McpError('resource-not-found', error.message, error.data) : error;
  });
  const result = readResourceResult(answer);
  const isApproved =
    (!approvedViews || !isView({ uri }) || isApprovedView(approvedViews, uri, result.contents)) &&
    (!approvedFiles || isDigested(approvedFiles, uri, result.contents));
  if (isApproved) return result;
  onUnapproved();
  const what = isView({ uri }) ? 'view' : 'file';
  throw new McpError('resource-not-found', `the ${what} is not as it was approved here`, { uri });
}

/** The URI is the only parameter, so an upstream that refuses the parameters has no such resource. Spec: 2026-07-28 server/resources#error-handling */
function isInvalidUri(error: unknown): error is McpError {
  return error instanceof McpError && error.kind === 'invalid-params';
}

function completing(ref: JsonObject, { relay, hasCompletions }: ComponentParts): Pick<PublishedPrompt, 'complete'> {
  if (!hasCompletions) return {};
  return {
    async complete({ argument, value, known }: CompletionQuestion, context) {
      const others = Object.keys(known).length > 0 ? { context: { arguments: known } } : {};
      const params = { ref, argument: { name: argument, value }, ...others };
      const { result } = await relay.call({ method: 'completion/complete', params, mayRepeat: true }, context);
      const { completion } = result;
      return readValues(isJsonObject(completion) ? completion : {});
    },
  };
}

function readValues({ values, total, hasMore }: JsonObject): OfferedValues {
  return {
    values: Array.isArray(values) ? values.filter((it) => typeof it === 'string') : [],
    hasMore: hasMore === true,
    ...(Number.isSafeInteger(total) ? { total: Number(total) } : {}),
  };
}

/** Adds the name that every revision demands. */
function withName(item: JsonObject, member: string): JsonObject {
  return typeof item['name'] === 'string' ? item : { ...item, name: item[member] ?? '' };
}
