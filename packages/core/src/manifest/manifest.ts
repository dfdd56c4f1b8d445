/**
 * The manifest: the build's description of a plugin, as canonical JSON. Lists, checks, pages and clients are made from it alone.
 *
 * Knows nothing of TypeScript or of how code is run.
 */
import type {
  FormerNames,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import type { DeclaredOrder } from './declared-order.js';

/** The manifest format that this package reads and that the build writes. */
export const manifestVersion = 1;

export interface Manifest {
  readonly manifestVersion: typeof manifestVersion;
  readonly plugin: ManifestPlugin;
  readonly code: ManifestCode;
  readonly classes: readonly ManifestClass[];
  /** The parts that classes are constructed with beside their configuration; left out where there is none. */
  readonly services?: readonly ManifestService[];
  readonly tools: readonly ManifestTool[];
  readonly resources: readonly ManifestResource[];
  readonly resourceTemplates: readonly ManifestResourceTemplate[];
  readonly prompts: readonly ManifestPrompt[];
  readonly completions: readonly ManifestCompletion[];
  /** Left out where nothing is declared in another order than the sorted one; `readManifest` puts it into effect. */
  readonly declaredOrder?: DeclaredOrder;
  /** Tells whether the code ever announces that a resource reads differently; left out where the code does not. */
  readonly announcesUpdates?: true;
}

/** When a plugin's code is loaded and started: before it serves, or not before something of it is used. */
export type Activation = 'onFirstUse' | 'onStart';

/** From the plugin's package.json; `name` there may be scoped, here it is the part after the scope. */
export interface ManifestPlugin {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  /**
   * As package.json says; where it says nothing, `onStart` for a plugin with a `start()` or `health()` of its own. Left out,
   * the plugin does not mind waiting for its first use.
   */
  readonly activation?: Activation;
}

/** The path of the built code, relative to the manifest, and the CID (CIDv1, raw, sha2-256, base32) of its bytes. */
export interface ManifestCode {
  readonly file: string;
  readonly cid: string;
}

/** A part of a plugin that is constructed once for each generation. `file` is relative to the plugin's folder, with `/`. */
export interface ManifestPart {
  readonly name: string;
  readonly file: string;
  readonly description?: string;
  /** JSON Schema 2020-12 of the configuration that its constructor takes, where it takes one. */
  readonly configSchema?: JsonObject;
  /** Tells whether the part needs a configuration to be constructed. */
  readonly configRequired?: boolean;
  /** Names of the services and classes that it is constructed with, in the order of its parameters. */
  readonly needs?: readonly string[];
  /** The fields that the next generation takes over. */
  readonly carry?: ManifestCarry;
}

/** A class with published methods. */
export interface ManifestClass extends ManifestPart {
  readonly namespace?: string;
}

/** A part that others are constructed with: a class of the plugin, or the result of a function or class of its `provide` file. */
export interface ManifestService extends ManifestPart {
  readonly from: 'class' | 'provider';
  /** The types, in the words of the source, that it is asked for as. */
  readonly provides: readonly string[];
}

/** State that survives a swap. */
export interface ManifestCarry {
  readonly version: number;
  /** JSON Schema 2020-12 of the fields, as they travel from one generation to the next. */
  readonly schema: JsonObject;
}

/** All that is constructed and may take a configuration: services and classes. */
export function partsOf({ classes, services = [] }: Pick<Manifest, 'classes' | 'services'>): readonly ManifestPart[] {
  return services.length === 0 ? classes : [...services, ...classes];
}

/**
 * Values for one argument of a prompt or one variable of a resource template: from a method, or from the argument's own type.
 */
export interface ManifestCompletion {
  /** The prompt's name or the resource's URI template. */
  readonly of: string;
  readonly argument: string;
  /** All there is, where the type is a union of literals. */
  readonly values?: readonly string[];
  /** The method to ask, where there is one. This method gets the typed text, the known arguments by name and the context. */
  readonly origin?: MethodRef;
}

/** The method of a component, for error messages that can name the place. */
export interface MethodRef {
  readonly class: string;
  readonly method: string;
}

/** The scopes that a component asks of its callers; clients never see them. */
export interface ManifestScopes {
  /** Scopes of which a caller needs every one. */
  readonly scopes?: readonly string[];
}

/** A tool as clients see it, and the method it is. */
export interface ManifestTool extends ToolDefinition, ManifestScopes {
  /** For the host; clients never see it. */
  readonly formerly?: FormerNames;
  /** JSON Schema of one value that a generator yields; `{ "not": {} }` where it yields events only. Clients never see it. */
  readonly streamSchema?: JsonObject;
  readonly origin: MethodRef;
}

/** A resource as clients see it, and the method it is. */
export interface ManifestResource extends ResourceDefinition, ManifestScopes {
  readonly origin: MethodRef;
}

/** A resource template as clients see it, and the method it is. */
export interface ManifestResourceTemplate extends ResourceTemplateDefinition, ManifestScopes {
  /** The method of the same class that lists its instances. Clients never see it. */
  readonly list?: string;
  readonly origin: MethodRef;
}

/** A prompt as clients see it, and the method it is. */
export interface ManifestPrompt extends PromptDefinition, ManifestScopes {
  readonly origin: MethodRef;
}
