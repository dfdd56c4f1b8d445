/**
 * A served pair of streams, and the peer at its other end.
 */
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import type { Context, JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type PublishedTool, type ToolResult } from '@sigil/core/catalog';
import { createEngine, modernDates, type Engine, type Fault } from '@sigil/core/engine';
import { onTestFinished } from 'vitest';
import { serveStdio, type StdioOptions, type StdioServer } from './serve-stdio.js';

/** A JSON-RPC message as a test looks at it. */
export interface JsonMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A promise that a test settles by hand. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

export function textResult(text: string): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text }], isError: false };
}

export function toolOf(name: string, run: (input: JsonObject, context: Context) => Promise<ToolResult>): PublishedTool {
  return { definition: { name, inputSchema: { type: 'object' } }, run };
}

export const echo = toolOf('echo', (input) => Promise.resolve(textResult(String(input['text'] ?? ''))));

/** A tool that holds the event loop for longer than anything should, and notes how often the loop turned before each call. */
export function busyTool() {
  let turns = 0;
  const countTurn = (): void => {
    turns++;
    ticking = setImmediate(countTurn);
  };
  let ticking = setImmediate(countTurn);
  onTestFinished(() => clearImmediate(ticking));
  const turnsAtCall: number[] = [];
  const run = (): ToolResult => {
    turnsAtCall.push(turns);
    const begin = Date.now();
    while (Date.now() - begin <= 25);
    return textResult('done');
  };
  const tool: PublishedTool = { definition: { name: 'busy', inputSchema: { type: 'object' } }, run };
  return { tool, turnsAtCall };
}

export function engineOf(tools: readonly PublishedTool[]): Engine {
  const catalog = buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
  return createEngine({ info: { name: 'test', version: '1.0.0' }, source: fixedSource(catalog) });
}

export interface TestPipe {
  readonly server: StdioServer;
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly faults: readonly Fault[];
  /** Sends lines to the server. */
  tell(...lines: readonly (string | JsonObject)[]): void;
  /** The next line of the server; `undefined` when there are no more. */
  next(): Promise<JsonMessage | undefined>;
}

export function openTestPipe(
  tools: readonly PublishedTool[] = [echo],
  options: StdioOptions = {},
  engine: Engine = engineOf(tools),
  serve: typeof serveStdio = serveStdio,
): TestPipe {
  const input = new PassThrough();
  const output = new PassThrough();
  const faults: Fault[] = [];
  const onFault = (fault: Fault): void => void faults.push(fault);
  const server = serve(engine, { input, output, onFault, ...options });
  void server.done.then(() => output.end());
  let lines: AsyncIterator<string> | undefined = undefined;
  return {
    server,
    input,
    output,
    faults,
    tell(...messages) {
      for (const message of messages) {
        input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
      }
    },
    async next() {
      lines ??= createInterface({ input: output })[Symbol.asyncIterator]();
      const { value, done } = await lines.next();
      return done ? undefined : (JSON.parse(value) as JsonMessage);
    },
  };
}

export function request(id: number | string, method: string, params: JsonObject = {}): JsonObject {
  return { jsonrpc: '2.0', id, method, params };
}

export function modernRequest(id: number | string, method: string, params: JsonObject = {}): JsonObject {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modernDates[0]!,
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(params['_meta'] as JsonObject | undefined),
  };
  return request(id, method, { ...params, _meta });
}

export function callOf(id: number | string, name: string, input: JsonObject = {}): JsonObject {
  return modernRequest(id, 'tools/call', { name, arguments: input });
}

export function initialize(id: number, protocolVersion: string): JsonObject {
  return request(id, 'initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'tester', version: '0' },
  });
}
