/**
 * The view of one server on the pages: the current state of a mount, without anything that readers may not see.
 *
 * No other file of the pages reads a mount.
 */
import type {
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '@sigil/core/building';
import type { ActivationState, BootReport, HostedPlugin, LinkCrash, ServingGeneration } from '@sigil/plugin-host';
import type { BlockedLoop } from '@sigil/plugin-host/program';
import { writeInstructions } from '@sigil/core/catalog';
import type { RemoteState, RemoteStatus } from '@sigil/gateway';
import type { ErrorsByPlugin } from '../building/build-errors.js';
import { describeTokens, estimateTokens } from '../discovery/count-tokens.js';
import type { ShownServer } from '../mounts/mount.js';
import type { FleetState } from '../workers/worker-messages.js';
import type { BuildChange } from './build-change.js';
import { scopesOf } from '../mounts/declared-scopes.js';
import { countOffers, type MountCounts } from '../mounts/server-list.js';
import {
  describeBuildError,
  describeConfigurationProblem,
  describeFailure,
  readable,
  type Failure,
} from './describe-failure.js';
import { viewSkills, type SkillView } from './skill-page.js';

/** `degraded`: it serves only a part of what it should; `failed`: none of its plugins serves. */
export type ServerState = 'serving' | 'degraded' | 'failed';

/** One endpoint of a server. */
export interface EndpointView {
  readonly label: string;
  readonly path: string;
  /** The clients that need this endpoint. */
  readonly purpose: string;
}

interface BootView {
  readonly outcome: 'serving' | 'failed';
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly steps: BootReport['steps'];
  readonly failure: Failure | undefined;
}

/** One plugin of a server. */
export interface PluginView {
  readonly name: string;
  readonly version: string | undefined;
  /** The link to the plugin's code. */
  readonly link: string;
  readonly policy: 'required' | 'optional';
  /** The serving generation; absent if there is none. */
  readonly generation: ServingGeneration | undefined;
  /** The state of the plugin's code, as a phrase; absent if nothing serves. */
  readonly code: string | undefined;
  /** Absent before the first attempt has ended. */
  readonly boot: BootView | undefined;
  /** The last unexpected end of its worker or process in this generation. */
  readonly crash: CrashView | undefined;
  /** The last times that its code blocked the event loop, the newest first. */
  readonly blocked: readonly BlockedView[];
  /** The number of workers that serve the newest build: `3 of 4 swapped`; absent if this process serves alone. */
  readonly workers: string | undefined;
}

/** A period in which the plugin's code blocked the event loop. */
export interface BlockedView {
  readonly at: Date;
  readonly blockedMs: number;
  /** The component that blocked. */
  readonly component: string;
}

/** A worker or process that ended by itself. */
export interface CrashView {
  readonly at: Date;
  /** The state of the plugin since the crash, as a phrase. */
  readonly since: string;
  readonly message: string;
}

/** The components of a server, as clients see them in lists. */
export interface OffersView {
  /** Instructions for models; absent if there are none. */
  readonly instructions?: string;
  readonly tools: readonly ToolDefinition[];
  readonly resources: readonly ResourceDefinition[];
  readonly resourceTemplates: readonly ResourceTemplateDefinition[];
  readonly prompts: readonly PromptDefinition[];
  readonly skills: readonly SkillView[];
}

/** The status of a server's upstream. */
export interface UpstreamView {
  readonly state: ServerState;
  /** The state as a phrase. */
  readonly about: string;
  readonly server: string | undefined;
  readonly revision: string | undefined;
  readonly listedAt: Date | undefined;
  readonly latencyMs: number | undefined;
  readonly lastError: { readonly at: Date; readonly message: string } | undefined;
}

/** One server on the pages. */
export interface ServerView {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly state: ServerState;
  readonly counts: MountCounts;
  /** The tokens that the definitions of its tools take, as a phrase. */
  readonly definitions: string;
  /** The source of the server, as a phrase. */
  readonly comesFrom: string;
  /** Whether it offers the components of all others. */
  readonly offersAll: boolean;
  readonly plugins: readonly PluginView[];
  /** Absent for a server without an upstream. */
  readonly upstream: UpstreamView | undefined;
  readonly endpoints: readonly EndpointView[];
  /** The parts of the configuration that override a plugin's source, a sentence each. */
  readonly overrides: readonly string[];
  /** The failures that keep the server from serving as it should. */
  readonly problems: readonly Failure[];
  /** The replacements of builds, newest first; absent if they are not recorded. */
  readonly changes: readonly BuildChange[] | undefined;
  /** Reads the definitions of the serving generation. */
  readonly offers: () => OffersView;
  /** Reads the scopes that its components require, by their definitions. */
  readonly scopes: () => ReadonlyMap<object, readonly string[]>;
  /** True if those scopes are enforced. */
  readonly isGuarded: boolean;
}

/** The facts on the pages of every server besides its own. */
export interface ViewOptions {
  /** The last times that inline code blocked the event loop. */
  readonly blocked: () => readonly BlockedLoop[];
  /** The state of all processes that serve together. */
  readonly fleet: () => FleetState;
  /** The replacements of builds since the start, newest first; `undefined` if they are not recorded. */
  readonly changes: (() => readonly BuildChange[]) | undefined;
  /** The standing errors of the latest builds, by plugin. */
  readonly buildErrors: () => ErrorsByPlugin;
  /** Whether clients of the oldest revision have their own endpoints. */
  readonly sse: boolean;
  /** Whether there is an endpoint for WebSocket. */
  readonly ws: boolean;
  /** Whether there is an endpoint for native streams over HTTP. */
  readonly streams: boolean;
  /** Whether callers are authenticated. */
  readonly isGuarded: boolean;
}

/** Returns the failures of the newest sources and builds, which an older build may hide. */
export function failuresOf({ problems, plugins }: ServerView): readonly Failure[] {
  const unbuilt = problems.filter(({ code }) => code === 'build-failed');
  return [...unbuilt, ...plugins.flatMap(({ boot }) => boot?.failure ?? [])];
}

/** @param more the endpoints that every server has, and events that concern all servers */
export function viewOf(mount: ShownServer, more: ViewOptions): ServerView {
  const { name, path, description, plugins, problems, overrides } = mount;
  const buildErrors = more.buildErrors();
  const unbuilt = [...plugins.keys()].flatMap((plugin) => buildErrors[plugin] ?? []);
  const failures = [...plugins.values()].flatMap(({ status }) => (status.state === 'failed' ? [status.error] : []));
  return {
    name,
    path,
    description,
    state: unbuilt.length > 0 ? atMostDegraded(stateOf(mount)) : stateOf(mount),
    counts: countOffers(mount),
    definitions: describeTokens(estimateTokens(mount.source.current()), mount.budget),
    comesFrom: describeSource(mount),
    offersAll: offersAll(mount),
    plugins: [...plugins].map(([pluginName, plugin]) => pluginView(pluginName, plugin, more)),
    upstream: mount.remote && upstreamView(mount.remote),
    endpoints: listEndpoints(path, more),
    overrides,
    problems: [
      ...unbuilt.map(describeBuildError),
      ...failures.map(describeFailure),
      ...problems.map(describeConfigurationProblem),
    ],
    changes: more.changes?.(),
    offers: () => readOffers(mount),
    scopes: () => scopesOf(mount.source),
    isGuarded: more.isGuarded,
  };
}

/** Returns the state of a server, without errors of builds. */
export function stateOf({ plugins, problems, remote, isRefused }: ShownServer): ServerState {
  if (isRefused || (remote && stateWords[remote.state].state === 'failed')) return 'failed';
  const all = [...plugins.values()];
  if (all.length > 0 && all.every(({ serving }) => serving === undefined)) return 'failed';
  if (remote && remote.state !== 'serving') return 'degraded';
  const isWell = problems.length === 0 && all.every(({ status }) => status.state === 'serving');
  return isWell ? 'serving' : 'degraded';
}

function atMostDegraded(state: ServerState): ServerState {
  return state === 'serving' ? 'degraded' : state;
}

function offersAll({ plugins, remote, isConfigured }: ShownServer): boolean {
  return !isConfigured && !remote && plugins.size === 0;
}

function describeSource(mount: ShownServer): string {
  if (mount.isConfigured) return 'the configuration of servers';
  if (mount.remote) return 'a remote server';
  return offersAll(mount) ? 'all servers together' : 'a plugin that was found';
}

function pluginView(
  name: string,
  { serving, report, link, policy }: HostedPlugin,
  { blocked, fleet }: Pick<ViewOptions, 'blocked' | 'fleet'>,
): PluginView {
  return {
    name,
    version: serving?.version ?? report?.version,
    link,
    policy,
    generation: serving,
    code: serving && codeWords[serving.activation],
    boot: report && bootView(report),
    crash: serving?.crash && crashView(serving.crash),
    workers: describeWorkers(name, fleet()),
    blocked: blocked().flatMap(({ at, blockedMs, by }) =>
      by?.plugin === name ? [{ at, blockedMs, component: by.component }] : [],
    ),
  };
}

function describeWorkers(name: string, fleet: FleetState): string | undefined {
  const served = fleet.plugins[name];
  if (!served || fleet.workers === 1) return undefined;
  return served.workers === fleet.workers
    ? `all ${fleet.workers} serve it`
    : `${served.workers} of ${fleet.workers} swapped`;
}

const stateWords: Readonly<Record<RemoteState, { readonly state: ServerState; readonly about: string }>> = {
  connecting: { state: 'degraded', about: 'is being connected to' },
  serving: { state: 'serving', about: 'answers' },
  pinned: { state: 'degraded', about: 'offers something that was not approved yet' },
  degraded: { state: 'degraded', about: 'does not answer in full; its last lists stand' },
  open: { state: 'degraded', about: 'kept failing, and is left alone for a while' },
  failed: { state: 'failed', about: 'has not answered yet' },
  unauthorized: { state: 'failed', about: 'refuses our credentials' },
};

function upstreamView({ state, server, revision, listedAt, latencyMs, lastError }: RemoteStatus): UpstreamView {
  const error = lastError && { at: lastError.at, message: readable(lastError.message) };
  return { ...stateWords[state], server, revision, listedAt, latencyMs, lastError: error };
}

const codeWords: Readonly<Record<ActivationState, string>> = {
  waiting: 'comes up when it is first used',
  activating: 'is coming up',
  active: 'is up',
  failed: 'did not come up when it was needed, and will be tried again',
};

function bootView({ outcome, startedAt, durationMs, steps, error }: BootReport): BootView {
  return { outcome, startedAt, durationMs, steps, failure: error && describeFailure(error) };
}

const sinceCrash: Readonly<Record<LinkCrash['state'], string>> = {
  down: 'not running again yet',
  restarted: 'running again since',
  'circuit-open': 'its calls are refused for a while',
};

function crashView({ at, error, state }: LinkCrash): CrashView {
  return { at, since: sinceCrash[state], message: readable(error.message) };
}

function listEndpoints(path: string, { sse, ws, streams }: ViewOptions): EndpointView[] {
  const endpoints = [{ label: 'Streamable HTTP', path, purpose: 'for every client since 2025' }];
  if (sse) endpoints.push({ label: 'HTTP+SSE', path: `${path}/sse`, purpose: 'for clients that know nothing newer' });
  if (ws) {
    const purpose = 'for MCP (subprotocol mcp) and for native streams (subprotocol sigil.stream)';
    endpoints.push({ label: 'WebSocket', path: `${path}/ws`, purpose });
  }
  if (streams) endpoints.push({ label: 'Streams', path: `${path}/streams`, purpose: 'for native streams over HTTP' });
  return endpoints;
}

/** Reads the definitions of the serving generation. */
export function readOffers({ source }: ShownServer): OffersView {
  const catalog = source.current();
  const instructions = writeInstructions(catalog.instructions);
  return {
    ...(instructions === undefined ? {} : { instructions }),
    tools: catalog.tools.map(({ definition }) => definition),
    resources: catalog.resources.filter((it) => it.skill === undefined).map(({ definition }) => definition),
    resourceTemplates: catalog.resourceTemplates.map(({ definition }) => definition),
    prompts: catalog.prompts.map(({ definition }) => definition),
    skills: viewSkills(catalog),
  };
}
