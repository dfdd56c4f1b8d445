import { localPrincipal } from '../model/principal.js';
import type { Context } from '../model/context.js';
import type { ToolDefinition } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import { buildCatalog } from './build-catalog.js';
import type {
  BadArguments,
  Catalog,
  CatalogHolder,
  CatalogSource,
  ComponentKind,
  Components,
  PublishedPrompt,
  PublishedResource,
  PublishedResourceTemplate,
  PublishedTool,
  ToolResult,
} from './catalog.js';

/** A context for code that does not use it; every use of it fails. */
export function idleContext(): Context {
  const refuse = async () => {
    throw new Error('this context reaches no client');
  };
  return {
    signal: new AbortController().signal,
    meta: {},
    clientCapabilities: {},
    principal: localPrincipal,
    span: (_name, work) => Promise.resolve(work({})),
    reportProgress: async () => undefined,
    log: async () => undefined,
    elicit: refuse,
    elicitUrl: refuse,
    sample: refuse,
    listRoots: refuse,
    requireClient: () => undefined,
    step: refuse,
    beginTask: async () => false,
    releaseConnection: () => undefined,
    resourceUpdated: () => undefined,
    listChanged: () => undefined,
  };
}

export type Run = (
  input: JsonObject,
  context: Context,
) => ToolResult | BadArguments | Promise<ToolResult | BadArguments>;

export function text(text: string): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text }], isError: false };
}

/** Makes the answer of a plugin with an output schema. */
export function structured(value: unknown): ToolResult {
  const structuredJson = JSON.stringify(value);
  return { ...text(structuredJson), structuredJson };
}

export function toolOf(
  name: string,
  run: Run = async () => text(name),
  more: Partial<ToolDefinition> = {},
): PublishedTool {
  const definition = { name, inputSchema: { type: 'object' }, ...more };
  return { definition, run: async (input, context) => run(input, context) };
}

/** Makes a tool that refuses arguments without a `city`, and records its calls. */
export function toolThatNeedsCity(): PublishedTool & { readonly calls: JsonObject[] } {
  const calls: JsonObject[] = [];
  const problems = [{ path: 'city', expected: 'a string', received: 'nothing' }];
  const tool = toolOf('forecast', async (input) => {
    if (!Object.hasOwn(input, 'city')) return { kind: 'bad-arguments', problems };
    calls.push(input);
    return text('sunny');
  });
  return { ...tool, calls };
}

export function resourceOf(uri: string, read?: PublishedResource['read']): PublishedResource {
  const contents = [{ uri, mimeType: 'text/plain', text: uri }];
  return { definition: { uri, name: uri }, read: read ?? (async () => ({ kind: 'result', contents })) };
}

export function templateOf(uriTemplate: string, read?: PublishedResourceTemplate['read']): PublishedResourceTemplate {
  return {
    definition: { uriTemplate, name: uriTemplate },
    read:
      read ?? (async (uri, variables) => ({ kind: 'result', contents: [{ uri, text: JSON.stringify(variables) }] })),
  };
}

export function promptOf(name: string, get?: PublishedPrompt['get']): PublishedPrompt {
  return {
    definition: { name },
    get: get ?? (async () => ({ kind: 'result', messages: [{ role: 'user', content: { type: 'text', text: name } }] })),
  };
}

export function catalogOf(components: Partial<Components> = {}): Catalog {
  return buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [], ...components });
}

/** A source that can be swapped and that counts its pins. */
export interface SwappableSource extends CatalogSource {
  /** Number of pins that were not released. */
  readonly held: number;
  /** For every pin, the number of its releases. */
  readonly releases: readonly number[];
  /** Number of listeners, for lists and for resources. */
  readonly listeners: number;
  /** All holders so far. */
  readonly holders: ReadonlySet<CatalogHolder>;
  /** Restarts the counts; nothing may be held. */
  restartCount(): void;
  swap(catalog: Catalog, ...changed: ComponentKind[]): void;
  /** Announces that the resource at this URI has changed. */
  update(uri: string): void;
}

export function swappableSource(first: Catalog): SwappableSource {
  let catalog = first;
  const releases: number[] = [];
  const holders = new Set<CatalogHolder>();
  const listeners = new Set<(changed: ReadonlySet<ComponentKind>) => void>();
  const updateListeners = new Set<(uri: string) => void>();
  return {
    releases,
    get held() {
      return releases.filter((count) => count === 0).length;
    },
    get listeners() {
      return listeners.size + updateListeners.size;
    },
    holders,
    current: () => catalog,
    hold(_component, holder) {
      const index = releases.push(0) - 1;
      if (holder) holders.add(holder);
      return { release: () => void releases[index]!++ };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onResourceUpdated(listener) {
      updateListeners.add(listener);
      return () => void updateListeners.delete(listener);
    },
    restartCount() {
      releases.length = 0;
    },
    update(uri) {
      for (const listener of updateListeners) listener(uri);
    },
    swap(next, ...changed) {
      catalog = next;
      for (const listener of listeners) listener(new Set(changed));
    },
  };
}
