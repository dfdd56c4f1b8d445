/**
 * Reads all pages of each list that an upstream server offers, and its instructions.
 *
 * Spec: 2025-11-25 server/utilities/pagination, 2026-07-28 server/utilities/caching
 */
import { isJsonObject, McpError, type JsonObject, type JsonValue } from '@sigil/core';
import type { ComponentKind } from '@sigil/core/catalog';
import { notModifiedExtension, sigilMetaKeys } from '@sigil/core/internal';
import {
  ConnectionError,
  type ConnectionFailure,
  type Exchange,
  type ExchangeResult,
  isMethodNotFound,
  type ServerFacts,
} from '@sigil/client/internal';
import { describeFailure } from '../trouble/describe-failure.js';
import { readExtensions } from '../calls/read-extensions.js';

/** The items of every list, and the instructions, as the upstream wrote them. */
export interface UpstreamLists {
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  /** The entries of skills; empty for an upstream that does not declare their extension. */
  readonly skills: readonly JsonObject[];
  /** The pages of views as they were read, for pins; empty where nothing is pinned. Each has its "uri", and its "digest". */
  readonly views: readonly JsonObject[];
  /** The extensions that the upstream declares and that are relayed, each with its "id" and its "settings". */
  readonly extensions: readonly JsonObject[];
  /** Instructions for models on the upstream as a whole; never empty. */
  readonly instructions: string | undefined;
  /** The time that all of the lists stay valid; `undefined` when the upstream states none. */
  readonly ttlMs: number | undefined;
}

/** The name of a list. */
export type ListName = 'tools' | 'resources' | 'resourceTemplates' | 'prompts' | 'skills';

/** One list as it was read. */
export interface ReadList {
  readonly items: readonly JsonObject[];
  /** The time that it stays valid; `undefined` when the upstream states none. */
  readonly ttlMs: number | undefined;
  /** The upstream's name for these items, with which it can answer that they are unchanged. */
  readonly validator?: string | undefined;
  readonly failure?: ConnectionError;
}

/** The lists of an earlier reading, for those that need not be read again. */
export interface KnownLists {
  /** Returns a list that is still valid, with the time that is left; it is not asked for. */
  validList(name: ListName): ReadList | undefined;
  /** Returns the list that was read last. */
  latestList(name: ListName): ReadList | undefined;
}

/** The lists, with the latency of reading them, and what kept some of them from being read. */
export interface ReadLists extends UpstreamLists {
  /** Every offered list, by its name. */
  readonly read: ReadonlyMap<ListName, ReadList>;
  /** True if the upstream states no time for one of the lists. */
  readonly isUntimed: boolean;
  /** Lists that are offered and could not be read, while another one was. They are empty here. */
  readonly failed: ReadonlyMap<ListName, ConnectionError>;
  /** The duration of the last request; `undefined` when no list is offered. */
  readonly latencyMs: number | undefined;
}

/** Sends one request. */
export type Ask = (exchange: Exchange) => Promise<ExchangeResult>;

interface OfferedList {
  readonly name: ListName;
  readonly method: string;
  readonly isOffered: (capabilities: JsonObject) => boolean;
}

const declares =
  (capability: string) =>
  (capabilities: JsonObject): boolean =>
    isJsonObject(capabilities[capability]);

const skillsExtension = 'io.modelcontextprotocol/skills';

function declaresSkills({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && isJsonObject(extensions[skillsExtension]);
}

/** Returns whether an upstream lists the folders of its skills. Spec: ext-skills stable/skills#directory-resources */
export function readsFolders({ extensions }: JsonObject): boolean {
  const skills = isJsonObject(extensions) ? extensions[skillsExtension] : undefined;
  return isJsonObject(skills) && skills['directoryRead'] === true;
}

const lists: readonly OfferedList[] = [
  { name: 'tools', method: 'tools/list', isOffered: declares('tools') },
  { name: 'resources', method: 'resources/list', isOffered: declares('resources') },
  { name: 'resourceTemplates', method: 'resources/templates/list', isOffered: declares('resources') },
  { name: 'prompts', method: 'prompts/list', isOffered: declares('prompts') },
  { name: 'skills', method: 'skills/list', isOffered: declaresSkills },
];
/** The interval for reading lists again although the upstream announces changes. */
const announcedListsMs = 300_000;
/** The shortest such interval that an upstream can ask for. */
const shortestTtlMs = 5_000;
const nothing: ReadList = { items: [], ttlMs: undefined };
/** The failures that may concern one list only. After others, no list of the same reading can be relied on. */
const ofOneList: ReadonlySet<ConnectionFailure> = new Set(['unreadable', 'refused', 'timeout']);

const nothingKnown: KnownLists = { validList: () => undefined, latestList: () => undefined };

/**
 * @param maxListItems of each list; an upstream that exceeds it is refused
 * @param known the lists of an earlier reading of the same upstream
 * @throws ConnectionError when the upstream failed, or none of the lists that are offered can be read
 */
export async function readLists(
  facts: ServerFacts,
  ask: Ask,
  maxListItems: number,
  known: KnownLists = nothingKnown,
): Promise<ReadLists> {
  const { capabilities, instructions } = facts;
  let latencyMs: number | undefined;
  const timedAsk: Ask = async (exchange) => {
    const begun = performance.now();
    const answer = await ask(exchange);
    latencyMs = performance.now() - begun;
    return answer;
  };
  const offered = lists.filter(({ isOffered }) => isOffered(capabilities));
  const reading = offered.map(async ({ name, method }) => {
    const valid = known.validList(name);
    if (valid) return [name, valid] as const;
    const before = knowsValidators(facts) ? (known.latestList(name) ?? nothing) : undefined;
    const list = await readList(timedAsk, { method, member: name, before, maxListItems }).catch((error: unknown) => {
      // Many servers declare more than they know: resources without templates, or every capability.
      if (isMethodNotFound(error)) return nothing;
      return { ...nothing, failure: failureOf(method, error) };
    });
    return [name, list] as const;
  });
  const read = new Map<ListName, ReadList>(await Promise.all(reading));
  const failed = new Map([...read].flatMap(([name, { failure }]) => (failure ? [[name, failure] as const] : [])));
  const [first] = failed.values();
  if (first && failed.size === read.size) throw first;
  const itemsOf = (name: ListName): readonly JsonObject[] => read.get(name)?.items ?? [];
  const times = [...read.values()].flatMap(({ ttlMs = 0 }) => (ttlMs > 0 ? [ttlMs] : []));
  return {
    read,
    isUntimed: times.length < read.size,
    tools: itemsOf('tools'),
    resources: itemsOf('resources'),
    resourceTemplates: itemsOf('resourceTemplates'),
    prompts: itemsOf('prompts'),
    skills: itemsOf('skills'),
    extensions: readExtensions(capabilities),
    views: [],
    failed,
    // Empty instructions say nothing, and need no approval.
    instructions: instructions === '' ? undefined : instructions,
    ttlMs: times.length > 0 ? Math.min(...times) : undefined,
    latencyMs,
  };
}

/** Returns the kind of component that a list has. */
export function kindOf(name: ListName): ComponentKind {
  return name === 'resourceTemplates' || name === 'skills' ? 'resources' : name;
}

/** @returns the kinds of component whose lists these are */
export function kindsOf(failed: ReadLists['failed']): ReadonlySet<ComponentKind> {
  return new Set([...failed.keys()].map(kindOf));
}

/** Returns whether an upstream answers that a list is unchanged. */
function knowsValidators({ era, capabilities }: ServerFacts): boolean {
  const { extensions } = capabilities;
  return era === 'modern' && isJsonObject(extensions) && isJsonObject(extensions[notModifiedExtension]);
}

/** Returns the time after which a list is read again, if the upstream states one; 0 says nothing about how long a list holds. */
export function holdMsOf(ttlMs: number | undefined): number | undefined {
  return ttlMs !== undefined && ttlMs > 0 ? Math.max(ttlMs, shortestTtlMs) : undefined;
}

/**
 * @param lists with the upstream's own times, which only the modern era has
 * @param unannouncedMs for an upstream that does not announce changes
 * @returns the time until the lists are read again
 */
export function listsHoldMs(
  { era, capabilities }: ServerFacts,
  { ttlMs, isUntimed }: Pick<ReadLists, 'ttlMs' | 'isUntimed'>,
  unannouncedMs: number,
): number {
  const ownMs = era === 'modern' ? holdMsOf(ttlMs) : undefined;
  if (ownMs !== undefined && !isUntimed) return ownMs;
  const offered = ['tools', 'resources', 'prompts'].map((name) => capabilities[name]).filter(isJsonObject);
  const isAnnounced = offered.every((it) => it['listChanged'] === true);
  return Math.min(isAnnounced ? announcedListsMs : unannouncedMs, ownMs ?? Infinity);
}

/** @throws ConnectionError for a failure of the upstream as a whole @returns the failure of one list, which it names */
function failureOf(method: string, error: unknown): ConnectionError {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const isOwn =
    isTimeout || error instanceof McpError || (error instanceof ConnectionError && ofOneList.has(error.failure));
  if (!isOwn) throw error;
  const why = describeFailure(error);
  return new ConnectionError('refused', why.includes(method) ? why : `${method}: ${why}`, { cause: error });
}

interface Wanted {
  readonly method: string;
  readonly member: string;
  readonly maxListItems: number;
  /** The list that was read last, for an upstream that can answer that it is unchanged. */
  readonly before: ReadList | undefined;
}

/** Asks for the first page, with the validator of the list that was read last. */
function conditionalOn({ validator = '' }: ReadList): Pick<Exchange, 'meta' | 'capabilities'> {
  return {
    meta: { [sigilMetaKeys.ifNoneMatch]: validator },
    capabilities: { extensions: { [notModifiedExtension]: {} } },
  };
}

async function readList(ask: Ask, { method, member, maxListItems, before }: Wanted): Promise<ReadList> {
  const pages: JsonObject[][] = [];
  let count = 0;
  const seen = new Set<string>();
  let ttlMs: number | undefined;
  let cursor: string | undefined;
  let validator: string | undefined;
  do {
    const isFirst = cursor === undefined;
    const condition = before && isFirst ? conditionalOn(before) : {};
    const { result } = await ask({ method, params: isFirst ? {} : { cursor: cursor ?? '' }, ...condition });
    const { _meta: meta = null } = result;
    if (isFirst && before?.validator !== undefined && isUnchanged(meta, before.validator))
      return { ...before, ttlMs: typeof result['ttlMs'] === 'number' ? result['ttlMs'] : undefined };
    if (isFirst) validator = readValidator(meta);
    const page = result[member];
    if (!Array.isArray(page))
      throw new ConnectionError('unreadable', `the upstream server's ${method} has no "${member}"`);
    pages.push(page.filter(isJsonObject));
    count += page.length;
    // Empty pages could go on for ever, so they count too; one may end a list.
    if (count > maxListItems || pages.length > maxListItems + 1) {
      throw new ConnectionError(
        'refused',
        `the upstream server's ${method} has more than ${maxListItems} (limit maxListItems)`,
      );
    }
    if (typeof result['ttlMs'] === 'number') ttlMs = Math.min(ttlMs ?? Infinity, result['ttlMs']);
    const next: unknown = result['nextCursor'];
    // For some servers an empty cursor means the end. They answer it with the first page again.
    if (next === '' && cursor === '') return { items: pages.slice(0, -1).flat(), ttlMs, validator };
    cursor = typeof next === 'string' ? next : undefined;
    if (cursor !== undefined && seen.has(cursor)) {
      throw new ConnectionError('unreadable', `the upstream server's ${method} gives one cursor twice`);
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  return { items: pages.flat(), ttlMs, validator };
}

function isUnchanged(meta: JsonValue, validator: string): boolean {
  return isJsonObject(meta) && meta[sigilMetaKeys.notModified] === true && meta[sigilMetaKeys.validator] === validator;
}

function readValidator(meta: JsonValue): string | undefined {
  const validator = isJsonObject(meta) ? meta[sigilMetaKeys.validator] : undefined;
  return typeof validator === 'string' ? validator : undefined;
}
