/**
 * Serves one configured server: composes its parts, follows their swaps, and runs its transforms again.
 *
 * Clients are notified once, when everything is settled, and only of lists that differ.
 * Spec: docs/operate/mounts.md
 */
import { readFileSync } from 'node:fs';
import { readVariable } from '@sigil/core/building';
import { buildCatalog, fixedSource, type CatalogSource, type Components } from '@sigil/core/catalog';
import { composeSources, withToolLimits, type CompositionPart } from '@sigil/plugin-host';
import { addAccessRules, type Access } from '../authentication/access-rules.js';
import type { ReadVariable } from '../tool-transforms/transform-tool.js';
import type { CidReader } from './cid-reader.js';
import { ConfiguredSource } from './configured-source.js';
import { withoutOwnSchemes, type ServerSchemes } from './scheme-reader.js';
import type { ServerConfiguration } from './server-configuration.js';
import { openTransforms, type TransformMemory } from './transforms.js';
import { addInstructions } from './server-instructions.js';

/** The environment of a server, as the rest of the package provides it. */
export interface ServerEnvironment {
  /** Returns the hosted plugin of this name. */
  findPlugin(name: string): CatalogSource | undefined;
  /** Returns whether a missing plugin is starting. */
  isComing?(plugin: string): boolean;
  /** Returns the catalog of another server, for servers that include it. */
  findServer(name: string): CatalogSource | undefined;
  /** Returns the reason why that server cannot be included, as a phrase that follows "it". */
  whyNotIncluded?(name: string): string;
  readonly contents: CidReader;
  /** The operator's access rules; absent if callers are not authenticated. */
  readonly access?: Access | undefined;
  /** Joins the namespace of an included server and its names; a dot by default. */
  readonly namespaceSeparator?: string;
  /** Opens a command as a tool. @throws Error with the reason when its configuration is wrong */
  openShell?(configuration: ServerConfiguration): Components;
  /** Opens an upstream server. @throws Error with the reason when its configuration is wrong */
  openRemote?(configuration: ServerConfiguration): CatalogSource;
  openSchemes?(configuration: ServerConfiguration): ServerSchemes;
  /** Reads a variable for constants of tools; by default one of the process, or the file that `NAME_FILE` names. */
  readonly readVariable?: ReadVariable;
  /** The results of transforms from before the servers were opened again. */
  readonly transformMemory?: TransformMemory;
  /** Called when a refused server can be served. */
  onServing?(): void;
  /** Called once for each problem, with a sentence that names the server. */
  report(problem: string): void;
  /** Called once for each override of a plugin's source. */
  noteOverride?(server: string, override: string): void;
}

/** A server's catalog as it changes. The code that opens it closes it. */
export interface ServerSource {
  readonly source: CatalogSource;
  /** The current problems of components that it cannot offer, as sentences. */
  readonly problems: readonly string[];
  /** The parts of the configuration that override a plugin's source, a sentence each. */
  readonly overrides: readonly string[];
  /** True if the server offers nothing because one of its transforms has never succeeded. */
  readonly isRefused: boolean;
  /** Settles when the catalog holds all that its parts have announced, after the transforms that run. Never rejects. */
  settled(): Promise<void>;
  /** Stops following. Running calls may finish. */
  close(): void;
}

/** Opens a server, and settles after its transforms have run once. Never rejects: a component that cannot be offered is a problem. */
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

  const inServer = (why: string): string => `server "${configuration.name}": ${why}`;
  const leftOut = (why: string): void => environment.report(inServer(why));
  const { source: available, leftOut: composedWithout } = composed([...own, ...named], leftOut);
  const limited = (source: CatalogSource): CatalogSource => {
    const { access } = environment;
    const shown = withToolLimits(source, configuration.limits, leftOut);
    const guarded = access ? addAccessRules(shown, access) : shown;
    // Only parts that nothing wraps keep their instructions.
    const isKept = configuration.instructions === undefined && guarded === available;
    return isKept ? guarded : addInstructions(guarded, [...own, ...included], configuration.instructions);
  };
  const current = (): readonly string[] => [...problems, ...composedWithout().map(inServer)];
  if (isPlain(configuration))
    return {
      source: limited(available),
      get problems() {
        return current();
      },
      overrides: [],
      isRefused: false,
      settled,
      close: () => undefined,
    };

  const source = new ConfiguredSource({
    configuration,
    available,
    // Whatever these parts leave out, the available ones do too, and have reported.
    discovered: configuration.autoDiscover ? available : composed(named, () => undefined).source,
    schemes,
    store: environment.contents.store,
    readVariable: environment.readVariable ?? readOwnVariable,
    transforms: openTransforms(configuration, environment.contents, environment.transformMemory),
    report: (problem) => environment.report(problem),
    note: (override) => environment.noteOverride?.(configuration.name, override),
    onServing: () => environment.onServing?.(),
  });
  await source.settle();
  return {
    source: limited(source),
    get problems() {
      return [...current(), ...source.problems];
    },
    get overrides() {
      return source.overrides;
    },
    get isRefused() {
      return source.isRefused;
    },
    settled: () => source.settled(),
    close: () => source.close(),
  };
}

const settled = (): Promise<void> => Promise.resolve();

const readOwnVariable: ReadVariable = (name) => readVariable(name, process.env, (file) => readFileSync(file, 'utf8'));

/** Returns whether the server offers its parts unchanged, so that it needs no source of its own. */
function isPlain(configuration: ServerConfiguration): boolean {
  const { autoDiscover, tools, resources, prompts } = configuration;
  const { toolsTransformCid, resourcesTransformCid, promptsTransformCid } = configuration;
  const named = [tools, resources, prompts].every((entries) => Object.keys(entries).length === 0);
  return autoDiscover && named && !toolsTransformCid && !resourcesTransformCid && !promptsTransformCid;
}

function composed(parts: readonly CompositionPart[], leftOut: (why: string) => void): Available {
  const [only, ...others] = parts;
  if (only && others.length === 0 && only.namespace === undefined) return { source: only.source, leftOut: () => [] };
  const source = composeSources(parts, leftOut);
  return { source, leftOut: () => source.leftOut };
}

/** The parts as one catalog, and the reasons why it lacks components of theirs. */
interface Available {
  readonly source: CatalogSource;
  leftOut(): readonly string[];
}

type Note = (why: string) => void;

/** Returns whether a server needs a plugin, unlike a server of commands, upstreams, other servers or its own content. */
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
    note(`"shell": ${(error as Error).message}`); // an error as the interface demands
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
    note((error as Error).message); // an error as the interface demands
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
    return [{ source: withoutOwnSchemes(source), server, ...named }];
  });
}

function schemePart(schemes: ServerSchemes | undefined): CompositionPart[] {
  if (!schemes || schemes.components.resourceTemplates.length === 0) return [];
  return [{ source: fixedSource(buildCatalog(schemes.components)) }];
}
