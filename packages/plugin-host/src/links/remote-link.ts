/**
 * A plugin in a worker or process: one plugin process at a time, restarted after a crash until it crashes too often.
 *
 * Knows nothing of how a worker differs from a process.
 */
import type { Context } from '@sigil/core';
import { openSecretFilter, PluginError } from '@sigil/core/building';
import { findSecrets, type CarriedState, type CarryFailure, type Components } from '@sigil/core/catalog';
import { blankSecrets } from '@sigil/core/internal';
import type { BuiltPlugin } from '../builds/build-source.js';
import { CrashHistory } from './crash-history.js';
import { childEnvironment } from './child-environment.js';
import { RemoteEnd } from './remote-end.js';
import { chooseLinkLimits } from './link-limits.js';
import type { CallTarget, LifeStep } from './link-messages.js';
import type { LinkKind, LinkLimits, LinkOptions, OpenLink, PluginLink } from './plugin-link.js';
import { remoteComponents } from './remote-components.js';
import { RestartWait } from './restart-wait.js';
import type { SpawnPluginProcess } from './spawn-plugin-process.js';

/** Makes the function that opens links whose plugin process is started by `spawn`. */
export function openRemoteLink(kind: LinkKind, spawn: SpawnPluginProcess): OpenLink {
  return async (built, options) => {
    const link = new RemoteLink(kind, spawn, built, options);
    await link.open();
    return link;
  };
}

class RemoteLink implements PluginLink {
  readonly components: Components;
  readonly #name: string;
  readonly #limits: LinkLimits;
  readonly #history: CrashHistory;
  readonly #wait: RestartWait;
  // The plugin process that serves; none during a restart, or when there will be none.
  #serving: RemoteEnd | undefined;
  // The plugin process that is being started.
  #starting: RemoteEnd | undefined;
  #isStarted = false;
  #isStopped = false;
  // The reason why calls are refused at once; `undefined` while they are served or wait for a restart.
  #refusal: PluginError | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #stopping: Promise<void> | undefined;

  constructor(
    readonly kind: LinkKind,
    private readonly spawn: SpawnPluginProcess,
    private readonly built: BuiltPlugin,
    private readonly options: LinkOptions,
  ) {
    this.#name = built.manifest.plugin.name;
    this.#limits = chooseLinkLimits(options.limits);
    this.#history = new CrashHistory(this.#limits);
    this.#wait = new RestartWait(this.#name, this.#limits.restartWaitMs);
    const components = remoteComponents(built.manifest, options.announcer, (target, context) =>
      this.#call(target, context),
    );
    // The plugin's process blanks its errors; its messages are blanked here, where they are sent to the client.
    const filter = openSecretFilter(findSecrets(built.manifest, options.configuration));
    this.components = filter ? blankSecrets(components, filter) : components;
  }

  async open(): Promise<void> {
    const peer = this.#newPeer();
    this.#serving = peer;
    try {
      await this.#openPeer(peer);
    } catch (error) {
      this.kill();
      throw error;
    }
  }

  async start(): Promise<void> {
    await this.#request('start');
    this.#isStarted = true;
  }

  health(): Promise<void> {
    return this.#request('health');
  }

  async carryOut(maxLength: number): Promise<CarriedState> {
    // A crashed plugin process has lost its state.
    const state = await this.#serving?.request({ kind: 'carry-out', maxLength });
    return isRecord(state) ? (state as CarriedState) : {}; // only the plugin's next generation reads its content
  }

  async carryIn(state: CarriedState): Promise<readonly CarryFailure[]> {
    const failures = await this.#serving?.request({ kind: 'carry-in', state });
    return Array.isArray(failures) ? failures.flatMap((it: unknown) => (isFailure(it) ? [it] : [])) : [];
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const peer = this.#serving;
    this.#retire();
    if (!peer) return;
    try {
      await peer.request({ kind: 'life', step: 'stop' });
    } finally {
      await peer.end(this.#stopped());
    }
  }

  kill(): void {
    const peer = this.#serving;
    this.#retire();
    this.#serving = undefined;
    void peer?.end(this.#stopped());
  }

  /** Stops restarts, and accepts no new calls. */
  #retire(): void {
    this.#isStopped = true;
    this.#refusal = this.#stopped();
    clearTimeout(this.#restartTimer);
    this.#wait.refuse(this.#refusal);
    void this.#starting?.end(this.#refusal);
    this.#starting = undefined;
  }

  async #call(target: CallTarget, context: Context): Promise<unknown> {
    if (this.#refusal) throw this.#refusal;
    const peer = this.#serving ?? (await this.#wait.forPeer());
    return peer.call(target, context);
  }

  async #request(step: LifeStep): Promise<void> {
    if (this.#refusal) throw this.#refusal;
    const peer = this.#serving ?? (await this.#wait.forPeer());
    await peer.request({ kind: 'life', step });
  }

  #openPeer(peer: RemoteEnd): Promise<unknown> {
    const { manifest, code, codePath } = this.built;
    const { configuration, maxDecodeSteps } = this.options;
    return peer.request({
      kind: 'open',
      build: { manifest, code, codePath },
      ...(configuration ? { configuration } : {}),
      ...(maxDecodeSteps === undefined ? {} : { maxDecodeSteps }),
    });
  }

  #newPeer(): RemoteEnd {
    const { announcer, environment, onEvent } = this.options;
    const peer: RemoteEnd = new RemoteEnd({
      spawn: this.spawn,
      name: this.#name,
      limits: this.#limits,
      environment: childEnvironment(environment),
      announcer,
      onPrinted: (stream, text) => onEvent?.({ kind: 'printed', stream, text }),
      onCrash: (error) => {
        if (peer === this.#serving) this.#crashed(error);
      },
    });
    return peer;
  }

  #crashed(error: PluginError): void {
    this.#serving = undefined;
    if (this.#isStopped) return;
    this.options.onEvent?.({ kind: 'crashed', error });
    // A plugin process that never started is left to the code that opened the link.
    if (this.#isStarted) this.#restartLater(error);
    else this.#refusal = error;
  }

  #restartLater(cause: PluginError): void {
    const { restartInMs, isCircuitOpen } = this.#history.crashed(performance.now());
    if (isCircuitOpen) this.#openCircuit(restartInMs, cause);
    this.#restartTimer = setTimeout(() => void this.#restart(isCircuitOpen), restartInMs);
  }

  #openCircuit(openMs: number, cause: PluginError): void {
    const triedAgainAt = new Date(Date.now() + openMs).toISOString();
    const message = `plugin "${this.#name}" crashed too often; it is started again at ${triedAgainAt}`;
    this.#refusal = new PluginError('crashed', message, { cause });
    this.#wait.refuse(this.#refusal);
    this.options.onEvent?.({ kind: 'circuit-opened', error: this.#refusal });
  }

  async #restart(isAfterCircuit: boolean): Promise<void> {
    if (isAfterCircuit) this.#history.triesAgain(performance.now());
    let peer: RemoteEnd | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      const started = (peer = this.#newPeer());
      this.#starting = started;
      timer = setTimeout(() => void started.end(this.#tooSlow()), this.#limits.restartTimeoutMs);
      await this.#openPeer(started);
      await started.request({ kind: 'life', step: 'start' });
      this.#serve(started);
    } catch (error) {
      void peer?.end(this.#tooSlow());
      if (this.#starting === peer) this.#restartFailed(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #serve(peer: RemoteEnd): void {
    if (this.#starting !== peer) return;
    this.#starting = undefined;
    this.#serving = peer;
    this.#refusal = undefined;
    this.#history.started();
    this.#wait.open(peer);
    this.options.onEvent?.({ kind: 'restarted' });
  }

  #restartFailed(cause: unknown): void {
    this.#starting = undefined;
    const message = `the code of plugin "${this.#name}" could not be started again`;
    this.#crashed(new PluginError('crashed', message, { cause }));
  }

  #tooSlow(): PluginError {
    const { restartTimeoutMs } = this.#limits;
    return new PluginError(
      'crashed',
      `the restart of plugin "${this.#name}" took longer than ${restartTimeoutMs} ms (limit restartTimeoutMs)`,
    );
  }

  #stopped(): PluginError {
    return new PluginError('crashed', `plugin "${this.#name}" has been stopped; try again`);
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFailure(value: unknown): value is CarryFailure {
  return (
    isRecord(value) &&
    'part' in value &&
    'why' in value &&
    [value.part, value.why].every((it) => typeof it === 'string')
  );
}
