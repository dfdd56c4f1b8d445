import { catalogOf } from '../catalog/catalog.test-support.js';
import { bindPlugin } from '../catalog/bind-plugin.js';
import type { Components } from '../catalog/catalog.js';
import { Tool } from '../decorators/tool.js';
import { engineOf, type TestEngine } from '../engine/engine.test-support.js';
import type { EngineOptions } from '../engine/engine.js';
import type { Outgoing, Outlet } from '../calls/outlet.js';
import { manifestVersion, type Manifest, type ManifestTool } from '../manifest/manifest.js';
import { pluginAbi, type ComponentCode, type PluginModule } from '../manifest/plugin-module.js';
import type { Context } from '../model/context.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { openNativeConversation, type NativeConversation, type NativeLimits } from './native-view.js';

/** One tool of a test: its method, and its entry as the build would write it. */
export interface TestTool extends Partial<Pick<ManifestTool, 'inputSchema' | 'outputSchema' | 'streamSchema'>> {
  readonly method: (input: JsonObject, context: Context) => unknown;
  readonly code?: Partial<ComponentCode>;
}

/** Binds methods like those of a built plugin. */
function componentsOf(tools: Readonly<Record<string, TestTool>>): Components {
  class Plugin {}
  const names = Object.keys(tools);
  for (const [index, name] of names.entries()) {
    const { method } = tools[name]!;
    const descriptor = { value: (input: JsonObject, context: Context) => method(input, context), configurable: true };
    Object.defineProperty(Plugin.prototype, `method${index}`, descriptor);
    Tool({ name })(Plugin.prototype, `method${index}`, descriptor);
  }
  const manifest: Manifest = {
    manifestVersion,
    plugin: { name: 'streams', version: '1.0.0' },
    code: { file: 'plugin.cjs', cid: 'none' },
    classes: [{ name: 'Plugin', file: 'src/plugin.ts' }],
    tools: names.map((name, index) => {
      const { method: _method, code: _code, inputSchema = { type: 'object' }, ...schemas } = tools[name]!;
      return { name, inputSchema, ...schemas, origin: { class: 'Plugin', method: `method${index}` } };
    }),
    resources: [],
    resourceTemplates: [],
    prompts: [],
    completions: [],
  };
  const codes = names.map((name): [string, ComponentCode] => [
    name,
    { decode: (input, context) => [input, context], ...tools[name]!.code },
  ]);
  const module: PluginModule = {
    abi: pluginAbi,
    classes: new Map([['Plugin', Plugin]]),
    configurations: new Map(),
    tools: new Map(codes),
    resources: new Map(),
    resourceTemplates: new Map(),
    prompts: new Map(),
  };
  return bindPlugin(manifest, module).components;
}

export function serverOf(tools: Readonly<Record<string, TestTool>>, options: Partial<EngineOptions> = {}): TestEngine {
  return engineOf(catalogOf(componentsOf(tools)), options);
}

/** A reader of the native view. */
export interface NativeTalk {
  readonly conversation: NativeConversation;
  readonly sent: JsonObject[];
  send(message: JsonValue | string): Promise<void>;
  /** Calls a method and waits for the end of its subscription. @returns the answer and the events */
  call(method: string, params?: JsonValue): Promise<{ answer: JsonObject | undefined; events: JsonObject[] }>;
}

/** The options of a reader. */
interface Reading {
  readonly limits?: Partial<NativeLimits>;
  /** Receives each message; by default a message is accepted immediately. */
  readonly send?: Outlet['send'];
  readonly connection?: Outlet['connection'];
}

export function readFrom({ engine }: TestEngine, { limits = {}, send, connection }: Reading = {}): NativeTalk {
  const sent: JsonObject[] = [];
  const outlet: Outlet = {
    connection,
    send: async (message: Outgoing) => {
      sent.push(JSON.parse(message.json));
      await send?.(message);
    },
  };
  const conversation = openNativeConversation(engine, outlet, { limits });
  const receive = (message: JsonValue | string): Promise<void> =>
    conversation.receive(typeof message === 'string' ? message : JSON.stringify(message));
  return {
    conversation,
    sent,
    send: receive,
    async call(method, params = []) {
      const before = sent.length;
      await receive({ jsonrpc: '2.0', id: 1, method, params });
      const [answer, ...events] = sent.slice(before);
      return { answer, events: events.filter((it) => it['method'] === method).map(eventIn) };
    },
  };
}

/** The event that a notification carries. */
export function eventIn(message: JsonObject): JsonObject {
  const params = message['params'];
  const event = isJsonObject(params) ? params['result'] : undefined;
  if (!isJsonObject(event)) throw new Error(`expected an event, got ${JSON.stringify(message)}`);
  return event;
}
