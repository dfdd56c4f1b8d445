/**
 * Runs a plugin for its tests: constructs it, starts it, and serves it to clients in this process.
 */
import { PluginError, suggestNames, type ConstructParts, type Manifest, type PluginModule } from '@sigil/core/building';
import { Announcements, bindPlugin, buildPluginCatalog, type BindOptions, type PluginFiles } from '@sigil/core/catalog';
import { createEngine, revisions, type Engine, type Fault, type OperationLimits } from '@sigil/core/engine';
import { connectInMemory, openMemoryChannel } from './clients/connect-in-memory.js';
import type { TextChannel } from '@sigil/client/web';
import { connectClient, type ConnectOptions, type McpClient } from './clients/mcp-client.js';

/** A plugin as the module `sigil:plugin` offers it. */
export interface TestedPlugin extends PluginFiles {
  readonly manifest: Manifest;
  readonly module: PluginModule;
}

/** Options of running a plugin. */
export interface OpenPluginOptions extends Omit<BindOptions, 'announcer'> {
  /** Stand-ins for services, by name; replaced services are neither constructed nor configured. */
  readonly services?: Readonly<Record<string, object>>;
  /** Limits left out have their defaults. */
  readonly limits?: Partial<OperationLimits>;
}

/** Options of connecting to a plugin: with the newest revision, unless another is named. */
export type PluginClientOptions = Partial<ConnectOptions>;

/** A running plugin. The caller closes it. */
export interface OpenedPlugin {
  readonly engine: Engine;
  /** Errors thrown by its methods, of which the client saw only that something went wrong. */
  readonly faults: readonly Fault[];
  connect(options?: PluginClientOptions): Promise<McpClient>;
  /** Ends running calls and stops the plugin. @throws any error of its `stop()` */
  close(): Promise<void>;
}

/**
 * Constructs a plugin's classes and starts them.
 *
 * @throws PluginError when a class cannot be constructed or started; classes already started have then been stopped
 */
export async function openPlugin(plugin: TestedPlugin, options: OpenPluginOptions = {}): Promise<OpenedPlugin> {
  const { limits = {}, services, ...binding } = options;
  const { manifest, module } = services ? replaceServices(plugin, services) : plugin;
  const announcements = new Announcements();
  const bound = bindPlugin(manifest, module, { ...binding, announcer: announcements });
  const faults: Fault[] = [];
  const engine = createEngine({
    info: { name: plugin.manifest.plugin.name, version: plugin.manifest.plugin.version },
    source: announcements.sourceOf(buildPluginCatalog(manifest, bound.components, plugin)),
    limits,
    onFault: (fault) => void faults.push(fault),
  });
  const close = async (): Promise<void> => {
    engine.close();
    await bound.stop();
  };
  try {
    await bound.start();
  } catch (error) {
    // The error of the start matters more than one of stopping after it.
    await close().catch(() => undefined);
    throw error;
  }
  return { engine, faults, connect: (client) => connectInMemory(engine, withRevision(client)), close };
}

/**
 * Opens a plugin and connects a client to it; closing the client stops the plugin.
 *
 * @throws PluginError as `openPlugin`, PeerError and ProtocolViolation as `connectInMemory`
 */
export async function connectPlugin(
  plugin: TestedPlugin,
  options: OpenPluginOptions & PluginClientOptions = {},
): Promise<McpClient> {
  const { revision, answers, capabilities, ...opening } = options;
  const opened = await openPlugin(plugin, opening);
  const client = withRevision({ revision, answers, capabilities });
  try {
    return await connectClient(client, (receive) => closingWith(opened, openMemoryChannel(opened.engine, receive)));
  } catch (error) {
    // The reason for the failed connection matters more than an error of stopping.
    await opened.close().catch(() => undefined);
    throw error;
  }
}

/** @throws PluginError `construct-failed` for a stand-in that replaces no service */
function replaceServices({ manifest, module }: TestedPlugin, standIns: Readonly<Record<string, object>>): TestedPlugin {
  const { services = [] } = manifest;
  const names = services.map(({ name }) => name);
  const unknown = Object.keys(standIns).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const why = `no service is named "${unknown}"${suggestNames(unknown, names)}`;
    throw new PluginError('construct-failed', `plugin "${manifest.plugin.name}": ${why}`);
  }
  const construct: ConstructParts = (configured, make) =>
    module.construct?.(configured, (name, ownConstruct) =>
      make(name, () => (Object.hasOwn(standIns, name) ? standIns[name]! : ownConstruct())),
    );
  const kept = services.filter(({ name }) => !Object.hasOwn(standIns, name));
  return { manifest: { ...manifest, services: kept }, module: { ...module, construct } };
}

function closingWith(opened: OpenedPlugin, channel: TextChannel): TextChannel {
  const close = async (): Promise<void> => {
    await channel.close();
    await opened.close();
  };
  return { ...channel, close };
}

function withRevision(
  options: { readonly [Name in keyof ConnectOptions]?: ConnectOptions[Name] | undefined } = {},
): ConnectOptions {
  const { revision = revisions.at(-1)!.date, answers, capabilities } = options;
  return { revision, ...(answers && { answers }), ...(capabilities && { capabilities }) };
}
