/**
 * Serves one configured server: composes what it is made of, follows the swaps of that, and runs its transforms again.
 *
 * Clients are told once, when all is settled, and only of lists that differ.
 * Spec: docs/operate/mounts.md
 */
import { buildCatalog, fixedSource, type CatalogSource, type Components } from '@sigil/core/catalog';
import { composeSources, withToolLimits, type CompositionPart } from '@sigil/plugin-host';
import { withAccess, type Access } from '../authentication/with-access.js';
import type { CidReader } from './cid-reader.js';
import { FollowingSource } from './following-source.js';
import { withoutOwnSchemes, type ServerSchemes } from './scheme-reader.js';
import type { ServerConfiguration } from './server-configuration.js';
import { openTransforms, type TransformMemory } from './transforms.js';
import { withInstructions } from './with-instructions.js';

/** The environment of a server, as the rest of the package provides it. */
export interface ServerEnvironment {
  /** The hosted plugin of this name. */
  findPlugin(name: string): CatalogSource | undefined;
  /** Whether a plugin that is not there yet is being brought up. */
  isComing?(plugin: string): boolean;
  /** Returns the catalog of another server, for servers that include it. */
  findServer(name: string): CatalogSource | undefined;
  /** The reason why there is no catalog of that server to include, in words behind "it". */
  whyNotIncluded?(name: string): string;
  readonly contents: CidReader;
  /** The operator's rules of who may use what; absent where nobody is asked. */
  readonly access?: Access | undefined;
  /** Stands between the namespace of an included server and its names; a dot by default. */
  readonly namespaceSeparator?: string;
  /** Offers a command as a tool. @throws Error in words when its configuration does not fit */
  openShell?(configuration: ServerConfiguration): Components;
  /** Offers an upstream server. @throws Error in words when its configuration does not fit */
  openRemote?(configuration: ServerConfiguration): CatalogSource;
  openSchemes?(configuration: ServerConfiguration): ServerSchemes;
  /** The results of transforms from before the servers were opened again. */
  readonly transformMemory?: TransformMemory;
  /** Told when a server that was refused could be served. */
  onServing?(): void;
  /** Told once of each problem, in words that name the server. */
  report(problem: string): void;
  /** Told once of each thing that configuration says in the place of a plugin's source. */
  noteOverride?(server: string, override: string): void;
}

/** A server's catalog as it changes. Its opener closes it. */
export interface ServerSource {
  readonly source: CatalogSource;
  /** The problems of components that it cannot offer right now, in words. */
  readonly problems: readonly string[];
  /** The parts of the configuration that override a plugin's source, a sentence each. */
  readonly overrides: readonly string[];
  /** Tells whether the server offers nothing because one of its transforms has never run to its end. */
  readonly isRefused: boolean;
  /** Stops following. Calls that run end as they would. */
  close(): void;
}

/** Settles when the server's transforms have run once. Never rejects: a component that cannot be offered is a problem. */
export async function openServerSource(
  configuration: ServerConfiguration,
  environment: ServerEnvironment,
): Promise<ServerSource> {
  const problems: string[] = [];
  const note = (why: string): void => void problems.push(`server "${configuration.name}": ${why}`);
  const own = [pluginPart, shellPart, remotePart].flatMap((part) => part(configuration, environment, note));
  const schemes = environment.openSchemes?.(configuration);
  const included = includedParts(configuration, environment, note);
  const named = [...included, ...schemePart(schemes)];
  for (const problem of problems) environment.report(problem);

  const leftOut = (why: string): void => environment.report(`server "${configuration.name}": ${why}`);
  const available = composed([...own, ...named], leftOut);
  const limited = (source: CatalogSource): CatalogSource => {
    const { access } = environment;
    const shown = withToolLimits(source, configuration.limits, leftOut);
    const guarded = access ? withAccess(shown, access) : shown;
    return saysInstructions(configuration) ? withInstructions(guarded, [...own, ...included]) : guarded;
  };
  if (isPlain(configuration))
    return { source: limited(available), problems, overrides: [], isRefused: false, close: () => undefined };

  const source = new FollowingSource({
    configuration,
    available,
    discovered: configuration.autoDiscover ? available : composed(named, leftOut),
    schemes,
    store: environment.contents.store,
    transforms: openTransforms(configuration, environment.contents, environment.transformMemory),
    report: (problem) => environment.report(problem),
    note: (override) => environment.noteOverride?.(configuration.name, override),
    onServing: () => environment.onServing?.(),
  });
  await source.settle();
  return {
    source: limited(source),
    get problems() {
      return [...problems, ...source.problems];
    },
    get overrides() {
      return source.overrides;
    },
    get isRefused() {
      return source.isRefused;
    },
    close: () => source.close(),
  };
}

/** Returns whether the server offers its parts unchanged: then no source of its own stands before them. */
function isPlain(configuration: ServerConfiguration): boolean {
  const { autoDiscover, tools, resources, prompts } = configuration;
  const { toolsTransformCid, resourcesTransformCid, promptsTransformCid } = configuration;
  const named = [tools, resources, prompts].every((entries) => Object.keys(entries).length === 0);
  return autoDiscover && named && !toolsTransformCid && !resourcesTransformCid && !promptsTransformCid;
}

/** Plugins have no instructions. */
function saysInstructions({ remote, include }: ServerConfiguration): boolean {
  return remote !== undefined || include.length > 0;
}

function composed(parts: readonly CompositionPart[], leftOut: (why: string) => void): CatalogSource {
  const [only, ...others] = parts;
  return only && others.length === 0 && only.namespace === undefined ? only.source : composeSources(parts, leftOut);
}

type Note = (why: string) => void;

/** Returns whether a server needs a plugin: one of commands, of upstreams, of other servers or of content of its own does not. */
export function needsPlugin({ plugin, shell, remote, include, resources, prompts }: ServerConfiguration): boolean {
  const hasOther =
    shell !== undefined ||
    remote !== undefined ||
    [include, resources, prompts].some((it) => Object.keys(it).length > 0);
  return plugin !== undefined || !hasOther;
}

function pluginPart(configuration: ServerConfiguration, environment: ServerEnvironment, note: Note): CompositionPart[] {
  const { name, plugin = name } = configuration;
  const source = environment.findPlugin(plugin);
  if (source) return [{ source }];
  const why = environment.isComing?.(plugin)
    ? `the plugin "${plugin}" is not up yet`
    : `there is no plugin "${plugin}"`;
  if (needsPlugin(configuration)) note(why);
  return [];
}

function shellPart(configuration: ServerConfiguration, environment: ServerEnvironment, note: Note): CompositionPart[] {
  if (configuration.shell === undefined) return [];
  if (!environment.openShell) {
    note('"shell" is not offered here');
    return [];
  }
  try {
    return [{ source: fixedSource(buildCatalog(environment.openShell(configuration))) }];
  } catch (error) {
    note(`"shell": ${(error as Error).message}`); // thrown as the interface says
    return [];
  }
}

function remotePart(configuration: ServerConfiguration, environment: ServerEnvironment, note: Note): CompositionPart[] {
  if (configuration.remote === undefined) return [];
  if (!environment.openRemote) {
    note('"remote" is not offered here');
    return [];
  }
  try {
    return [{ source: environment.openRemote(configuration) }];
  } catch (error) {
    note((error as Error).message); // thrown as the interface says
    return [];
  }
}

function includedParts(
  { include }: ServerConfiguration,
  environment: ServerEnvironment,
  note: Note,
): CompositionPart[] {
  return include.flatMap(({ server, namespace }) => {
    const source = environment.findServer(server);
    if (!source) {
      const why = environment.whyNotIncluded?.(server) ?? 'is no server here';
      note(`"include" names "${server}", which cannot be included: it ${why}`);
      return [];
    }
    const named = namespace === undefined ? {} : { namespace, separator: environment.namespaceSeparator ?? '.' };
    return [{ source: withoutOwnSchemes(source), ...named }];
  });
}

function schemePart(schemes: ServerSchemes | undefined): CompositionPart[] {
  if (!schemes || schemes.components.resourceTemplates.length === 0) return [];
  return [{ source: fixedSource(buildCatalog(schemes.components)) }];
}
