/**
 * The messages between the primary process and its workers, besides those of the store.
 */
import type { ErrorsByPlugin } from '../building/build-errors.js';
import type { StoreReply, StoreRequest } from './channel.js';

/** The served build of each plugin at one worker, as the CID of its manifest. */
export type ServedBuilds = Readonly<Record<string, string>>;

/** The newest build of a plugin, and the number of workers that serve it. */
export interface ServedByWorkers {
  readonly manifestCid: string;
  readonly workers: number;
}

/** The state of all workers, as each of them shows it. */
export interface FleetState {
  /** The intended number of workers. */
  readonly workers: number;
  /** The number of serving workers. */
  readonly serving: number;
  readonly plugins: Readonly<Record<string, ServedByWorkers>>;
}

/** The role of a worker. */
export interface Welcome {
  /** From 1; a successor has the number of its predecessor. */
  readonly number: number;
  /** From 1: the number of its audit trail, to which no other living worker appends. */
  readonly trail: number;
  /** Seals state that clients carry; the same for all workers. */
  readonly key: Uint8Array;
  /** The levels that were set while the program runs, by module of the log. */
  readonly levels: Readonly<Record<string, string>>;
  /** True if it is the first to serve, which shows the banner. */
  readonly isFirst: boolean;
}

/** A new level of a module of the log. */
export interface SetLevel {
  readonly module: string;
  readonly level: string;
}

/** A message from a worker to the primary. */
export type FromWorker =
  | { readonly to: 'store'; readonly body: StoreRequest }
  | { readonly to: 'primary'; readonly kind: 'hello' }
  | { readonly to: 'primary'; readonly kind: 'serving' }
  /** The worker has received the order to stop. */
  | { readonly to: 'primary'; readonly kind: 'stopping' }
  | { readonly to: 'primary'; readonly kind: 'builds'; readonly builds: ServedBuilds }
  | { readonly to: 'primary'; readonly kind: 'refused'; readonly plugin: string; readonly why: string }
  | { readonly to: 'primary'; readonly kind: 'reload' }
  | ({ readonly to: 'primary'; readonly kind: 'level' } & SetLevel);

/** A message from the primary to a worker. */
export type ToWorker =
  | { readonly to: 'store'; readonly body: StoreReply }
  | { readonly to: 'worker'; readonly kind: 'welcome'; readonly welcome: Welcome }
  | { readonly to: 'worker'; readonly kind: 'fleet'; readonly fleet: FleetState }
  | { readonly to: 'worker'; readonly kind: 'build-errors'; readonly errors: ErrorsByPlugin }
  | { readonly to: 'worker'; readonly kind: 'reload' }
  | ({ readonly to: 'worker'; readonly kind: 'level' } & SetLevel)
  | { readonly to: 'worker'; readonly kind: 'stop'; readonly isReplaced: boolean };
