/**
 * Creates the servers that rules are tested on: an engine over components that each test builds itself.
 */
import type { Context, JsonObject } from '@sigil/core';
import type { ArgumentProblem, ToolDefinition } from '@sigil/core/building';
import {
  buildCatalog,
  type CatalogSource,
  type ComponentKind,
  type Components,
  type PublishedPrompt,
  type PublishedResource,
  type PublishedTool,
  type ToolResult,
} from '@sigil/core/catalog';
import { createEngine, type Engine, type EngineOptions } from '@sigil/core/engine';
import { onTestFinished } from 'vitest';

/** A server whose lists and resources a test can change. */
export interface TestServer {
  readonly engine: Engine;
  /** Simulates a swap that changed these lists. */
  change(...kinds: ComponentKind[]): void;
  /** Simulates a change of the resource at this URI. */
  update(uri: string): void;
  /** Number of requests that hold the catalog. */
  readonly held: number;
}

const nothing: Components = { tools: [], resources: [], resourceTemplates: [], prompts: [] };

export function serverOf(components: Partial<Components> = {}, options: Partial<EngineOptions> = {}): TestServer {
  const catalog = buildCatalog({ ...nothing, ...components });
  const lists = new Set<(changed: ReadonlySet<ComponentKind>) => void>();
  const resources = new Set<(uri: string) => void>();
  let held = 0;
  const source: CatalogSource = {
    current: () => catalog,
    hold() {
      held++;
      return { release: () => void held-- };
    },
    onChange(listener) {
      lists.add(listener);
      return () => void lists.delete(listener);
    },
    onResourceUpdated(listener) {
      resources.add(listener);
      return () => void resources.delete(listener);
    },
  };
  const engine = createEngine({ info: { name: 'orders', version: '3.1.0' }, source, ...options });
  onTestFinished(() => engine.close());
  return {
    engine,
    change: (...kinds) => lists.forEach((listener) => listener(new Set(kinds))),
    update: (uri) => resources.forEach((listener) => listener(uri)),
    get held() {
      return held;
    },
  };
}

export type Run = (input: JsonObject, context: Context) => Promise<ToolResult | string>;

/** Creates a tool that answers with its name, or with the result of `run`. */
export function toolOf(name: string, run: Run = async () => name, more: Partial<ToolDefinition> = {}): PublishedTool {
  return {
    definition: { name, inputSchema: { type: 'object' }, ...more },
    run: async (input, context) => {
      const outcome = await run(input, context);
      return typeof outcome === 'string' ? textResult(outcome) : outcome;
    },
  };
}

export function textResult(text: string): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text }], isError: false };
}

/** Creates a tool with an output schema that answers with this value. */
export function structuredTool(name: string, outputSchema: JsonObject, value: unknown): PublishedTool {
  const structuredJson = JSON.stringify(value);
  return toolOf(name, async () => ({ ...textResult(structuredJson), structuredJson }), { outputSchema });
}

/** Creates a tool that refuses arguments without a `city`, and counts its runs. */
export function toolThatNeedsCity(): PublishedTool & { readonly runs: JsonObject[] } {
  const runs: JsonObject[] = [];
  const problems: ArgumentProblem[] = [{ path: 'city', expected: 'a string', received: 'nothing' }];
  const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  return {
    definition: { name: 'forecast', inputSchema },
    runs,
    run: async (input) => {
      if (typeof input['city'] !== 'string') return { kind: 'bad-arguments', problems };
      runs.push(input);
      return textResult('sunny');
    },
  };
}

export function resourceOf(uri: string, read?: PublishedResource['read']): PublishedResource {
  const contents = [{ uri, mimeType: 'text/plain', text: uri }];
  return { definition: { uri, name: uri }, read: read ?? (async () => ({ kind: 'result', contents })) };
}

export function promptOf(name: string, more: Partial<PublishedPrompt> = {}): PublishedPrompt {
  return {
    definition: { name },
    get: async () => ({ kind: 'result', messages: [{ role: 'user', content: { type: 'text', text: name } }] }),
    ...more,
  };
}

/** A promise that a test settles by hand. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

/** Waits until everything that is ready has run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
