/**
 * Declares a hosted plugin: its options, its state and its events.
 */
import type { JsonObject } from '@sigil/core';
import type { Activation, Manifest, PluginError } from '@sigil/core/building';
import type { CarryFailure, CatalogSource, ComponentKind } from '@sigil/core/catalog';
import type { LinkEvent, LinkKind, LinkLimits } from '../links/plugin-link.js';
import type { BootReport, ServingGeneration } from './boot-report.js';
import type { DrainEvent } from './drain-event.js';
import type { HostLimits } from './host-limits.js';

/** Whether a server may serve without this plugin. The host only stores it; the server acts on it. */
export type FailurePolicy = 'required' | 'optional';

/** Options of hosting a plugin. An invalid limit is a RangeError. */
export interface HostOptions extends Partial<HostLimits> {
  /** Swaps whenever the plugin's source has another build. Default: false. */
  readonly watch?: boolean;
  /** The plugin's own configuration: one flat object, whose members go to the classes that name them. Default: none. */
  readonly configuration?: JsonObject | undefined;
  /** The kind of link to its code. Default: `inline`. */
  readonly link?: LinkKind;
  /**
   * When the code is loaded and started; with the policy `required`, before the plugin serves. Default: as the plugin's manifest says, else
   * `onFirstUse`.
   */
  readonly activation?: Activation | undefined;
  /** Limits of its worker or process; those left out have their defaults. */
  readonly linkLimits?: Partial<LinkLimits>;
  /** Variables for its worker or process, added to the allow-list. Inline code has this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: `optional`. */
  readonly policy?: FailurePolicy;
  readonly onEvent?: (event: HostEvent) => void;
}

/** An event in the life of a plugin, for logs and terminals. */
export type HostEvent =
  /** An attempt to start a build ended, successfully or not. Not reported for a build that serves already. */
  | { readonly kind: 'booted'; readonly report: BootReport }
  /** `generation` is the number of the build in its host: the first, 1, replaces nothing. */
  | {
      readonly kind: 'swapped';
      readonly generation: number;
      readonly manifest: Manifest;
      readonly changed: ReadonlySet<ComponentKind>;
    }
  /** A build is about to serve: the parts that took over the earlier generation's state, and those that start afresh. */
  | { readonly kind: 'carried'; readonly parts: readonly string[]; readonly failures: readonly CarryFailure[] }
  /** A generation was refused; the one before keeps serving. */
  | { readonly kind: 'refused'; readonly error: PluginError }
  /** The serving generation's code started on first use, or failed to; a failed start is retried after a while. */
  | { readonly kind: 'activated'; readonly report: BootReport }
  | DrainEvent
  /** An old generation could not be stopped cleanly. */
  | { readonly kind: 'stop-failed'; readonly error: unknown }
  /** The source could not record which builds serve or have ended. */
  | { readonly kind: 'origin-failed'; readonly error: unknown }
  /** Something happened to the worker or process of a generation. */
  | { readonly kind: 'link'; readonly event: LinkEvent };

/**
 * `serving` beside an error is the manifest that is still offered: that of an older generation, or of code that failed to start on first
 * use.
 */
export type PluginStatus =
  | { readonly state: 'serving'; readonly manifest: Manifest }
  | { readonly state: 'failed'; readonly error: PluginError; readonly serving?: Manifest };

/** A plugin in this server. As a catalog source it is empty until its first generation serves. */
export interface HostedPlugin extends CatalogSource {
  /** From the manifest that serves or was tried last; the source's label before the first one. */
  readonly name: string;
  /** The source of its builds. */
  readonly label: string;
  readonly link: LinkKind;
  readonly policy: FailurePolicy;
  readonly status: PluginStatus;
  /** The report of the last attempt to start a build; absent before the first one has ended. */
  readonly report: BootReport | undefined;
  /** Whether the plugin's start is tried again by itself, since it failed while nothing serves. */
  readonly isRetrying: boolean;
  /** Absent while nothing serves. */
  readonly serving: ServingGeneration | undefined;
  /**
   * Prepares the source's current build and swaps to it. Calls during a preparation share the next one. Never rejects: the status
   * reports the outcome.
   */
  reload(): Promise<PluginStatus>;
  /** Settles when the source of its builds has recorded the serving one, which a rollback needs; after five seconds at the latest. */
  noted(): Promise<void>;
  /** Stops watching, drains and stops the plugin. */
  close(): Promise<void>;
}
