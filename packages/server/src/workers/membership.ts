/**
 * The role of this process among those that serve one address together.
 */
import type { HostEvent } from '@sigil/plugin-host';
import type { ErrorsByPlugin } from '../building/build-errors.js';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import type { ConnectedStore } from './connect-shared-store.js';
import { serveAlone, type OwnWork, type Workers } from './workers.js';

/** The parts that the workers of one primary have in common. */
export interface SharedByWorkers {
  readonly store: ConnectedStore;
  /** Seals state that clients carry. */
  readonly key: Uint8Array;
}

/** One process of a deployment: a worker among others, or the only one. */
export interface Membership {
  /** From 1; a successor has the number of its predecessor. */
  readonly number: number;
  /** From 1: the number of its audit trail, to which no other living process appends. */
  readonly trail: number;
  /** Whether it is the first process to serve, which shows the banner. */
  readonly isFirst: boolean;
  /** Whether it builds plugins; workers leave that to their primary. */
  readonly isBuilder: boolean;
  /** Precedes its lines in a log that several processes write. */
  readonly linePrefix: string;
  /** `undefined` if the process serves alone. */
  readonly shared: SharedByWorkers | undefined;
  /** The standing errors of builds that another process makes. */
  readonly buildErrors: ErrorsByPlugin;
  /** Reports the served builds to the primary. */
  tellBuilds(hosts: Pick<PluginHosts, 'entries'>): void;
  /** Reports a build that this process refuses to the primary. */
  tellRefused(plugin: string, event: Extract<HostEvent, { kind: 'refused' }>): void;
  /** Reports that this process serves, and is counted from now on. */
  tellServing(): void;
  /** Calls back with each level that is set at any process, and at once with earlier ones. It has one listener. */
  onLevel(listener: (module: string, level: string) => void): void;
  /** Sets the callbacks for the primary's messages. */
  listen(told: { readonly reload: () => void; readonly stop: (isReplaced: boolean) => void }): void;
  /** Answers the other processes from here on, with the work of this one. */
  join(own: OwnWork): Workers;
}

const ignore = (): void => undefined;

/** The membership of a process that serves alone: there is no primary to report to or to obey. */
export const onlyProcess: Membership = {
  number: 1,
  trail: 1,
  isFirst: true,
  isBuilder: true,
  linePrefix: '',
  shared: undefined,
  buildErrors: {},
  tellBuilds: ignore,
  tellRefused: ignore,
  tellServing: ignore,
  onLevel: ignore,
  listen: ignore,
  join: serveAlone,
};
