/**
 * Describes the last try to bring a plugin up, step by step: for the log, the pages and `sigil inspect`.
 */
import type { PluginError } from '@sigil/core/building';
import type { ActivationState } from '../links/lazy-link.js';

/** The steps of preparing a generation, in their order. */
export type BootStep = 'read' | 'open' | 'start' | 'health';

export interface BootReport {
  readonly outcome: 'serving' | 'failed';
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The steps that were begun; the last one is where a failed boot ended. */
  readonly steps: readonly { readonly step: BootStep; readonly durationMs: number }[];
  /** CID of the build that was tried; absent when it could not be read. */
  readonly manifestCid?: string;
  readonly version?: string;
  readonly error?: PluginError;
}

/** The generation that serves right now. */
export interface ServingGeneration {
  /** Counts from 1 within this host. */
  readonly number: number;
  readonly manifestCid: string;
  readonly codeCid: string;
  readonly version: string;
  readonly since: Date;
  /** State of its code; `active` at once unless it waits for its first use. */
  readonly activation: ActivationState;
  /** Calls that run on it now. */
  readonly running: number;
  /** Older generations that still drain. */
  readonly draining: number;
  /** The last time its worker or process ended without being asked to. */
  readonly crash?: LinkCrash;
}

/** A worker or process that ended, and what became of it. */
export interface LinkCrash {
  readonly at: Date;
  readonly error: Error;
  /** `down` until it runs again; with an open circuit its calls are refused at once. */
  readonly state: 'down' | 'restarted' | 'circuit-open';
}
