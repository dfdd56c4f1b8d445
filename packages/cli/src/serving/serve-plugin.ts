/**
 * Serves a built plugin until it is asked to end or its client leaves, and swaps in later builds.
 */
import type { JsonObject } from '@sigil/core';
import { hostPlugin, type BootReport, type HostedPlugin, type HostEvent } from '@sigil/plugin-host';
import type { Membership } from '@sigil/server/plugin-server';
import { explainConfiguration } from '../configuring/explain-configuration.js';
import { build, ensureBuilt } from '../building/ensure-built.js';
import { describeFailure } from '../failures/describe-failure.js';
import { clockTime } from '../terminal/clock-time.js';
import type { Output, Terminal } from '../terminal/terminal.js';
import { unlessInterrupted } from '../terminal/interruptible-wait.js';
import { waitForInterrupt } from '../terminal/wait-for-interrupt.js';
import type { Carrier } from './carrier.js';
import { BuildHistory, formatChanges } from './build-history.js';
import { describeDrain } from './describe-drain.js';
import { formatWelcome } from './format-welcome.js';
import { openService, type Service } from './open-service.js';
import { readLink } from './read-link.js';
import { requireServing } from './require-serving.js';
import { watchEventLoop } from './watch-event-loop.js';

/** The plugin to serve, and the options. */
export interface ServeRequest {
  readonly folder: string;
  readonly carrier: Carrier;
  readonly buildFirst: boolean;
  readonly configuration: JsonObject | undefined;
  /** The role of this process among several; absent in one that serves alone. */
  readonly member?: Membership | undefined;
}

/** Longest wait for running calls when the command is asked to end. */
const drainMs = 5_000;
/** Longest wait for a plugin that is still starting at that time, so that it can be stopped. */
const startGraceMs = 1_000;

/**
 * Does nothing if the command was already asked to end.
 *
 * @throws CommandError when it cannot be built
 * @throws PluginError when it cannot be started
 * @throws ListenError when the port or the host cannot be used
 */
export async function servePlugin(request: ServeRequest, terminal: Terminal): Promise<void> {
  const { folder, carrier, buildFirst, configuration, member } = request;
  // On standard output a client expects only messages.
  const say = carrier.kind === 'stdio' ? terminal.err : terminal.out;
  if (buildFirst) await build(folder, terminal, say);
  else await ensureBuilt(folder, terminal);
  const served: { by?: Service; from?: HostedPlugin } = {};
  const stopping = new AbortController();
  member?.listen({ reload: () => void served.from?.reload(), stop: (isReplaced) => stopping.abort(isReplaced) });
  const interrupted = AbortSignal.any([terminal.interrupted, stopping.signal]);
  if (interrupted.aborted) return;

  const news = new HostNews(say, terminal);
  const loop = watchEventLoop(terminal);
  const onEvent = (event: HostEvent): void => {
    // Lines that apply to all workers are written once.
    if (member === undefined || member.number === 1) news.tell(event);
    served.by?.hostEvent(event);
    if (event.kind === 'refused') member?.tellRefused(name.of, event);
    if (event.kind === 'swapped') setImmediate(tellBuilds);
  };
  const name = { of: folder };
  const tellBuilds = (): void => {
    const { from: plugin } = served;
    if (plugin) member?.tellBuilds({ entries: new Map([[name.of, { plugin, isDiscovered: true }]]) });
  };
  const hosting = hostPlugin(folder, { ...(await readLink(folder)), watch: true, configuration, onEvent });
  const hosted = await unlessInterrupted(hosting, {
    interrupted,
    close: (late) => late.close(),
    graceMs: startGraceMs,
  });
  try {
    if (!hosted) return;
    served.from = hosted;
    if (hosted.status.state === 'failed') throw await explainConfiguration(hosted.status.error, folder);
    const manifest = requireServing(hosted.status);
    name.of = manifest.plugin.name;
    tellBuilds();
    const history = (news.history = new BuildHistory(manifest));
    const service = await openService(
      { hosted, identity: manifest.plugin, carrier, drainMs, loop, changes: () => history.changes, member },
      terminal,
    );
    served.by = service;
    if (member?.isFirst !== false && !interrupted.aborted)
      say.line(formatWelcome({ manifest, service, carrier, folder }, say));
    member?.tellServing();
    await Promise.race([service.ended, waitForInterrupt(interrupted)]);
    await service.close(stopping.signal.reason === true);
  } finally {
    await hosted?.close();
    await loop.close();
  }
}

/** Reports swaps once the plugin serves; the welcome or the error covers earlier events. */
class HostNews {
  /** Set when the plugin serves. */
  history: BuildHistory | undefined;

  constructor(
    private readonly say: Output,
    private readonly terminal: Terminal,
  ) {}

  tell(event: HostEvent): void {
    const text = this.#describe(event);
    if (this.history && text !== undefined) this.say.line(`${clockTime()} ${text}`);
  }

  #describe(event: HostEvent): string | undefined {
    const { paint } = this.say;
    if (event.kind === 'swapped') {
      const change = this.history?.add(event.manifest);
      return change && [`${paint.green('swapped')} ${change.headline}`, ...formatChanges(change, this.say)].join('\n');
    }
    const drained = describeDrain(event, this.say);
    if (drained !== undefined) return drained;
    if (event.kind === 'carried') return this.#describeCarried(event);
    if (event.kind === 'activated') return this.#describeActivation(event.report);
    if (event.kind !== 'refused' && event.kind !== 'stop-failed') return undefined;
    const why = describeFailure(event.error, this.terminal);
    return event.kind === 'refused'
      ? `${paint.red('refused')} the new build, the old one goes on serving: ${why}`
      : `${paint.yellow('warning:')} the old version did not stop cleanly: ${why}`;
  }

  #describeCarried({ parts, failures }: Extract<HostEvent, { kind: 'carried' }>): string {
    const { paint } = this.say;
    const lost = failures.map(({ part, why }) => `${paint.yellow('fresh')} state of ${part}: ${why}`);
    const kept = parts.length > 0 ? [`${paint.green('carried')} the state of ${parts.join(', ')}`] : [];
    return [...kept, ...lost].join('; ');
  }

  /** Describes only failures, as a successful activation is expected. */
  #describeActivation({ error }: BootReport): string | undefined {
    if (!error) return undefined;
    const why = describeFailure(error, this.terminal);
    return `${this.say.paint.red('failed')} to come up for its first use, and will be tried again: ${why}`;
  }
}
