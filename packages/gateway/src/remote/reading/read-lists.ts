/**
 * Reads all pages of each list that an upstream server offers, and its instructions.
 *
 * Spec: 2025-11-25 server/utilities/pagination, 2026-07-28 server/utilities/caching
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { Exchange, ExchangeResult, UpstreamFacts } from '../conversation/exchange.js';
import { isMethodNotFound } from '../conversation/read-outcome.js';
import { UpstreamError } from '../trouble/upstream-error.js';

/** The items of every list, and the instructions, as the upstream wrote them. */
export interface UpstreamLists {
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  /** Instructions for models on the upstream as a whole; never empty. */
  readonly instructions: string | undefined;
  /** The time that all of the lists stay valid; `undefined` when the upstream states none. */
  readonly ttlMs: number | undefined;
}

/** The lists, with the latency of reading them. */
export interface ReadLists extends UpstreamLists {
  /** The duration of the last request; `undefined` when no list is offered. */
  readonly latencyMs: number | undefined;
}

/** Sends one request. */
export type Ask = (exchange: Exchange) => PromiseLike<ExchangeResult>;

/** Limits on the lists; an upstream that exceeds them is refused. */
export interface ListLimits {
  readonly maxListItems: number;
}

interface ReadList {
  readonly items: readonly JsonObject[];
  readonly ttlMs: number | undefined;
}

/** The interval for reading lists again although the upstream announces changes. */
const announcedListsMs = 300_000;
const nothing: ReadList = { items: [], ttlMs: undefined };

/** @throws UpstreamError, McpError when a list that is offered cannot be read */
export async function readLists(facts: UpstreamFacts, ask: Ask, limits: ListLimits): Promise<ReadLists> {
  const { capabilities, instructions } = facts;
  let latencyMs: number | undefined;
  const timedAsk: Ask = async (exchange) => {
    const begun = performance.now();
    const answer = await ask(exchange);
    latencyMs = performance.now() - begun;
    return answer;
  };
  // Many servers declare more than they know: resources without templates, or every capability.
  const read = (isOffered: boolean, method: string, member: string): Promise<ReadList> =>
    isOffered ? readList(timedAsk, { method, member, ...limits }).catch(withoutMethod) : Promise.resolve(nothing);
  const has = (name: string): boolean => isJsonObject(capabilities[name]);
  const [tools, resources, templates, prompts] = await Promise.all([
    read(has('tools'), 'tools/list', 'tools'),
    read(has('resources'), 'resources/list', 'resources'),
    read(has('resources'), 'resources/templates/list', 'resourceTemplates'),
    read(has('prompts'), 'prompts/list', 'prompts'),
  ]);
  const times = [tools, resources, templates, prompts].flatMap(({ ttlMs }) => (ttlMs === undefined ? [] : [ttlMs]));
  return {
    tools: tools.items,
    resources: resources.items,
    resourceTemplates: templates.items,
    prompts: prompts.items,
    // Empty instructions say nothing, and need no approval.
    instructions: instructions === '' ? undefined : instructions,
    ttlMs: times.length > 0 ? Math.min(...times) : undefined,
    latencyMs,
  };
}

/** @param unannouncedMs for an upstream that does not announce changes @returns the time until the lists are read again */
export function listsHoldMs({ capabilities }: UpstreamFacts, ttlMs: number | undefined, unannouncedMs: number): number {
  const offered = ['tools', 'resources', 'prompts'].map((name) => capabilities[name]).filter(isJsonObject);
  const isAnnounced = offered.every((it) => it['listChanged'] === true);
  return Math.max(ttlMs ?? 0, isAnnounced ? announcedListsMs : unannouncedMs);
}

function withoutMethod(error: unknown): ReadList {
  if (isMethodNotFound(error)) return nothing;
  throw error;
}

interface Wanted extends ListLimits {
  readonly method: string;
  readonly member: string;
}

async function readList(ask: Ask, { method, member, maxListItems }: Wanted): Promise<ReadList> {
  const pages: JsonObject[][] = [];
  let count = 0;
  const seen = new Set<string>();
  let ttlMs: number | undefined;
  let cursor: string | undefined;
  do {
    const { result } = await ask({ method, params: cursor === undefined ? {} : { cursor } });
    const page = result[member];
    if (!Array.isArray(page))
      throw new UpstreamError('unreadable', `the upstream server's ${method} has no "${member}"`);
    pages.push(page.filter(isJsonObject));
    count += page.length;
    // Empty pages could go on for ever, so they count too; one may end a list.
    if (count > maxListItems || pages.length > maxListItems + 1) {
      throw new UpstreamError(
        'refused',
        `the upstream server's ${method} has more than ${maxListItems} (limit maxListItems)`,
      );
    }
    if (typeof result['ttlMs'] === 'number') ttlMs = Math.min(ttlMs ?? Infinity, result['ttlMs']);
    const next: unknown = result['nextCursor'];
    // For some servers an empty cursor means the end. They answer it with the first page again.
    if (next === '' && cursor === '') return { items: pages.slice(0, -1).flat(), ttlMs };
    cursor = typeof next === 'string' ? next : undefined;
    if (cursor !== undefined && seen.has(cursor)) {
      throw new UpstreamError('unreadable', `the upstream server's ${method} gives one cursor twice`);
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  return { items: pages.flat(), ttlMs };
}
