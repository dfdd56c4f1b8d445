/**
 * Sends one request of the reader to a server, as a client of its own: what the server asks and reports meanwhile belongs to this request.
 */
import { connect, ServerError, type ElicitReply, type Progress } from '@sigil/client/web';
import type { JsonObject, JsonValue } from '@sigil/core';
import { isObject, pretty, textOf } from '../json.js';
import { RequestProblem } from './request-problem.js';

/** The server of a page. */
export interface ServerAddress {
  /** The path of its endpoint. */
  readonly endpoint: string;
  /** The date of the revision to speak. */
  readonly revision: string;
}

/** A request that a form prepares. */
export type ConsoleRequest =
  | { readonly method: 'tools/call'; readonly tool: JsonObject; readonly args: JsonObject }
  | { readonly method: 'resources/read' | 'prompts/get'; readonly params: JsonObject };

/** A question of the server to the reader. */
export interface Question {
  readonly kind: 'elicit' | 'sample';
  readonly params: JsonObject;
  /** Aborts when the question needs no answer any more. */
  readonly signal: AbortSignal;
}

/** The functions that a request calls until its answer is there. */
export interface RequestEvents {
  readonly signal: AbortSignal;
  /** Called when the request is sent, after the client has connected. */
  readonly onSent: () => void;
  readonly onProgress: (progress: Progress) => void;
  readonly onLog: (level: string, data: JsonValue) => void;
  /** Answers a question: a reply to a form, or a message of a model. */
  readonly onQuestion: (question: Question) => Promise<JsonObject>;
}

const connectTimeoutMs = 10_000;
const about = { name: 'sigil-console', version: '1.0.0', title: 'Console of Sigil' };
/** The questions that a reader answers, and views, which the page shows. */
const capabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

/** @returns the result as it came @throws RequestProblem, ConnectionError, the signal's reason, and the errors of `onQuestion` */
export async function sendRequest(
  { endpoint, revision }: ServerAddress,
  request: ConsoleRequest,
  { signal, onSent, onProgress, onLog, onQuestion }: RequestEvents,
): Promise<JsonObject> {
  const client = await connect(new URL(endpoint, location.href), {
    ...about,
    revision,
    capabilities,
    connectTimeoutMs,
    signal,
    retries: 0,
    questions: {
      // The reader's reply was made for this question.
      elicit: async (params, context) => (await onQuestion({ kind: 'elicit', params, ...context })) as ElicitReply,
      sample: (params, context) => onQuestion({ kind: 'sample', params, ...context }),
    },
    onLog: ({ level, data }) => onLog(level, data),
  });
  try {
    await client.setLogLevel('debug');
    const options = { signal, onProgress, timeoutMs: Infinity };
    const isCall = request.method === 'tools/call';
    if (isCall && repeatsArguments(request.tool)) await client.listTools({ signal });
    onSent();
    if (!isCall) return await client.request(request.method, request.params, options);
    return (await client.callTool(textOf(request.tool['name']) ?? '', request.args, options)).raw;
  } catch (error) {
    throw readProblem(error);
  } finally {
    // The answer does not depend on the end of the connection.
    client.close().catch(() => undefined);
  }
}

/** Returns whether headers repeat arguments of a tool, for which the client must know the tools. */
function repeatsArguments(tool: JsonObject): boolean {
  return JSON.stringify(tool['inputSchema'] ?? {}).includes('"x-mcp-header"');
}

/** The facts of a server that answers. */
export interface ServerCheck {
  readonly revision: string;
  readonly capabilities: readonly string[];
  readonly instructions: string | undefined;
  readonly tookMs: number;
}

/** Connects and measures how long that takes. */
export async function checkServer({ endpoint, revision }: ServerAddress): Promise<ServerCheck> {
  const startedAt = performance.now();
  const client = await connect(new URL(endpoint, location.href), { ...about, revision, connectTimeoutMs });
  const tookMs = performance.now() - startedAt;
  const { capabilities, instructions, revision: spoken } = client.server;
  client.close().catch(() => undefined);
  return { revision: spoken, capabilities: Object.keys(capabilities), instructions, tookMs };
}

const suggestionsTimeoutMs = 2_000;
const mostSuggestions = 30;

/**
 * Asks for the values of arguments that are few enough to choose from.
 *
 * @param of the prompt's name, or the resource template
 * @returns the values by argument; none for a server that fails or takes more than two seconds
 */
export async function readSuggestions(
  { endpoint, revision }: ServerAddress,
  of: { readonly prompt: string } | { readonly resourceTemplate: string },
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (names.length === 0) return new Map();
  const signal = AbortSignal.timeout(suggestionsTimeoutMs);
  try {
    const client = await connect(new URL(endpoint, location.href), { ...about, revision, signal, retries: 0 });
    try {
      if (!isObject(client.server.capabilities['completions'])) return new Map();
      const all = names.map(async (name) => {
        const { values, total, hasMore } = await client.complete(of, { name, value: '' }, { signal });
        const isWhole = hasMore !== true && (total ?? values.length) === values.length;
        return [name, isWhole && values.length <= mostSuggestions ? values : []] as const;
      });
      return new Map(await Promise.all(all));
    } finally {
      client.close().catch(() => undefined);
    }
  } catch {
    // Then the reader types the values.
    return new Map();
  }
}

function readProblem(error: unknown): unknown {
  if (!(error instanceof ServerError)) return error;
  const { code, message, data } = error;
  const lacking = isObject(data) ? data['requiredCapabilities'] : undefined;
  const more = lacking === undefined ? '' : `\nThis page cannot do what the call needs of a client: ${pretty(lacking)}`;
  const raw = { code, message, ...(data === undefined ? {} : { data }) };
  return new RequestProblem(message + more, raw, { cause: error });
}
