/**
 * The messages between the primary process and its workers, beside those of the store.
 */
import type { StoreReply, StoreRequest } from './channel.js';

/** The build that a worker serves of each plugin, by the CID of its manifest. */
export type ServedBuilds = Readonly<Record<string, string>>;

/** How many workers serve the build of a plugin that most of them serve now. */
export interface ServedByWorkers {
  readonly manifestCid: string;
  readonly workers: number;
}

/** All workers together, as each of them shows it. */
export interface FleetState {
  /** As many as were asked for. */
  readonly workers: number;
  /** As many as serve. */
  readonly serving: number;
  readonly plugins: Readonly<Record<string, ServedByWorkers>>;
}

/** The part that a worker plays. */
export interface Welcome {
  /** From 1; a worker that takes the place of another one has its number. */
  readonly number: number;
  /** From 1: that of its audit trail, which no other worker that lives appends to. */
  readonly trail: number;
  /** Seals what clients carry; all workers have the same. */
  readonly key: Uint8Array;
  /** By module of the log: the levels that were set while the program runs. */
  readonly levels: Readonly<Record<string, string>>;
  /** The first to serve shows the banner. */
  readonly isFirst: boolean;
}

/** Another level of a module of the log. */
export interface SetLevel {
  readonly module: string;
  readonly level: string;
}

/** From a worker to the primary. */
export type FromWorker =
  | { readonly to: 'store'; readonly body: StoreRequest }
  | { readonly to: 'primary'; readonly kind: 'hello' }
  | { readonly to: 'primary'; readonly kind: 'serving' }
  /** It has heard that it is to stop. */
  | { readonly to: 'primary'; readonly kind: 'stopping' }
  | { readonly to: 'primary'; readonly kind: 'builds'; readonly builds: ServedBuilds }
  | { readonly to: 'primary'; readonly kind: 'refused'; readonly plugin: string; readonly why: string }
  | { readonly to: 'primary'; readonly kind: 'reload' }
  | ({ readonly to: 'primary'; readonly kind: 'level' } & SetLevel);

/** From the primary to a worker. */
export type ToWorker =
  | { readonly to: 'store'; readonly body: StoreReply }
  | { readonly to: 'worker'; readonly kind: 'welcome'; readonly welcome: Welcome }
  | { readonly to: 'worker'; readonly kind: 'fleet'; readonly fleet: FleetState }
  | { readonly to: 'worker'; readonly kind: 'reload' }
  | ({ readonly to: 'worker'; readonly kind: 'level' } & SetLevel)
  | { readonly to: 'worker'; readonly kind: 'stop'; readonly isReplaced: boolean };
