/**
 * The server that every transport carries in the contract suite: small tools with one behaviour each.
 */
import { audio, file, image, link, ToolError, type ContentBlock, type Context, type JsonObject } from '@sigil/core';
import {
  buildCatalog,
  fixedSource,
  type PublishedResource,
  type PublishedTool,
  type ToolResult,
} from '@sigil/core/catalog';
import { createEngine, type Engine } from '@sigil/core/engine';

/** The engine, and events of its tools besides their answers. */
export interface ContractEngine {
  readonly engine: Engine;
  /** Resolves when the `hold` tool runs; `aborted` resolves when that call is aborted. */
  held(): Promise<{ readonly aborted: Promise<void> }>;
}

/** The first bytes of a PNG, which identify its type. */
const pngStart = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** One block of every kind, as authors' helpers build them. */
export const mediaContent: readonly ContentBlock[] = [
  image(pngStart),
  audio(new TextEncoder().encode('fLaC')),
  file(Uint8Array.of(0, 255), 'table.bin'),
  file('a,b', 'table.csv'),
  link('contract://bytes', { title: 'Bytes', mimeType: 'application/octet-stream', size: 2 }),
];

const bytesResource: PublishedResource = {
  definition: { uri: 'contract://bytes', name: 'bytes' },
  read: async (uri) => ({
    kind: 'result',
    contents: [{ uri, mimeType: 'application/octet-stream', blob: 'AP8=' }],
  }),
};

type Run = (input: JsonObject, context: Context) => Promise<ToolResult>;

/**
 * Creates the contract's server: the tools `echo`, `fail`, `count`, `media`, `hold`, `wait`
 * and `wake`, and the resource `contract://bytes`.
 */
export function createContractEngine(): ContractEngine {
  const holds = queue<{ readonly aborted: Promise<void> }>();
  const tools = [
    tool('echo', async ({ text }) => answer(String(text))),
    tool('fail', async () => {
      throw new ToolError('it never works', { suggestions: ['try "echo"'] });
    }),
    tool('count', async ({ to }, context) => {
      for (let at = 1; at <= Number(to); at++) await context.reportProgress(at, Number(to));
      return answer(`counted to ${String(to)}`);
    }),
    tool('media', async () => ({ kind: 'result', content: mediaContent, isError: false })),
    tool('hold', (_input, { signal }) => {
      holds.put({ aborted: new Promise((resolve) => signal.addEventListener('abort', () => resolve())) });
      return new Promise<ToolResult>(() => undefined);
    }),
    ...meetingTools(),
  ];
  const resources = [bytesResource];
  const source = fixedSource(buildCatalog({ tools, resources, resourceTemplates: [], prompts: [] }));
  return { engine: createEngine({ info: { name: 'contract', version: '1.0.0' }, source }), held: holds.take };
}

/** Creates two tools: `wait` answers after `wake` was called, so the later call is answered first. */
function meetingTools(): PublishedTool[] {
  const wakes = queue<void>();
  return [
    tool('wait', async () => {
      await wakes.take();
      return answer('woken');
    }),
    tool('wake', async () => {
      wakes.put();
      return answer('woke it');
    }),
  ];
}

function tool(name: string, run: Run): PublishedTool {
  return { definition: { name, description: `Contract tool ${name}`, inputSchema: { type: 'object' } }, run };
}

function answer(text: string): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text }], isError: false };
}

/** Hands items from producer to consumer, whichever comes first. */
function queue<Item>(): { put(item: Item): void; take(): Promise<Item> } {
  const items: Item[] = [];
  const takers: ((item: Item) => void)[] = [];
  return {
    put(item) {
      const taker = takers.shift();
      if (taker) taker(item);
      else items.push(item);
    },
    take() {
      return items.length > 0 ? Promise.resolve(items.shift() as Item) : new Promise((resolve) => takers.push(resolve));
    },
  };
}
