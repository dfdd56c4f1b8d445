/**
 * A worker's end: asks the primary for its part, tells what it serves, and does what it is told.
 */
import process from 'node:process';
import type { SharedStore } from '@sigil/core/stores';
import type { HostEvent } from '@sigil/plugin-host';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import { connectSharedStore } from './connect-shared-store.js';
import { channelOf } from './process-channel.js';
import type { FleetState, FromWorker, ToWorker, Welcome } from './worker-messages.js';

/** A worker among others. */
export interface Membership extends Welcome {
  readonly store: SharedStore;
  /** All workers together; undefined until the primary has told. */
  readonly fleet: FleetState | undefined;
  /** The workers that serve, as far as the primary has told. */
  countServing(): number;
  /** Tells the primary which builds are served. */
  tellBuilds(hosts: Pick<PluginHosts, 'entries'>): void;
  tellRefused(plugin: string, event: Extract<HostEvent, { kind: 'refused' }>): void;
  /** From here on this worker counts. */
  tellServing(): void;
  /** Lets every worker look for what is new. */
  reloadAll(): void;
  /** Called back when the primary says so. */
  listen(told: { readonly reload: () => void; readonly stop: (isReplaced: boolean) => void }): void;
}

/** @returns the part of this process, once the primary has named it */
export async function joinPrimary(): Promise<Membership> {
  const channel = channelOf<FromWorker, ToWorker>(process);
  let fleet: FleetState | undefined;
  let isStopped: boolean | undefined;
  const welcomed = new Promise<Welcome>((resolve) => {
    channel.onMessage((message) => {
      if (message.to !== 'worker') return;
      if (message.kind === 'welcome') resolve(message.welcome);
      if (message.kind === 'fleet') fleet = message.fleet;
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
    countServing: () => fleet?.serving ?? 1,
    tellBuilds(hosts) {
      const served = [...hosts.entries].flatMap(([name, { plugin }]) =>
        plugin.serving ? [[name, plugin.serving.manifestCid] as const] : [],
      );
      channel.send({ to: 'primary', kind: 'builds', builds: Object.fromEntries(served) });
    },
    tellRefused: (plugin, { error }) => channel.send({ to: 'primary', kind: 'refused', plugin, why: error.message }),
    tellServing: () => channel.send({ to: 'primary', kind: 'serving' }),
    reloadAll: () => channel.send({ to: 'primary', kind: 'reload' }),
    listen({ reload, stop }) {
      channel.onMessage((message) => {
        if (message.to !== 'worker') return;
        if (message.kind === 'reload') reload();
        if (message.kind === 'stop') stop(message.isReplaced);
      });
      // It was told while it started.
      if (isStopped !== undefined) stop(isStopped);
    },
  };
}
