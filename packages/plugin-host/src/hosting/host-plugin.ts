/**
 * Hosts one plugin: prepares a generation beside the running one, swaps to it when all of it works, and stops the old one.
 *
 * A generation that fails anywhere never serves. Replaced generations drain beside the serving one, up to a limit.
 * Spec: docs/operate/hosting.md
 */
import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { partsOf, PluginError } from '@sigil/core/building';
import type { Catalog, CatalogHolder, ComponentKind, CatalogHold } from '@sigil/core/catalog';
import { LazyLink } from '../links/lazy-link.js';
import type { LinkKind } from '../links/plugin-link.js';
import { folderSource } from '../sources/folder-source.js';
import type { BuiltPlugin, BuildSource, Watch } from '../builds/build-source.js';
import { Boot } from './boot.js';
import type { BootReport, ServingGeneration } from './boot-report.js';
import { CompatibilityWindow } from './compatibility/compatibility-window.js';
import { Generations } from './generations.js';
import { chooseHostLimits, type HostLimits } from './host-limits.js';
import type { FailurePolicy, HostedPlugin, HostEvent, HostOptions, PluginStatus } from './hosted-plugin.js';
import { OriginNotes } from './source-notes.js';
import { asPluginError, GenerationMaker, type Prepared } from './prepare-generations.js';
import { MissingPackages } from './missing-packages.js';
import { ReadAgain } from './read-again.js';

/**
 * Hosts the plugin of an origin; a string is the folder of a built plugin. Never rejects for a plugin that is broken or not
 * built: the status reports that.
 *
 * @throws RangeError for invalid limits
 */
export async function hostPlugin(origin: string | BuildSource, options: HostOptions = {}): Promise<HostedPlugin> {
  const plugin = new PluginInHost(typeof origin === 'string' ? folderSource(resolve(origin)) : origin, options);
  if (options.watch) plugin.watch();
  await plugin.reload();
  return plugin;
}

/** The longest wait for the source of builds to record the serving one. */
const longestNoteMs = 5_000;

class PluginInHost implements HostedPlugin {
  readonly link: LinkKind;
  readonly policy: FailurePolicy;
  readonly current: () => Catalog;
  #status: PluginStatus;
  #report: BootReport | undefined;
  // The last error of starting the serving code on demand.
  #activationError: PluginError | undefined;
  #serving: (Prepared & { readonly number: number; readonly since: Date }) | undefined;
  #lastTried: BuiltPlugin | undefined;
  // The error of the last read of the origin, and whether the same error was reported before.
  #unread: PluginError | undefined;
  #isUnreadTold = false;
  #count = 0;
  // The builds of the generations that have not ended.
  readonly #alive = new Set<BuiltPlugin>();
  #window: CompatibilityWindow;
  // Reloads run one after another; callers during a reload share the next one.
  #running: Promise<void> = Promise.resolve();
  #next: Promise<PluginStatus> | undefined;
  #watcher: Watch | undefined;
  #isClosed = false;
  readonly #limits: HostLimits;
  readonly #generations: Generations;
  readonly #notes: OriginNotes;
  readonly #readAgain: ReadAgain;
  readonly #missing = new MissingPackages(() => void this.reload());
  readonly #maker: GenerationMaker;

  constructor(
    private readonly origin: BuildSource,
    private readonly options: HostOptions,
  ) {
    this.#limits = chooseHostLimits(options);
    this.link = options.link ?? 'inline';
    this.policy = options.policy ?? 'optional';
    const { compatibilityWindowMs: windowMs } = this.#limits;
    this.#generations = new Generations({
      limits: this.#limits,
      heapPercent: usedHeapPercent,
      onEvent: (event) => this.#tell(event),
    });
    this.current = this.#generations.current;
    const onFailure = (error: unknown): void => this.#tell({ kind: 'origin-failed', error });
    this.#notes = new OriginNotes(origin, { limits: this.#limits, onFailure });
    this.#readAgain = new ReadAgain(this.#limits, () => void this.reload());
    this.#window = CompatibilityWindow.open({ windowMs, now: Date.now });
    this.#maker = new GenerationMaker({
      kind: this.link,
      label: origin.label,
      options,
      limits: this.#limits,
      announcer: this.#generations,
      tell: (event) => this.#tell(event),
      onActivation: (built, report) => this.#noteActivation(built, report),
    });
    this.#status = {
      state: 'failed',
      error: new PluginError('manifest-missing', `${origin.label} was not loaded yet`),
    };
  }

  get name(): string {
    return (this.#serving?.built ?? this.#lastTried)?.manifest.plugin.name ?? this.label;
  }

  get label(): string {
    return this.origin.label;
  }

  get status(): PluginStatus {
    return this.#status;
  }

  get report(): BootReport | undefined {
    return this.#report;
  }

  get serving(): ServingGeneration | undefined {
    if (!this.#serving) return undefined;
    const { built, link, number, since, crashes } = this.#serving;
    return {
      number,
      manifestCid: built.manifestCid,
      codeCid: built.manifest.code.cid,
      version: built.manifest.plugin.version,
      since,
      activation: link instanceof LazyLink ? link.state : 'active',
      running: this.#generations.runningCount,
      draining: this.#generations.drainingCount,
      drainingCalls: this.#generations.drainingCalls,
      ...(crashes.crash ? { crash: crashes.crash } : {}),
    };
  }

  hold(component?: object, holder?: CatalogHolder): CatalogHold {
    return this.#generations.hold(component, holder);
  }

  onChange(listener: (changed: ReadonlySet<ComponentKind>) => void): () => void {
    return this.#generations.onChange(listener);
  }

  onResourceUpdated(listener: (uri: string) => void): () => void {
    return this.#generations.onResourceUpdated(listener);
  }

  watch(): void {
    this.#watcher = this.origin.watch(() => void this.reload());
  }

  reload(): Promise<PluginStatus> {
    this.#next ??= this.#reloadInTurn();
    return this.#next;
  }

  noted(): Promise<void> {
    return this.#notes.written(longestNoteMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watcher?.close();
    this.#readAgain.close();
    this.#missing.close();
    await this.#next;
    await this.#running;
    await this.#generations.close();
    this.#serving = undefined;
    await this.#notes.close();
  }

  async #reloadInTurn(): Promise<PluginStatus> {
    await this.#running;
    await this.#generations.hasRoom();
    // The origin is read from here on, so a later caller gets another reload.
    this.#next = undefined;
    this.#running = this.#reload();
    await this.#running;
    return this.#status;
  }

  async #reload(): Promise<void> {
    if (this.#isClosed) return;
    const boot = new Boot(this.label, this.#limits);
    try {
      const built = await this.#read(boot);
      this.#lastTried = built;
      if (built.manifestCid === this.#serving?.built.manifestCid) return await this.#stay(boot, built);
      const prepared = await this.#prepare(boot, built);
      if (!this.#isClosed) await this.#carryInto(prepared);
      if (this.#isClosed) return await this.#maker.end(prepared.link, built);
      this.#commit(prepared, boot.report());
    } catch (error) {
      this.#refuse(boot, asPluginError(error, this.name));
    }
  }

  async #read(boot: Boot): Promise<BuiltPlugin> {
    try {
      const built = await boot.run('read', () => this.origin.read());
      this.#readAgain.succeeded();
      this.#unread = undefined;
      boot.noteBuilt(built);
      return built;
    } catch (error) {
      const refusal = asPluginError(error, this.name);
      // Reports the same error once, however often the origin is read again.
      this.#isUnreadTold = this.#unread?.code === refusal.code && this.#unread.message === refusal.message;
      this.#unread = refusal;
      if (!this.#isClosed) this.#readAgain.failed(refusal);
      throw refusal;
    }
  }

  /** Returns whether the code may start after it begins to serve. A generation that was in use is followed by one whose code is running. */
  #mayWait({ manifest }: BuiltPlugin): boolean {
    const before = this.#serving?.link;
    const isUnused = before === undefined || (before instanceof LazyLink && before.state === 'waiting');
    const activation = this.options.activation ?? manifest.plugin.activation;
    return this.policy !== 'required' && isUnused && activation !== 'onStart';
  }

  async #prepare(boot: Boot, built: BuiltPlugin): Promise<Prepared> {
    const window = this.#window.after(built.manifest);
    return this.#mayWait(built) ? this.#maker.prepareLater(built, window) : this.#maker.prepare(boot, built, window);
  }

  /** Carries state over just before the swap, so that few changes by calls of the older generation are lost. */
  async #carryInto({ link, built }: Prepared): Promise<void> {
    const before = this.#serving?.link;
    if (!before || link instanceof LazyLink || !partsOf(built.manifest).some(({ carry }) => carry)) return;
    const { carryOver } = await import('./carry-over.js');
    const carried = await carryOver(before, link, { manifest: built.manifest, limits: this.#limits });
    if (carried) this.#tell({ kind: 'carried', ...carried });
  }

  /** Notes an activation. One of an older generation that still drains is reported, and does not change the newer one's status. */
  #noteActivation(built: BuiltPlugin, report: BootReport): void {
    const { manifest } = built;
    if (built === this.#serving?.built) {
      const { error } = report;
      this.#report = report;
      if (error) this.#status = { state: 'failed', error, serving: manifest };
      if (error && this.#watcher) this.#missing.failed(error, built.codePath);
      else if (this.#hasActivationFailed()) this.#status = { state: 'serving', manifest };
      this.#activationError = error;
    }
    this.#tell({ kind: 'activated', report });
  }

  #hasActivationFailed(): boolean {
    return this.#status.state === 'failed' && this.#status.error === this.#activationError;
  }

  #commit(prepared: Prepared, report: BootReport): void {
    const { built, link, catalog, window } = prepared;
    const { manifest } = built;
    this.#missing.close();
    this.#serving = { ...prepared, number: ++this.#count, since: new Date() };
    this.#status = { state: 'serving', manifest };
    this.#report = report;
    this.#window = window;
    this.#notes.served(built);
    this.#alive.add(built);
    const retire = async (): Promise<void> => {
      await this.#maker.end(link, built);
      this.#alive.delete(built);
      // A build that was saved again while its earlier generation drained is still alive.
      if (![...this.#alive].some(({ manifestCid }) => manifestCid === built.manifestCid)) this.#notes.retired(built);
    };
    const changed = this.#generations.swap({ catalog, retire });
    this.#tell({ kind: 'booted', report });
    this.#tell({ kind: 'swapped', manifest, changed });
  }

  /** Keeps the serving build. Reports that only after a failed build; retries code that failed to start. */
  async #stay(boot: Boot, { manifest }: BuiltPlugin): Promise<void> {
    const link = this.#serving?.link;
    if (link instanceof LazyLink && link.state === 'failed') return void (await link.activate().catch(() => undefined));
    if (this.#status.state === 'serving') return;
    this.#status = { state: 'serving', manifest };
    this.#report = boot.report();
    this.#tell({ kind: 'booted', report: this.#report });
  }

  #refuse(boot: Boot, error: PluginError): void {
    if (this.#watcher && this.#lastTried) this.#missing.failed(error, this.#lastTried.codePath);
    const serving = this.#serving?.built.manifest;
    this.#status = serving ? { state: 'failed', error, serving } : { state: 'failed', error };
    this.#report = boot.report(error);
    if (error === this.#unread && this.#isUnreadTold) return;
    this.#tell({ kind: 'booted', report: this.#report });
    this.#tell({ kind: 'refused', error });
  }

  #tell(event: HostEvent): void {
    this.options.onEvent?.(event);
  }
}

function usedHeapPercent(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return (used / limit) * 100;
}
