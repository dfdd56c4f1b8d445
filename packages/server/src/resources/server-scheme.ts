/**
 * `server://{server}/{path}`: the answer of a read-only tool (`tool?argument=value`), or a resource by its name.
 *
 * Reaches this server and those that it includes. Any other server counts as missing.
 */
import { ToolError, type ContentBlock, type Context, type JsonObject, type ResourceContents } from '@sigil/core';
import {
  callerCatalog,
  requireScopes,
  structuredJsonOf,
  type Catalog,
  type CatalogSource,
  type PublishedTool,
  type ResourceResult,
  type ToolResult,
} from '@sigil/core/catalog';
import { runForResource } from '@sigil/core/internal';
import type { ServerConfiguration } from '../servers/server-configuration.js';
import { decodePart, notFound, schemePrefixes, type Scheme } from './scheme.js';
import { sniffText } from './write-bytes.js';

const prefix = schemePrefixes.server;
const form = /^server:\/\/([^/?#]+)\/([^?#]+)(?:\?([^#]*))?$/i;

/** The URIs that each call is reading: a resource may name another one of this scheme, and must not lead back to itself. */
const underWay = new WeakMap<Context, Set<string>>();

/** @param findServer returns the current catalog of a server, including this one */
export function serverScheme(
  configuration: ServerConfiguration,
  findServer: (name: string) => CatalogSource | undefined,
): Scheme {
  const reachable = new Set([configuration.name, ...configuration.include.map(({ server }) => server)]);

  async function read(uri: string, context: Context): Promise<ResourceResult> {
    const [, rawServer = '', rawPath = '', query] = form.exec(uri) ?? [];
    const [server, path] = [decodePart(rawServer), decodePart(rawPath)];
    const source = server !== undefined && reachable.has(server) ? findServer(server) : undefined;
    if (!source || path === undefined) throw notFound(uri);
    return once(uri, context, async () => {
      const hold = source.hold();
      try {
        const catalog = callerCatalog(source.current(), context.principal);
        return await readFrom(catalog, { uri, path, query }, context);
      } finally {
        hold.release();
      }
    });
  }

  const definition = {
    uriTemplate: `${prefix}{server}/{+path}`,
    name: 'server',
    description: `What a tool that only reads answers, or a resource by its name: ${prefix}${configuration.name}/name?argument=value`,
  };
  return {
    prefix,
    read,
    templates: [
      {
        definition,
        announcesUpdates: false,
        // The query has the arguments of any tool, which no template can list.
        matches: (uri) => form.test(uri),
        read: (uri, _variables, context) => read(uri, context),
      },
    ],
  };
}

async function once(uri: string, context: Context, work: () => Promise<ResourceResult>): Promise<ResourceResult> {
  const reading = underWay.get(context) ?? new Set<string>();
  if (reading.has(uri)) throw notFound(uri, 'it leads back to itself');
  underWay.set(context, reading.add(uri));
  try {
    return await work();
  } finally {
    reading.delete(uri);
  }
}

interface WantedPath {
  readonly uri: string;
  readonly path: string;
  readonly query: string | undefined;
}

async function readFrom(catalog: Catalog, wanted: WantedPath, context: Context): Promise<ResourceResult> {
  const { uri, path, query } = wanted;
  const tool = catalog.tools.find(({ definition }) => definition.name === path);
  if (tool) return runTool(tool, wanted, context);
  const resource = catalog.resources.find(({ definition }) => definition.name === path);
  if (!resource || query !== undefined) throw notFound(uri);
  requireScopes(context.principal, resource);
  const outcome = await resource.read(resource.definition.uri, context);
  if (outcome.kind === 'bad-arguments') throw notFound(uri);
  return { kind: 'result', contents: outcome.contents.map((contents) => ({ ...contents, uri })) };
}

async function runTool(tool: PublishedTool, { uri, query }: WantedPath, context: Context): Promise<ResourceResult> {
  requireScopes(context.principal, tool);
  const { name, annotations } = tool.definition;
  if (annotations?.readOnlyHint !== true) throw notFound(uri, `the tool "${name}" does not say that it only reads`);
  const run = async (input: JsonObject): Promise<ToolResult> => {
    const outcome = await withinLimits(tool, async () => tool.run(input, context));
    if (outcome.kind === 'result') return outcome;
    const problems = outcome.problems.map(
      ({ path, expected, received }) => `"${path}" must be ${expected}, got ${received}`,
    );
    throw notFound(uri, problems.join('; '));
  };
  const result = await runForResource(context, { tool, input: readArguments(query) }, run);
  if (result.isError) throw new ToolError(textOf(result) || `tool "${name}" failed`);
  return { kind: 'result', contents: contentsOf(result, uri) };
}

/** The number of reads that run each limited tool. Calls have a separate limit, so both together may reach twice the number. */
const running = new WeakMap<PublishedTool, number>();

/** Applies the tool's own limits to reads too. @throws ToolError naming the limit */
async function withinLimits<Result>(tool: PublishedTool, run: () => Promise<Result>): Promise<Result> {
  const { maxConcurrentCalls = Number.POSITIVE_INFINITY, timeoutMs } = tool.limits ?? {};
  const already = running.get(tool) ?? 0;
  if (already >= maxConcurrentCalls) throw limited(tool, `runs ${already} times already (limit maxConcurrentCalls)`);
  running.set(tool, already + 1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    if (timeoutMs === undefined) return;
    timer = setTimeout(() => reject(limited(tool, `took longer than ${timeoutMs} ms (limit timeoutMs)`)), timeoutMs);
  });
  try {
    return await Promise.race([run(), over]);
  } finally {
    clearTimeout(timer);
    running.set(tool, (running.get(tool) ?? 1) - 1);
  }
}

function limited({ definition }: PublishedTool, why: string): ToolError {
  return new ToolError(`tool "${definition.name}" ${why}`);
}

/** Reads arguments; a name that occurs several times becomes a list. */
function readArguments(query = ''): JsonObject {
  const given = new URLSearchParams(query);
  const entries = [...new Set(given.keys())].map((name) => {
    const values = given.getAll(name);
    return [name, values.length > 1 ? values : (values[0] ?? '')] as const;
  });
  return Object.fromEntries(entries);
}

function contentsOf(result: ToolResult, uri: string): ResourceContents[] {
  const { content } = result;
  const structuredJson = structuredJsonOf(result);
  if (structuredJson !== undefined) return [{ uri, mimeType: 'application/json', text: structuredJson }];
  if (content.length === 0) return [{ uri, mimeType: 'text/plain', text: '' }];
  return content.map((block) => contentsOfBlock(block, uri));
}

function contentsOfBlock(block: ContentBlock, uri: string): ResourceContents {
  switch (block.type) {
    case 'text':
      return { uri, mimeType: sniffText(block.text), text: block.text };
    case 'image':
    case 'audio':
      return { uri, mimeType: block.mimeType, blob: block.data };
    case 'resource':
      return { ...block.resource, uri };
    case 'resource_link':
      return { uri, mimeType: 'text/uri-list', text: `${block.uri}\r\n` };
  }
}

function textOf({ content }: ToolResult): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
