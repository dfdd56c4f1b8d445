/**
 * Describes the last attempt to start a plugin, step by step: for the log, the pages and `sigil inspect`.
 */
import type { PluginError } from '@sigil/core/building';
import type { ActivationState } from '../links/lazy-link.js';

/** The steps of preparing a generation, in their order. */
export type BootStep = 'read' | 'open' | 'start' | 'health';

export interface BootReport {
  readonly outcome: 'serving' | 'failed';
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The steps that began; a failed boot ended in the last one. */
  readonly steps: readonly { readonly step: BootStep; readonly durationMs: number }[];
  /** CID of the build; absent when it could not be read. */
  readonly manifestCid?: string;
  readonly version?: string;
  readonly error?: PluginError;
}

/** The generation that serves right now. */
export interface ServingGeneration {
  /** The number of the generation in this host, from 1. */
  readonly number: number;
  readonly manifestCid: string;
  readonly codeCid: string;
  readonly version: string;
  readonly since: Date;
  /** State of its code; `active` at once unless it waits for its first use. */
  readonly activation: ActivationState;
  /** The number of calls in flight on it. */
  readonly running: number;
  /** The number of older generations that still drain. */
  readonly draining: number;
  /** The number of calls in flight on those. */
  readonly drainingCalls: number;
  /** The last unexpected end of its worker or process. */
  readonly crash?: LinkCrash;
}

/** A worker or process that ended, and the state after that. */
export interface LinkCrash {
  readonly at: Date;
  readonly error: Error;
  /** `down` until it runs again; while the circuit is open, calls are refused at once. */
  readonly state: 'down' | 'restarted' | 'circuit-open';
}
