/**
 * A worker's end: asks the primary for its role, reports what it serves, and obeys the primary.
 */
import process from 'node:process';
import type { HostEvent } from '@sigil/plugin-host';
import type { ErrorsByPlugin } from '../building/standing-errors.js';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import { connectSharedStore, type ConnectedStore } from './connect-shared-store.js';
import { channelOf } from './process-channel.js';
import type { FleetState, FromWorker, ToWorker, Welcome } from './worker-messages.js';

/** A worker among others. */
export interface Membership extends Omit<Welcome, 'levels'> {
  readonly store: ConnectedStore;
  /** The state of all workers; `undefined` until the primary has sent it. */
  readonly fleet: FleetState | undefined;
  /** The standing errors of the builds that the primary's builder makes. */
  readonly buildErrors: ErrorsByPlugin;
  /** Tells whether the primary has ordered this worker to stop. */
  isEnding(): boolean;
  /** Reports the served builds to the primary. */
  tellBuilds(hosts: Pick<PluginHosts, 'entries'>): void;
  tellRefused(plugin: string, event: Extract<HostEvent, { kind: 'refused' }>): void;
  /** Reports that this worker serves, and is counted from now on. */
  tellServing(): void;
  /** Makes every worker look for changes. */
  reloadAll(): void;
  /** Sets a level of the log at every worker, including later ones. */
  tellLevel(module: string, level: string): void;
  /** Calls back with each level that is set, and at once with earlier ones. It has one listener. */
  onLevel(listener: (module: string, level: string) => void): void;
  /** Sets the callbacks for the primary's messages. */
  listen(told: { readonly reload: () => void; readonly stop: (isReplaced: boolean) => void }): void;
}

/** @returns the role of this process, after the primary has sent it */
export async function joinPrimary(): Promise<Membership> {
  const channel = channelOf<FromWorker, ToWorker>(process);
  let fleet: FleetState | undefined;
  let buildErrors: ErrorsByPlugin = {};
  let isStopped: boolean | undefined;
  const levels = new Map<string, string>();
  let onLevel = (module: string, level: string): void => void levels.set(module, level);
  const welcomed = new Promise<Welcome>((resolve) => {
    channel.onMessage((message) => {
      if (message.to !== 'worker') return;
      if (message.kind === 'welcome') {
        for (const [module, level] of Object.entries(message.welcome.levels)) onLevel(module, level);
        resolve(message.welcome);
      }
      if (message.kind === 'level') onLevel(message.module, message.level);
      if (message.kind === 'fleet') fleet = message.fleet;
      if (message.kind === 'build-errors') buildErrors = message.errors;
      if (message.kind === 'stop') {
        isStopped = message.isReplaced;
        channel.send({ to: 'primary', kind: 'stopping' });
      }
    });
  });
  channel.send({ to: 'primary', kind: 'hello' });
  const welcome = await welcomed;
  const store = await connectSharedStore({
    send: (body) => channel.send({ to: 'store', body }),
    onMessage: (listener) => channel.onMessage((message) => message.to === 'store' && listener(message.body)),
    onClose: (listener) => channel.onClose(listener),
  });
  return {
    ...welcome,
    store,
    get fleet() {
      return fleet;
    },
    get buildErrors() {
      return buildErrors;
    },
    isEnding: () => isStopped !== undefined,
    tellBuilds(hosts) {
      const served = [...hosts.entries].flatMap(([name, { plugin }]) =>
        plugin.serving ? [[name, plugin.serving.manifestCid] as const] : [],
      );
      channel.send({ to: 'primary', kind: 'builds', builds: Object.fromEntries(served) });
    },
    tellRefused: (plugin, { error }) => channel.send({ to: 'primary', kind: 'refused', plugin, why: error.message }),
    tellServing: () => channel.send({ to: 'primary', kind: 'serving' }),
    reloadAll: () => channel.send({ to: 'primary', kind: 'reload' }),
    tellLevel: (module, level) => channel.send({ to: 'primary', kind: 'level', module, level }),
    onLevel(listener) {
      for (const [module, level] of levels) listener(module, level);
      onLevel = listener;
    },
    listen({ reload, stop }) {
      channel.onMessage((message) => {
        if (message.to !== 'worker') return;
        if (message.kind === 'reload') reload();
        if (message.kind === 'stop') stop(message.isReplaced);
      });
      // The message came while the worker started.
      if (isStopped !== undefined) stop(isStopped);
    },
  };
}
