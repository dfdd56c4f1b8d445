/**
 * Declares a hosted plugin as others see it: its options, its state and its events.
 */
import type { JsonObject } from '@sigil/core';
import type { Activation, Manifest, PluginError } from '@sigil/core/building';
import type { CarryFailure, CatalogSource, ComponentKind } from '@sigil/core/catalog';
import type { LinkEvent, LinkKind, LinkLimits } from '../links/plugin-link.js';
import type { BootReport, ServingGeneration } from './boot-report.js';
import type { HostLimits } from './host-limits.js';

/** Says whether a server may serve without this plugin. It is only carried here; the server that hosts acts on it. */
export type FailurePolicy = 'required' | 'optional';

/** Options of hosting a plugin. A limit that makes no sense is a RangeError. */
export interface HostOptions extends Partial<HostLimits> {
  /** Swaps whenever the plugin's origin has another build. Default: false. */
  readonly watch?: boolean;
  /** The plugin's own configuration: one flat object, whose members go to the classes that name them. Default: none. */
  readonly configuration?: JsonObject | undefined;
  /** The kind of link to its code. Default: `inline`. */
  readonly link?: LinkKind;
  /**
   * Time at which its code is loaded and started; for a plugin whose policy is `required` that is before it serves. Default: what the plugin's
   * manifest says, and `onFirstUse` where it says nothing.
   */
  readonly activation?: Activation | undefined;
  /** Limits of its worker or process; those left out have their defaults. */
  readonly linkLimits?: Partial<LinkLimits>;
  /** Variables that its worker or process gets beside those of the allow-list. Inline code has this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: `optional`. */
  readonly policy?: FailurePolicy;
  readonly onEvent?: (event: HostEvent) => void;
}

/** An event in the life of a plugin, for logs and terminals. */
export type HostEvent =
  /** A try to bring a build up has ended, well or not. Nothing is told of a build that serves already. */
  | { readonly kind: 'booted'; readonly report: BootReport }
  | { readonly kind: 'swapped'; readonly manifest: Manifest; readonly changed: ReadonlySet<ComponentKind> }
  /** A build is about to serve: the parts that took over the state of the generation before, and those that begin afresh. */
  | { readonly kind: 'carried'; readonly parts: readonly string[]; readonly failures: readonly CarryFailure[] }
  /** A generation was refused; what served before still does. */
  | { readonly kind: 'refused'; readonly error: PluginError }
  /** The code of the generation that serves has come up at its first use, or has failed to: it is tried again, after a while. */
  | { readonly kind: 'activated'; readonly report: BootReport }
  /** Calls that held an old generation for too long were aborted, so that it could be stopped. */
  | { readonly kind: 'drain-aborted'; readonly calls: number }
  /** An old generation could not be stopped cleanly. */
  | { readonly kind: 'stop-failed'; readonly error: unknown }
  /** The origin could not take note of what serves, or no longer does. */
  | { readonly kind: 'origin-failed'; readonly error: unknown }
  /** Something happened to the worker or process of a generation. */
  | { readonly kind: 'link'; readonly event: LinkEvent };

/**
 * `serving` beside an error is the manifest of what is offered all the same: an older generation that still serves, or the one
 * whose code did not come up at its first use.
 */
export type PluginStatus =
  | { readonly state: 'serving'; readonly manifest: Manifest }
  | { readonly state: 'failed'; readonly error: PluginError; readonly serving?: Manifest };

/** A plugin in this server. As a catalog source it is empty until its first generation serves. */
export interface HostedPlugin extends CatalogSource {
  /** From the manifest that serves or was tried last; before there is any, the origin's label. */
  readonly name: string;
  /** The source of its builds. */
  readonly label: string;
  readonly link: LinkKind;
  readonly policy: FailurePolicy;
  readonly status: PluginStatus;
  /** The report of the last try to bring a build up; absent before the first has ended. */
  readonly report: BootReport | undefined;
  /** Absent while nothing serves. */
  readonly serving: ServingGeneration | undefined;
  /**
   * Prepares what the origin now has and swaps to it. Calls that come while one is prepared share the next look. Never
   * rejects: the status says how it went.
   */
  reload(): Promise<PluginStatus>;
  /** Settles once the source of its builds has noted what serves, which a rollback looks up; after five seconds at the latest. */
  noted(): Promise<void>;
  /** Stops watching, drains and stops the plugin. */
  close(): Promise<void>;
}
