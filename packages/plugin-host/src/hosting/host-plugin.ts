/**
 * Hosts one plugin: prepares a generation beside the running one, swaps to it when all of it works, and stops the old one.
 *
 * A generation that fails anywhere never serves. Spec: docs/architecture.md, "The path of a swap"
 */
import { resolve } from 'node:path';
import {
  buildCatalog,
  PluginError,
  type CatalogSource,
  type ComponentKind,
  type JsonObject,
  type Manifest,
  type PinnedCatalog,
} from '@sigil/core';
import { Generations } from './generations.js';
import { openInlineLink } from '../links/inline-link.js';
import type { PluginLink } from '../links/plugin-link.js';
import { folderOrigin } from '../origins/folder-origin.js';
import type { BuiltPlugin, PluginOrigin, Watch } from '../origins/plugin-origin.js';
import { withinTime } from './within-time.js';

/** How a plugin is hosted; every time limit refuses the generation that passes it, naming the plugin. */
export interface HostOptions {
  /** Swaps whenever the plugin's build output changes. Default: false. */
  readonly watch?: boolean;
  /** The plugin's own configuration: one flat object, whose members go to the classes that name them. Default: none. */
  readonly configuration?: JsonObject | undefined;
  /** Longest time for the plugin's own `start()`, in milliseconds. Default: 10,000. */
  readonly startTimeoutMs?: number;
  /** Longest time for the plugin's own `stop()`, in milliseconds. Default: 5,000. */
  readonly stopTimeoutMs?: number;
  /** Longest wait for running calls before an old generation is stopped, in milliseconds. Default: 30,000. */
  readonly drainTimeoutMs?: number;
  readonly onEvent?: (event: HostEvent) => void;
}

/** What happened to a plugin, for logs and terminals. */
export type HostEvent =
  | { readonly kind: 'swapped'; readonly manifest: Manifest; readonly changed: ReadonlySet<ComponentKind> }
  /** A generation was refused; what served before still does. */
  | { readonly kind: 'refused'; readonly error: PluginError }
  /** An old generation could not be stopped cleanly. */
  | { readonly kind: 'stop-failed'; readonly error: unknown };

/** `serving` beside an error is the manifest of the older generation that still serves. */
export type PluginStatus =
  | { readonly state: 'serving'; readonly manifest: Manifest }
  | { readonly state: 'failed'; readonly error: PluginError; readonly serving?: Manifest };

/** A plugin in this server. As a catalog source it is empty until its first generation serves. */
export interface HostedPlugin extends CatalogSource {
  readonly folder: string;
  readonly status: PluginStatus;
  /** Prepares what the build output now holds and swaps to it. Never rejects: the status says how it went. */
  reload(): Promise<PluginStatus>;
  /** Stops watching, drains and stops the plugin. */
  close(): Promise<void>;
}

const defaults = { startTimeoutMs: 10_000, stopTimeoutMs: 5_000, drainTimeoutMs: 30_000 };

/** Hosts the built plugin in `folder`. Never rejects for a plugin that is broken or not built: the status says so. */
export async function hostPlugin(folder: string, options: HostOptions = {}): Promise<HostedPlugin> {
  const plugin = new PluginInHost(resolve(folder), options);
  if (options.watch) plugin.watch();
  await plugin.reload();
  return plugin;
}

class PluginInHost implements HostedPlugin {
  #status: PluginStatus;
  #serving: BuiltPlugin | undefined;
  // Reloads run one after another; each looks at what the disk holds when its turn comes.
  #lastReload: Promise<unknown> = Promise.resolve();
  #watcher: Watch | undefined;
  #isClosed = false;
  readonly #origin: PluginOrigin;
  readonly #generations: Generations;
  readonly #options: HostOptions & typeof defaults;

  constructor(
    readonly folder: string,
    options: HostOptions,
  ) {
    this.#options = { ...defaults, ...options };
    this.#origin = folderOrigin(folder);
    this.#generations = new Generations(this.#options.drainTimeoutMs);
    this.#status = { state: 'failed', error: new PluginError('manifest-missing', `${folder} was not loaded yet`) };
  }

  get status(): PluginStatus {
    return this.#status;
  }

  pin(): PinnedCatalog {
    return this.#generations.pin();
  }

  onChange(listener: (changed: ReadonlySet<ComponentKind>) => void): () => void {
    return this.#generations.onChange(listener);
  }

  onResourceUpdated(listener: (uri: string) => void): () => void {
    return this.#generations.onResourceUpdated(listener);
  }

  watch(): void {
    this.#watcher = this.#origin.watch(() => void this.reload());
  }

  async reload(): Promise<PluginStatus> {
    const reload = this.#lastReload.then(() => this.#reload());
    this.#lastReload = reload;
    await reload;
    return this.#status;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watcher?.close();
    await this.#lastReload;
    await this.#generations.close();
  }

  async #reload(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const built = await this.#origin.read();
      if (this.#serving && isSame(built, this.#serving)) this.#status = { state: 'serving', manifest: built.manifest };
      else await this.#swapTo(built);
    } catch (error) {
      this.#refuse(asPluginError(error, this.folder));
    }
  }

  async #swapTo(built: BuiltPlugin): Promise<void> {
    const link = await openInlineLink(built, {
      announcer: this.#generations,
      configuration: this.#options.configuration,
    });
    const { manifest } = built;
    try {
      const catalog = buildCatalog(link.components);
      await withinTime(`start() of plugin "${manifest.plugin.name}"`, this.#options.startTimeoutMs, link.start());
      await withinTime(`health() of plugin "${manifest.plugin.name}"`, this.#options.startTimeoutMs, link.health());
      const changed = this.#generations.swap({ catalog, retire: () => this.#stop(link, manifest) });
      this.#serving = built;
      this.#status = { state: 'serving', manifest };
      this.#options.onEvent?.({ kind: 'swapped', manifest, changed });
    } catch (error) {
      await this.#stop(link, manifest);
      throw error;
    }
  }

  async #stop(link: PluginLink, manifest: Manifest): Promise<void> {
    try {
      await withinTime(`stop() of plugin "${manifest.plugin.name}"`, this.#options.stopTimeoutMs, link.stop());
    } catch (error) {
      this.#options.onEvent?.({ kind: 'stop-failed', error });
    }
  }

  #refuse(error: PluginError): void {
    const serving = this.#serving?.manifest;
    this.#status = serving ? { state: 'failed', error, serving } : { state: 'failed', error };
    this.#options.onEvent?.({ kind: 'refused', error });
  }
}

function isSame(a: BuiltPlugin, b: BuiltPlugin): boolean {
  return a.manifestCid === b.manifestCid;
}

function asPluginError(error: unknown, folder: string): PluginError {
  if (error instanceof PluginError) return error;
  return new PluginError('start-failed', `the plugin in ${folder} could not be started`, { cause: error });
}
