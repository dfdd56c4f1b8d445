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
import { changeState, readServing, readStatus, type HostChange, type HostState } from './host-state.js';
import type { FailurePolicy, HostedPlugin, HostEvent, HostOptions, PluginStatus } from './hosted-plugin.js';
import { SourceNotes } from './source-notes.js';
import { isAnnounced, sourcePauses } from './source-pauses.js';
import { asPluginError, GenerationMaker, type Prepared } from './prepare-generations.js';
import { MissingPackages } from './missing-packages.js';
import { RetryTimer } from './retry-timer.js';
import { canShareCode, CodeUses } from './shared-code.js';

/**
 * Hosts the plugin of a source; a string is the folder of a built plugin. Never rejects for a plugin that is broken or not
 * built: the status reports that.
 *
 * @throws RangeError for invalid limits
 */
export async function hostPlugin(source: string | BuildSource, options: HostOptions = {}): Promise<HostedPlugin> {
  const plugin = new PluginInHost(typeof source === 'string' ? folderSource(resolve(source)) : source, options);
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
  #state: HostState;
  #lastTried: BuiltPlugin | undefined;
  // The error of the last try at the same build, which is not reported again by a try of the host's own.
  #refused: PluginError | undefined;
  // Whether somebody asked for the next reload, or the host tries again by itself.
  #isAskedFor = false;
  // The error of the last read of the source, and whether the same error was reported before.
  #unread: { readonly error: PluginError; readonly isReported: boolean } | undefined;
  #count = 0;
  #window: CompatibilityWindow;
  // Reloads run one after another; callers during a reload share the next one.
  #running: Promise<void> = Promise.resolve();
  #next: Promise<PluginStatus> | undefined;
  #watcher: Watch | undefined;
  readonly #closing = new AbortController();
  readonly #limits: HostLimits;
  readonly #generations: Generations;
  readonly #notes: SourceNotes;
  readonly #readAgain: RetryTimer;
  readonly #startAgain: RetryTimer;
  readonly #missing = new MissingPackages(() => void this.reload());
  readonly #maker: GenerationMaker;
  readonly #uses = new CodeUses();

  constructor(
    private readonly source: BuildSource,
    private readonly options: HostOptions,
  ) {
    this.#limits = chooseHostLimits(options);
    this.link = options.link ?? 'inline';
    this.policy = options.policy ?? 'optional';
    const { compatibilityWindowMs: windowMs } = this.#limits;
    this.#generations = new Generations({
      limits: this.#limits,
      heapPercent: usedHeapPercent,
      onEvent: (event) => this.#emit(event),
    });
    this.current = this.#generations.current;
    const onFailure = (error: unknown): void => this.#emit({ kind: 'origin-failed', error });
    this.#notes = new SourceNotes(source, this.#limits, onFailure);
    const { activationRetryMs: firstMs, maxActivationRetryMs: longestMs } = this.#limits;
    this.#readAgain = new RetryTimer(sourcePauses(this.#limits), () => void this.reload());
    this.#startAgain = new RetryTimer({ firstMs, longestMs }, () => void this.#tryAgain());
    this.#window = CompatibilityWindow.open(windowMs, Date.now);
    this.#maker = new GenerationMaker({
      kind: this.link,
      label: source.label,
      options,
      limits: this.#limits,
      announcer: this.#generations,
      onEvent: (event) => this.#emit(event),
      onActivation: (built, report) => this.#noteActivation(built, report),
    });
    const error = new PluginError('manifest-missing', `${source.label} was not loaded yet`);
    this.#state = { kind: 'empty', error, report: undefined };
  }

  get name(): string {
    return (readServing(this.#state)?.built ?? this.#lastTried)?.manifest.plugin.name ?? this.label;
  }

  get label(): string {
    return this.source.label;
  }

  get status(): PluginStatus {
    return readStatus(this.#state);
  }

  get report(): BootReport | undefined {
    return this.#state.report;
  }

  get isRetrying(): boolean {
    return this.#startAgain.isWaiting;
  }

  get serving(): ServingGeneration | undefined {
    const serving = readServing(this.#state);
    if (!serving) return undefined;
    const { built, link, number, since, crashes } = serving;
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
    this.#watcher = this.source.watch(() => void this.reload());
  }

  reload(): Promise<PluginStatus> {
    this.#isAskedFor = true;
    return this.#tryAgain();
  }

  #tryAgain(): Promise<PluginStatus> {
    this.#next ??= this.#reloadInTurn();
    return this.#next;
  }

  noted(): Promise<void> {
    return this.#notes.written(longestNoteMs);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#watcher?.close();
    this.#readAgain.close();
    this.#startAgain.close();
    this.#missing.close();
    await this.#next;
    await this.#running;
    await this.#generations.close();
    this.#become({ kind: 'closed' });
    await this.#notes.close();
  }

  async #reloadInTurn(): Promise<PluginStatus> {
    await this.#running;
    await this.#generations.hasRoom();
    // The source is read from here on, so a later caller gets another reload.
    this.#next = undefined;
    this.#running = this.#reload();
    await this.#running;
    return this.status;
  }

  async #reload(): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const boot = new Boot(this.label, this.#limits);
    const isAskedFor = this.#isAskedFor;
    this.#isAskedFor = false;
    this.#startAgain.close();
    try {
      const built = await this.#read(boot);
      if (built.manifestCid !== this.#lastTried?.manifestCid) this.#startAgain.succeeded();
      this.#lastTried = built;
      if (built.manifestCid === readServing(this.#state)?.built.manifestCid) return await this.#stay(boot);
      const prepared = await this.#prepare(boot, built);
      if (!signal.aborted) await this.#carryInto(prepared);
      if (signal.aborted) return await this.#drop(prepared);
      this.#commit(prepared, boot.report());
    } catch (error) {
      this.#refuse(boot, asPluginError(error, this.name), { isAskedFor });
    }
  }

  async #read(boot: Boot): Promise<BuiltPlugin> {
    try {
      const built = await boot.run('read', () => this.source.read());
      this.#readAgain.succeeded();
      this.#unread = undefined;
      boot.noteBuilt(built);
      return built;
    } catch (error) {
      const refusal = asPluginError(error, this.name);
      const before = this.#unread?.error;
      // Reports the same error once, however often the source is read again.
      const isReported = before !== undefined && isSame(before, refusal);
      this.#unread = { error: refusal, isReported };
      if (this.#closing.signal.aborted || isAnnounced(refusal)) this.#readAgain.close();
      else this.#readAgain.failed();
      throw refusal;
    }
  }

  /** Returns whether the code may start after it begins to serve. A generation that was in use is followed by one whose code is running. */
  #mayWait({ manifest }: BuiltPlugin): boolean {
    const before = readServing(this.#state)?.link;
    const isUnused = before === undefined || (before instanceof LazyLink && before.state === 'waiting');
    const activation = this.options.activation ?? manifest.plugin.activation;
    return this.policy !== 'required' && isUnused && activation !== 'onStart';
  }

  async #prepare(boot: Boot, built: BuiltPlugin): Promise<Prepared> {
    const window = this.#window.after(built.manifest);
    const before = readServing(this.#state);
    if (before && canShareCode(before, built)) return this.#maker.prepareWith(before, built, window);
    return this.#mayWait(built) ? this.#maker.prepareLater(built, window) : this.#maker.prepare(boot, built, window);
  }

  /** Ends what was prepared and is not to serve, but not code that serves already. */
  async #drop({ link, built }: Prepared): Promise<void> {
    if (link !== readServing(this.#state)?.link) await this.#maker.end(link, built);
  }

  /** Carries state over just before the swap, so that few changes by calls of the older generation are lost. */
  async #carryInto({ link, built }: Prepared): Promise<void> {
    const before = readServing(this.#state)?.link;
    if (!before || before === link || link instanceof LazyLink || !partsOf(built.manifest).some(({ carry }) => carry))
      return;
    const { carryOver } = await import('./carry-over.js');
    const carried = await carryOver(before, link, built.manifest, this.#limits);
    if (carried) this.#emit({ kind: 'carried', ...carried });
  }

  /** Notes an activation. One of an older generation that still drains is reported, and does not change the newer one's status. */
  #noteActivation(built: BuiltPlugin, report: BootReport): void {
    if (built === readServing(this.#state)?.built) {
      const { error } = report;
      this.#become(error ? { kind: 'activation-failed', error, report } : { kind: 'activated', report });
      if (error && this.#watcher) this.#missing.failed(error, built.codePath);
    }
    this.#emit({ kind: 'activated', report });
  }

  #commit(prepared: Prepared, report: BootReport): void {
    const { built, link, catalog, window } = prepared;
    const { manifest } = built;
    this.#missing.close();
    this.#startAgain.succeeded();
    this.#refused = undefined;
    this.#become({
      kind: 'committed',
      serving: { ...prepared, number: ++this.#count, since: new Date() },
      report,
    });
    this.#window = window;
    this.#notes.served(built);
    this.#uses.add(link);
    const retire = async (): Promise<void> => {
      if (this.#uses.remove(link)) await this.#maker.end(link, built);
      this.#notes.retired(built);
    };
    const changed = this.#generations.swap({ catalog, retire });
    this.#emit({ kind: 'booted', report });
    this.#emit({ kind: 'swapped', generation: this.#count, manifest, changed });
  }

  /** Keeps the serving build. Reports that only after a failed build; retries code that failed to start. */
  async #stay(boot: Boot): Promise<void> {
    const link = readServing(this.#state)?.link;
    if (link instanceof LazyLink && link.state === 'failed') return void (await link.activate().catch(() => undefined));
    if (this.#state.kind === 'serving') return;
    const report = boot.report();
    this.#become({ kind: 'confirmed', report });
    this.#emit({ kind: 'booted', report });
  }

  #refuse(boot: Boot, error: PluginError, { isAskedFor }: { readonly isAskedFor: boolean }): void {
    if (this.#watcher && this.#lastTried) this.#missing.failed(error, this.#lastTried.codePath);
    const report = boot.report(error);
    const isRepeated = !isAskedFor && this.#refused !== undefined && isSame(this.#refused, error);
    this.#become({ kind: 'refused', error, report });
    this.#refused = error;
    // What it needs may come up later, and announces nothing. Where an older generation serves, the next build is waited for.
    const isStart = report.steps.some(({ step }) => step === 'start');
    if (isStart && !readServing(this.#state) && !this.#closing.signal.aborted) this.#startAgain.failed();
    if (isRepeated || (error === this.#unread?.error && this.#unread.isReported)) return;
    this.#emit({ kind: 'booted', report });
    this.#emit({ kind: 'refused', error });
  }

  #become(change: HostChange): void {
    this.#state = changeState(this.#state, change);
  }

  #emit(event: HostEvent): void {
    this.options.onEvent?.(event);
  }
}

function isSame(one: PluginError, other: PluginError): boolean {
  return one.code === other.code && one.message === other.message;
}

function usedHeapPercent(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return (used / limit) * 100;
}
