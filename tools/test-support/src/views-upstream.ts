/**
 * An upstream with views, as servers of MCP Apps are: some of its tools exist only for clients that show views.
 */
import { viewMimeType } from '@sigil/core/building';
import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { showsViews } from '@sigil/core/catalog';
import { latestLegacyRevision, metaKeys, modernDates } from '@sigil/core/internal';
import { listen } from './upstream-servers.js';

/** The offer of the upstream now. */
export interface ViewsState {
  /** For every client. */
  tools: readonly JsonObject[];
  /** For clients that show views; default: `tools`. */
  toolsForViews?: readonly JsonObject[];
  /** The views that `resources/list` has. */
  listed: readonly JsonObject[];
  /** The pages by address: their text, and their `_meta`. */
  pages: Record<string, { readonly text: string; readonly _meta?: JsonObject }>;
}

/** A request to the upstream. */
export interface ViewsRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** True if its client declared that it shows views. */
  readonly shows: boolean;
}

/** The address of its view. */
export const board = 'ui://dice/board';

/** A tool with metadata for hosts of views. */
export function toolWith(name: string, ui?: JsonObject): JsonObject {
  return { name, inputSchema: { type: 'object' }, ...(ui && { _meta: { ui } }) };
}

/** Answers over HTTP in one era, in sessions if it is the older one. */
export async function openViewsUpstream(era: 'legacy' | 'modern', state: ViewsState) {
  const requests: ViewsRequest[] = [];
  const sessions = new Map<string, boolean>();
  const { url, close } = await listen((request, response, body) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params = {} } = JSON.parse(body) as { id?: number; method: string; params?: JsonObject };
    const known = sessions.get(String(request.headers['mcp-session-id']));
    const declared = method === 'initialize' ? params['capabilities'] : metaOf(params)[metaKeys.clientCapabilities];
    const shows = known ?? (isJsonObject(declared) && showsViews(declared));
    requests.push({ method, params, shows });
    if (id === undefined) return void response.writeHead(202).end();
    response.setHeader('content-type', 'application/json');
    if (method === 'initialize') {
      const session = randomUUID();
      sessions.set(session, shows);
      response.setHeader('mcp-session-id', session);
    }
    const result = era === 'modern' && method === 'initialize' ? undefined : answer(method, params, shows);
    const reply = result
      ? { result }
      : { error: { code: result === null ? -32602 : -32601, message: 'no such thing' } };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  });

  const cache = era === 'modern' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
  /** @returns `null` for wrong parameters, `undefined` for an unknown method */
  function answer(method: string, params: JsonObject, shows: boolean): JsonObject | null | undefined {
    const capabilities = { tools: {}, resources: {} };
    const { tools, toolsForViews = tools, listed, pages } = state;
    const offered = shows ? toolsForViews : tools;
    switch (method) {
      case 'initialize':
        return { protocolVersion: latestLegacyRevision.date, capabilities, serverInfo: { name: 'apps', version: '1' } };
      case 'server/discover':
        return era === 'modern' ? { ...cache, supportedVersions: [...modernDates], capabilities } : undefined;
      case 'ping':
        return {};
      case 'tools/list':
        return { ...cache, tools: [...offered] };
      case 'resources/list':
        return { ...cache, resources: [...listed] };
      case 'resources/templates/list':
        return { ...cache, resourceTemplates: [] };
      case 'tools/call':
        if (!offered.some(({ name }) => name === params['name'])) return null;
        return { ...cache, content: [{ type: 'text', text: `called ${String(params['name'])}` }] };
      case 'resources/read': {
        const uri = String(params['uri']);
        const page = pages[uri];
        if (!page) return null;
        return { ...cache, contents: [{ uri, mimeType: viewMimeType, ...page, extra: 1 }] };
      }
      default:
        return undefined;
    }
  }
  return { url, requests, close, state };
}

function metaOf({ _meta: meta }: JsonObject): JsonObject {
  return isJsonObject(meta) ? meta : {};
}
