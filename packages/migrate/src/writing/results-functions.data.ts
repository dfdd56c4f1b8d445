/**
 * The source texts of the functions that translate between old handlers and our methods.
 */

/** A function or a type of a migrated plugin. */
export interface ResultsFunction {
  /** Names of the functions that it calls; they come before it in the table. */
  readonly needs: readonly string[];
  /** What it imports from core. */
  readonly imports: readonly string[];
  readonly text: string;
}

/** The functions, by name, in the order in which a module has them. */
export const resultsFunctions: Readonly<Record<string, ResultsFunction>> = {
  textOf: {
    needs: [],
    imports: [],
    text: `function textOf(blocks: readonly unknown[]): string {
  return blocks
    .flatMap((block) => (typeof block === 'object' && block !== null && 'text' in block ? [String(block.text)] : []))
    .join('\\n');
}
`,
  },
  OldResult: {
    needs: [],
    imports: [],
    text: `/** The result of an old handler. */
export interface OldResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
  readonly _meta?: unknown;
}
`,
  },
  blocksOf: {
    needs: ['OldResult', 'textOf'],
    imports: ['type ContentBlock', 'ToolError'],
    text: `function blocksOf(result: OldResult): ContentBlock[] {
  const blocks = Array.isArray(result.content) ? (result.content as ContentBlock[]) : [];
  if (result.isError === true) throw new ToolError(textOf(blocks) || 'the tool failed');
  return blocks;
}
`,
  },
  contentOf: {
    needs: ['blocksOf'],
    imports: ['type ContentBlock'],
    text: `/** Returns the content of an old handler's result. @throws ToolError for a result with \`isError\` */
export function contentOf(result: OldResult): ContentBlock[] {
  return blocksOf(result);
}
`,
  },
  dataOf: {
    needs: ['blocksOf'],
    imports: [],
    text: `/** Returns the structured content of an old handler's result. @throws ToolError for a result with \`isError\` */
export function dataOf<Data>(result: OldResult): Data {
  blocksOf(result);
  if (result.structuredContent === undefined) throw new Error('the tool has an output schema but returned no structured content');
  return result.structuredContent as Data;
}
`,
  },
  pairOf: {
    needs: ['blocksOf', 'dataOf'],
    imports: ['type ContentBlock'],
    text: `/** Returns the structured content of an old handler's result, and its content beside it. */
export function pairOf<Data>(result: OldResult): [Data, ...ContentBlock[]] {
  return [dataOf<Data>(result), ...blocksOf(result)];
}
`,
  },
  anyContentOf: {
    needs: ['blocksOf'],
    imports: ['type ContentBlock'],
    text: `/** Returns the content of a FastMCP result: a text, a block, a result, or nothing. */
export function anyContentOf(result: unknown): ContentBlock[] {
  if (result === undefined || result === null) return [];
  if (typeof result === 'string') return [{ type: 'text', text: result }];
  if (typeof result === 'object' && 'type' in result) return [result as ContentBlock];
  return blocksOf(result as OldResult);
}
`,
  },
  anyDataOf: {
    needs: ['blocksOf'],
    imports: [],
    text: `/** Returns the data of a result: its structured content, or the result itself. @throws ToolError for one with \`isError\` */
export function anyDataOf<Data>(result: unknown): Data {
  if (typeof result !== 'object' || result === null || !('content' in result)) return result as Data;
  const old: OldResult = result;
  blocksOf(old);
  return old.structuredContent as Data;
}
`,
  },
  contentsOf: {
    needs: [],
    imports: ['type ResourceContents'],
    text: `/** Returns the contents of an old resource's result. */
export function contentsOf(result: { readonly contents: unknown }): ResourceContents[] {
  return result.contents as ResourceContents[];
}
`,
  },
  loadedContents: {
    needs: [],
    imports: ['type ResourceContents'],
    text: `/** Returns what a FastMCP resource loaded as contents, with the members that it leaves out. */
export function loadedContents(
  loaded: unknown,
  facts: { readonly uri: string; readonly name: string; readonly mimeType?: string },
): ResourceContents[] {
  const all = (Array.isArray(loaded) ? loaded : [loaded]) as ResourceContents[];
  return all.map((one) => ({ ...facts, ...one }));
}
`,
  },
  messagesOf: {
    needs: [],
    imports: ['type PromptMessage'],
    text: `/** Returns the messages of an old prompt's result; a text is one message of the user. */
export function messagesOf(result: unknown): PromptMessage[] {
  if (typeof result === 'string') return [{ role: 'user', content: { type: 'text', text: result } }];
  return (result as { readonly messages: PromptMessage[] }).messages;
}
`,
  },
  valuesOf: {
    needs: [],
    imports: [],
    text: `/** Returns the values of an old completion. */
export function valuesOf(result: unknown): string[] {
  if (Array.isArray(result)) return result as string[];
  return (result as { readonly values: string[] }).values;
}
`,
  },
  extraOf: {
    needs: [],
    imports: ['type Context', 'type JsonValue', 'type LogLevel'],
    text: `/** Returns the context as the old handlers expect it. */
export function extraOf(context: Context) {
  return {
    get signal(): AbortSignal {
      return context.signal;
    },
    sessionId: undefined as string | undefined,
    requestId: undefined as string | number | undefined,
    requestInfo: undefined as { headers: Record<string, string | undefined> } | undefined,
    get authInfo(): { token: string; clientId: string; scopes: string[]; extra: Record<string, unknown> } | undefined {
      const { id, client, scopes, claims } = context.principal;
      if (id === 'local') return undefined;
      return { token: '', clientId: client ?? id, scopes: scopes === 'every' ? [] : [...scopes], extra: claims };
    },
    _meta: context.meta as Record<string, unknown> & { progressToken?: string | number },
    sendNotification: async ({ method, params = {} }: { method: string; params?: Record<string, unknown> }): Promise<void> => {
      if (method === 'notifications/progress')
        return context.reportProgress(params.progress as number, params.total as number | undefined, params.message as string | undefined);
      if (method === 'notifications/message')
        return context.log(params.level as LogLevel, params.data as JsonValue, params.logger as string | undefined);
      if (method === 'notifications/resources/updated') context.resourceUpdated(String(params.uri));
      const list = /^notifications\\/(tools|resources|prompts)\\/list_changed$/.exec(method)?.[1];
      if (list !== undefined) context.listChanged(list as 'tools' | 'resources' | 'prompts');
    },
  };
}
`,
  },
  fastContextOf: {
    needs: [],
    imports: ['type Context', 'type JsonValue', 'type LogLevel'],
    text: `/** Returns the context as FastMCP's tools expect it. */
export function fastContextOf(context: Context) {
  const log = (level: LogLevel) => (message: string, data?: unknown) =>
    void context.log(level, { message, ...(data !== undefined && { context: data as JsonValue }) });
  return {
    log: { debug: log('debug'), info: log('info'), warn: log('warning'), error: log('error') },
    reportProgress: ({ progress, total, message }: { progress: number; total?: number; message?: string }) =>
      context.reportProgress(progress, total, message),
    get signal(): AbortSignal {
      return context.signal;
    },
    session: undefined as any,
    client: undefined as any,
    requestId: undefined as string | undefined,
    sessionId: undefined as string | undefined,
    // The parts of a result are sent with it alone.
    streamContent: async (_content: unknown): Promise<void> => undefined,
  };
}
`,
  },
  describeNestError: {
    needs: [],
    imports: ['McpError', 'ToolError'],
    text: `/** Returns an error with the message of an \`RpcException\`; the messages of other errors were not sent either. */
export function describeNestError(error: unknown, kind: string): Error {
  if (error instanceof ToolError || error instanceof McpError) return error;
  const thrown = error as { readonly getError?: () => unknown } | null | undefined;
  const sent = typeof thrown?.getError === 'function' ? thrown.getError() : undefined;
  const inner = typeof sent === 'object' && sent !== null && 'message' in sent ? sent.message : sent;
  const message = typeof inner === 'string' ? inner : 'Internal server error';
  return kind === 'tool' ? new ToolError(message) : new McpError('internal-error', message);
}
`,
  },
  nestContentOf: {
    needs: ['blocksOf'],
    imports: ['type ContentBlock'],
    text: `/** Returns the content of a result of MCP-Nest; a value without content is sent as JSON. */
export function nestContentOf(result: unknown): ContentBlock[] {
  if (typeof result === 'object' && result !== null && 'content' in result && Array.isArray(result.content))
    return blocksOf(result as OldResult);
  return [{ type: 'text', text: JSON.stringify(result) }];
}
`,
  },
  nestContextOf: {
    needs: [],
    imports: ['type Context', 'type JsonValue', 'type LogLevel'],
    text: `/** Returns the context as handlers of MCP-Nest expect it. */
export function nestContextOf(context: Context) {
  const log = (level: LogLevel) => (message: string, data?: unknown) =>
    void context.log(level, { message, ...(data !== undefined && { context: data as JsonValue }) });
  return {
    log: { debug: log('debug'), info: log('info'), warn: log('warning'), error: log('error') },
    reportProgress: ({ progress, total, message }: { progress: number; total?: number; message?: string }) =>
      context.reportProgress(progress, total, message),
    getRawRequest: <Request = unknown>(): Request | undefined => undefined,
    get mcpRequest() {
      return { params: { _meta: context.meta } };
    },
  };
}
`,
  },
  NestContext: {
    needs: ['nestContextOf'],
    imports: [],
    text: `/** The context of handlers of MCP-Nest. */
export type NestContext = ReturnType<typeof nestContextOf>;
`,
  },
  unprovided: {
    needs: [],
    imports: [],
    text: `/** Stands in for a service that a package provided: each use of it fails. */
export function unprovided<Service extends object>(name: string): Service {
  return new Proxy({} as Service, {
    get(_target, member) {
      if (typeof member === 'symbol' || member === 'then') return undefined;
      throw new Error(\`\${name} is not provided: construct it in the plugin\`);
    },
  });
}
`,
  },
  withQuery: {
    needs: [],
    imports: [],
    text: `/** Returns a URI with those members of a query that have a value. */
export function withQuery(uri: string, query: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [\`\${name}=\${encodeURIComponent(value)}\`],
  );
  return parts.length === 0 ? uri : \`\${uri}?\${parts.join('&')}\`;
}
`,
  },
  xmcpContentOf: {
    needs: ['blocksOf'],
    imports: ['type ContentBlock'],
    text: `/** Returns the content of a result of xmcp: a text, a number, or a result. */
export function xmcpContentOf(result: unknown): ContentBlock[] {
  if (typeof result === 'string' || typeof result === 'number') return [{ type: 'text', text: String(result) }];
  const old = (typeof result === 'object' && result !== null ? result : {}) as OldResult;
  if (Array.isArray(old.content) || old.isError === true) return blocksOf(old);
  if (old.structuredContent === undefined) throw new Error('the handler returned neither a text nor content');
  return [{ type: 'text', text: JSON.stringify(old.structuredContent) }];
}
`,
  },
  xmcpDataOf: {
    needs: ['blocksOf'],
    imports: [],
    text: `/** Returns the data of a result of xmcp; a text or a number is the value of the only member. @throws ToolError for one with \`isError\` */
export function xmcpDataOf<Data>(result: unknown, only?: string): Data {
  if (typeof result !== 'object' || result === null)
    return (only === undefined ? result : { [only]: result }) as Data;
  if (!('structuredContent' in result || 'isError' in result || 'content' in result)) return result as Data;
  const old: OldResult = result;
  blocksOf(old);
  return old.structuredContent as Data;
}
`,
  },
  xmcpContentsOf: {
    needs: [],
    imports: ['type ResourceContents'],
    text: `/** Returns the contents of a resource of xmcp; a text is the contents of the URI. */
export function xmcpContentsOf(result: unknown, uri: string): ResourceContents[] {
  if (typeof result === 'string') return [{ uri, text: result }];
  const { contents } = result as { readonly contents: ResourceContents[] };
  return contents.map((one) => ({ ...one, uri: one.uri ?? uri }));
}
`,
  },
  xmcpMessagesOf: {
    needs: [],
    imports: ['type ContentBlock', 'type PromptMessage'],
    text: `/** Returns the message of a prompt of xmcp: a text, a number, or content. */
export function xmcpMessagesOf(result: unknown, role: 'user' | 'assistant'): PromptMessage[] {
  const isText = typeof result === 'string' || typeof result === 'number';
  const content = isText ? { type: 'text' as const, text: String(result) } : (result as ContentBlock);
  return [{ role, content } as PromptMessage];
}
`,
  },
  xmcpExtraOf: {
    needs: ['extraOf'],
    imports: ['type Context', 'type FormSchema'],
    text: `/** Returns the context as handlers of xmcp expect it. */
export function xmcpExtraOf(context: Context) {
  return {
    ...extraOf(context),
    signal: context.signal,
    clientInfo: undefined as { name: string; version: string } | undefined,
    elicit: ({ message, requestedSchema }: { message: string; requestedSchema: unknown }) =>
      context.elicit(message, requestedSchema as FormSchema),
  };
}
`,
  },
  rootsOf: {
    needs: [],
    imports: ['type Context', 'type Root'],
    text: `/** Returns the roots of the client, as the old server did. @throws Error if the client has none */
export async function rootsOf(context: Context): Promise<{ roots: Root[] }> {
  const answer = await context.listRoots();
  if (answer.action !== 'accept') throw new Error('Client does not support listing roots');
  return { roots: [...answer.roots] };
}
`,
  },
  sampledBy: {
    needs: [],
    imports: ['type Context', 'type SamplingContent', 'type SamplingQuestion'],
    text: `/** Returns the answer of the client's model, as the old server did. @throws Error if the client has none, or the user declines */
export async function sampledBy(context: Context, question: SamplingQuestion) {
  const answer = await context.sample(question);
  if (answer.action === 'incapable') throw new Error('Client does not support sampling');
  if (answer.action !== 'accept') throw new Error('User rejected sampling request');
  const { role, model, stopReason } = answer;
  const [content] = [answer.content].flat() as [SamplingContent];
  return { role, model, stopReason, content };
}
`,
  },
  requireRegistered: {
    needs: [],
    imports: ['McpError'],
    text: `/** Refuses a call of a component that the old server registered under a condition. */
export function requireRegistered(condition: unknown, what: string): asserts condition {
  if (!condition) throw new McpError('invalid-params', \`\${what} not found\`);
}
`,
  },
  UserError: {
    needs: [],
    imports: [],
    text: `/** An error whose message is for the caller. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly extras?: Record<string, unknown>,
  ) {
    super(message);
  }
}
`,
  },
  describeFastError: {
    needs: ['UserError'],
    imports: ['McpError', 'ToolError'],
    text: `/** Returns an error with the message that FastMCP sent for it. */
export function describeFastError(error: unknown, kind: string, name: string): Error {
  if (error instanceof ToolError || error instanceof McpError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (kind === 'tool')
    return new ToolError(error instanceof UserError ? message : \`Tool '\${name}' execution failed: \${message}\`);
  return new McpError('internal-error', kind === 'prompt' ? \`Failed to load prompt '\${name}': \${message}\` : message);
}
`,
  },
  describeError: {
    needs: [],
    imports: ['McpError', 'ToolError'],
    text: `/** Returns an error whose message callers read as it is; of other errors they read an incident id too. */
export function describeError(error: unknown, kind: string): Error {
  if (error instanceof ToolError || error instanceof McpError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (kind === 'tool') return new ToolError(message);
  if (code === -32602) return new McpError('invalid-params', message);
  if (code === -32002) return new McpError('resource-not-found', message);
  return new McpError('internal-error', message);
}
`,
  },
};
