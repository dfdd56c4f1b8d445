/**
 * A worker's end: asks the primary for its role, reports what it serves, and obeys the primary.
 */
import process from 'node:process';
import type { ErrorsByPlugin } from '../building/build-errors.js';
import { connectSharedStore } from './connect-shared-store.js';
import { joinWorkers } from './join-workers.js';
import type { Membership } from './membership.js';
import { channelOf } from './process-channel.js';
import type { FromWorker, ToWorker, Welcome } from './worker-messages.js';
import { fleetOfOne } from './workers.js';

/** @returns the role of this process, after the primary has sent it */
export async function joinPrimary(): Promise<Membership> {
  const channel = channelOf<FromWorker, ToWorker>(process);
  let fleet = fleetOfOne;
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
  const { number, trail, isFirst, key } = await welcomed;
  const store = await connectSharedStore({
    send: (body) => channel.send({ to: 'store', body }),
    onMessage: (listener) => channel.onMessage((message) => message.to === 'store' && listener(message.body)),
    onClose: (listener) => channel.onClose(listener),
  });
  const connection = {
    store,
    number,
    isEnding: () => isStopped !== undefined,
    fleet: () => fleet,
    reloadAll: () => channel.send({ to: 'primary', kind: 'reload' }),
    tellLevel: (module: string, level: string) => channel.send({ to: 'primary', kind: 'level', module, level }),
  };
  return {
    number,
    trail,
    isFirst,
    isBuilder: false,
    linePrefix: `${number}| `,
    shared: { store, key },
    get buildErrors() {
      return buildErrors;
    },
    tellBuilds(hosts) {
      const served = [...hosts.entries].flatMap(([name, { plugin }]) =>
        plugin.serving ? [[name, plugin.serving.manifestCid] as const] : [],
      );
      channel.send({ to: 'primary', kind: 'builds', builds: Object.fromEntries(served) });
    },
    tellRefused: (plugin, { error }) => channel.send({ to: 'primary', kind: 'refused', plugin, why: error.message }),
    tellServing: () => channel.send({ to: 'primary', kind: 'serving' }),
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
    join: (own) => joinWorkers(connection, own),
  };
}
