/**
 * A plugin in development: takes one build after the other, serves the first good one and swaps in those that follow.
 *
 * A failed build changes nothing but the output.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { countBySeverity } from '@sigil/codegen/diagnostics';
import type { JsonObject } from '@sigil/core';
import type { Manifest } from '@sigil/core/building';
import { hostPlugin, type HostedPlugin, type HostEvent, type PluginStatus } from '@sigil/plugin-host';
import type { LoopWatch } from '@sigil/plugin-host/program';
import type { RecordedStories } from '@sigil/server/plugin-server';
import { BuildErrors, type BuildReport } from '@sigil/server/builder';
import type { DevelopedPlugin } from '../agents/dev-workbench.js';
import type { FailureLog } from '../agents/failure-log.js';
import { printDiagnostics } from '../building/print-diagnostics.js';
import { explainConfiguration } from '../configuring/explain-configuration.js';
import { CommandError } from '../failures/command-error.js';
import { describeFailure } from '../failures/describe-failure.js';
import { readRecordedStories } from '../stories/recorded-stories.js';
import { clockTime } from '../terminal/clock-time.js';
import type { Output, Terminal } from '../terminal/terminal.js';
import type { Carrier } from '../serving/carrier.js';
import { BuildHistory, formatChanges } from '../serving/build-history.js';
import { describeDrain } from '../serving/describe-drain.js';
import { formatWelcome } from '../serving/format-welcome.js';
import { readIdentity } from '../serving/read-identity.js';
import { readLink } from '../serving/read-link.js';
import { openService, type Offering, type Service } from '../serving/open-service.js';
import { watchEventLoop } from '../serving/watch-event-loop.js';

/** The plugin to develop, and the options of serving it. */
export interface DevelopRequest {
  readonly folder: string;
  readonly carrier: Carrier;
  readonly configuration: JsonObject | undefined;
  /** The port of the tools for coding agents; undefined without them. */
  readonly agentPort?: number | undefined;
}

/** Short, as developers do not want to wait; calls cut off are their own. */
const drainMs = 250;

export class Development implements DevelopedPlugin {
  /** Resolves when the client has left; rejects when the plugin cannot be served at all. */
  readonly ended: Promise<void>;
  readonly #say: Output;
  readonly #loop: LoopWatch;
  // Builds are processed one after another, however fast they come.
  #queue: Promise<void> = Promise.resolve();
  #hosted: HostedPlugin | undefined;
  #service: Service | undefined;
  #history: BuildHistory | undefined;
  #report: BuildReport | undefined;
  #problem: string | undefined;
  #isLoading = false;
  #first: Manifest | undefined;
  readonly #errors = new BuildErrors(() => this.#name);
  /** The name of the server on the pages. */
  #name = '';
  #stories: Promise<RecordedStories> | undefined;
  #shownWarnings = '';
  #isClosed = false;
  #settle: (ending: Promise<void>) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;

  constructor(
    private readonly request: DevelopRequest,
    private readonly terminal: Terminal,
    private readonly failures?: FailureLog,
  ) {
    // On standard output a client expects only messages.
    this.#say = request.carrier.kind === 'stdio' ? terminal.err : terminal.out;
    this.#loop = watchEventLoop(terminal);
    this.ended = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#reject = reject;
    });
    // It may reject before its owner awaits it; the owner still receives the error.
    this.ended.catch(() => undefined);
  }

  take(report: BuildReport): void {
    this.#queue = this.#queue.then(() => this.#take(report)).catch((error) => this.#fail(error));
  }

  /** Takes the reason why a build could not be run at all. */
  takeFailure(why: string): void {
    this.#errors.failed(this.request.folder, why);
    this.#problem = why;
    this.failures?.add('the build', new CommandError(why));
    this.tellOf(new CommandError(why));
  }

  /** The report of the last build. */
  get report(): BuildReport | undefined {
    return this.#report;
  }

  /** The reason why the last build could not be run, or why its code does not serve. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The manifest that was served first. */
  get first(): Manifest | undefined {
    return this.#first;
  }

  get hosted(): HostedPlugin | undefined {
    return this.#hosted;
  }

  /** Resolves when every build that was taken so far serves or was refused. */
  settled(): Promise<void> {
    return this.#queue;
  }

  /** Reports a failure beside the builds. */
  tellOf(cause: unknown): void {
    this.#tellOfStanding('not rebuilt', describeFailure(cause, this.terminal));
  }

  /** Waits briefly for a version that is still starting; it closes itself if it starts later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.race([this.#queue, wait(drainMs, undefined, { ref: false })]);
    await this.#service?.close();
    await this.#hosted?.close();
    await this.#loop.close();
  }

  get #isEnding(): boolean {
    return this.#isClosed || this.terminal.interrupted.aborted;
  }

  async #take(report: BuildReport): Promise<void> {
    if (this.#isEnding) return;
    this.#errors.take(report);
    this.#report = report;
    this.#problem = undefined;
    if (!report.isBuilt) {
      this.#tellOfErrors(report);
      return this.#openPage();
    }
    this.#tellOfWarnings(report);

    const startedAt = performance.now();
    const status = await this.#loadBuild();
    if (this.#isEnding) return this.#hosted?.close();
    const tookMs = report.tookMs + Math.round(performance.now() - startedAt);
    if (status.state === 'failed') {
      const refusal = await explainConfiguration(status.error, this.request.folder);
      this.#problem = describeFailure(refusal, { isVerbose: false });
      this.failures?.add('the start of a new build', status.error);
      this.#tellOfRefusal(refusal);
      return this.#openPage();
    }
    if (this.#history) this.#tellOfSwap(status.manifest, this.#history, tookMs);
    else await this.#welcome(status.manifest, tookMs);
    this.#tellOfPackages(report);
  }

  /** Opens the page of a plugin that does not serve yet, since it has the errors. Clients on standard input wait for the first build. */
  async #openPage(): Promise<void> {
    const { folder, carrier } = this.request;
    if (this.#service || carrier.kind === 'stdio') return;
    const identity = await readIdentity(folder);
    if (!identity) return;
    if (!this.#hosted) await this.#load();
    if (this.#isEnding) return this.#hosted?.close();
    const { pageUrl = '' } = await this.#openService(identity);
    this.#say.line(`${clockTime()} its page has the errors: ${this.#say.paint.cyan(pageUrl)}`);
  }

  /** Rejects without a service, as there is nothing to continue with. */
  #fail(error: unknown): void {
    if (this.#service) this.tellOf(error);
    else this.#reject(error);
  }

  /** Loads the build that was reported. Other swaps are those of a start that the host has tried again. */
  async #loadBuild(): Promise<PluginStatus> {
    this.#isLoading = true;
    return this.#load().finally(() => (this.#isLoading = false));
  }

  async #load(): Promise<PluginStatus> {
    if (this.#hosted) return this.#hosted.reload();
    const { folder, configuration } = this.request;
    const onEvent = (event: HostEvent): void => this.#tellOfEvent(event);
    // A developer should see at once that a plugin does not start.
    const activation = 'onStart';
    const asked = await readLink(folder);
    this.#hosted = await hostPlugin(folder, { ...asked, configuration, activation, closeDrainMs: drainMs, onEvent });
    return this.#hosted.status;
  }

  async #openService(identity: Offering['identity']): Promise<Service> {
    const { carrier } = this.request;
    this.#name = identity.name;
    this.#service = await openService(
      {
        ...{ hosted: this.#hosted!, identity, carrier, drainMs, loop: this.#loop, errors: this.#errors },
        failures: this.failures,
        changes: () => this.#history?.changes ?? [],
        stories: () => this.#readStories(),
      },
      this.terminal,
    );
    this.#settle(this.#service.ended);
    return this.#service;
  }

  /** Several views on a page ask at the same time; one process answers all. */
  #readStories(): Promise<RecordedStories> {
    this.#stories ??= readRecordedStories(this.request.folder).finally(() => (this.#stories = undefined));
    return this.#stories;
  }

  async #welcome(manifest: Manifest, tookMs: number): Promise<void> {
    const { folder, carrier } = this.request;
    const service = this.#service ?? (await this.#openService(manifest.plugin));
    this.#history = new BuildHistory(manifest);
    this.#first = manifest;
    this.#say.line(formatWelcome({ manifest, service, carrier, folder }, this.#say));
    this.#say.line(this.#say.paint.dim(`\nBuilt in ${tookMs} ms. Watching for changes; Ctrl+C ends it.`));
  }

  #tellOfSwap(manifest: Manifest, history: BuildHistory, tookMs: number): void {
    const change = history.add(manifest);
    this.#say.line(`${clockTime()} ${this.#say.paint.green('rebuilt')} in ${tookMs} ms: ${change.headline}`);
    for (const line of formatChanges(change, this.#say)) this.#say.line(line);
  }

  /** Says which packages run as they were loaded. A worker or a process begins anew with each build. */
  #tellOfPackages({ reinstalled = [] }: BuildReport): void {
    if (reinstalled.length === 0 || this.#hosted?.link !== 'inline') return;
    const names = reinstalled.join(', ');
    this.#say.line(`${this.#say.paint.yellow('note:')} restart to run what was installed again: ${names}`);
  }

  /** Prints warnings and notes once, and again when they change. */
  #tellOfWarnings(report: BuildReport): void {
    const { diagnostics } = report;
    const shown = JSON.stringify(diagnostics);
    if (diagnostics.length > 0 && shown !== this.#shownWarnings) printDiagnostics(report, this.terminal);
    this.#shownWarnings = shown;
  }

  #tellOfErrors(report: BuildReport): void {
    printDiagnostics(report, this.terminal);
    this.#tellOfStanding(`not rebuilt: ${countBySeverity(report.diagnostics)}`);
  }

  #tellOfRefusal(error: Error): void {
    this.#tellOfStanding('not swapped in', describeFailure(error, this.terminal));
  }

  #tellOfStanding(what: string, why?: string): void {
    const { err } = this.terminal;
    const standing = this.#describeStanding();
    err.line(`${clockTime()} ${err.paint.red(what)}; ${standing}${why === undefined ? '' : `: ${why}`}`);
  }

  #describeStanding(): string {
    if (this.#hosted?.serving) return 'the last good version goes on serving';
    return this.#hosted?.isRetrying ? 'trying again until it starts' : 'waiting for a change';
  }

  /** Reports that a build serves whose start has failed before. */
  async #tellOfLateStart(manifest: Manifest): Promise<void> {
    if (this.#isEnding) return;
    this.#problem = undefined;
    await this.#welcome(manifest, this.#report?.tookMs ?? 0);
  }

  #tellOfEvent(event: HostEvent): void {
    this.#service?.hostEvent(event);
    const drained = describeDrain(event, this.#say);
    if (drained !== undefined) this.#say.line(`${clockTime()} ${drained}`);
    // Other swaps and refusals are reported with the build that they belong to.
    if (event.kind === 'swapped' && !this.#isLoading) {
      this.#queue = this.#queue.then(() => this.#tellOfLateStart(event.manifest)).catch((error) => this.#fail(error));
    }
    if (event.kind !== 'stop-failed') return;
    const { err } = this.terminal;
    const why = describeFailure(event.error, this.terminal);
    err.line(`${clockTime()} ${err.paint.yellow('warning:')} the old version did not stop cleanly: ${why}`);
  }
}
