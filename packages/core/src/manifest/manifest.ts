/**
 * The manifest: the build's description of a plugin, as canonical JSON. It is the only source for lists, checks, pages and
 * clients.
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
import type { ViewMetadata } from '../model/view-metadata.js';
import type { DeclaredOrder } from './declared-order.js';

/** The manifest format that this package reads and the build writes. */
export const manifestVersion = 1;

export interface Manifest {
  readonly manifestVersion: typeof manifestVersion;
  readonly plugin: ManifestPlugin;
  readonly code: ManifestCode;
  readonly classes: readonly ManifestClass[];
  /** The dependencies that class constructors take beside their configuration; omitted when there are none. */
  readonly services?: readonly ManifestService[];
  readonly tools: readonly ManifestTool[];
  readonly resources: readonly ManifestResource[];
  readonly resourceTemplates: readonly ManifestResourceTemplate[];
  readonly prompts: readonly ManifestPrompt[];
  readonly completions: readonly ManifestCompletion[];
  /** Omitted when every declared order is the sorted one; `readManifest` applies it. */
  readonly declaredOrder?: DeclaredOrder;
  /** Present when the code ever announces that a resource has changed. */
  readonly announcesUpdates?: true;
  /** Omitted when the plugin has no skills. */
  readonly skills?: ManifestSkills;
  /** Omitted when the plugin has no views. */
  readonly views?: ManifestViews;
}

/** The views of a plugin, and the content of their pages. */
export interface ManifestViews {
  /** The path of a file with the bytes of all pages, one after the other, relative to the manifest. */
  readonly file: string;
  /** The CID of that file. */
  readonly cid: string;
  /** Sorted by address. */
  readonly entries: readonly ManifestView[];
}

/** A view: an HTML page that hosts of MCP Apps show. */
export interface ManifestView extends ManifestScopes {
  /** `ui://…`. */
  readonly uri: string;
  /** The last part of its address. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Of the page, in bytes. */
  readonly size: number;
  /** `sha256:` and 64 hexadecimal digits, of the page's bytes. */
  readonly digest: string;
  /** Its `_meta`; omitted when it declares nothing. */
  readonly meta?: { readonly ui: ViewMetadata };
}

/** The skills of a plugin, and the content of their files. */
export interface ManifestSkills {
  /** The path of a file with the bytes of all `files`, one after the other, relative to the manifest. */
  readonly file: string;
  /** The CID of that file. */
  readonly cid: string;
  /** Sorted by path. A file of a skill inside another one belongs to both. */
  readonly files: readonly ManifestSkillFile[];
  readonly entries: readonly ManifestSkill[];
}

/** A file of a skill. */
export interface ManifestSkillFile {
  readonly uri: string;
  /** `sha256:` and 64 hexadecimal digits, of the file's bytes. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  readonly mimeType: string;
}

/** A skill: the files below the folder of its `SKILL.md`. */
export interface ManifestSkill {
  /** Of its `SKILL.md`. */
  readonly uri: string;
  /** The front matter of its `SKILL.md`, unchanged. */
  readonly frontmatter: JsonObject & { readonly name: string; readonly description: string };
}

/** The time at which a plugin's code is loaded and started: before it serves, or at its first use. */
export type Activation = 'onFirstUse' | 'onStart';

/** How a server lists its tools: all of them, a few and a search for the others, or as suits each client. */
export type DiscoveryMode = 'all' | 'search' | 'auto';

/** A framework whose container constructs the classes of an application; its own module serves them. */
export type Framework = 'nestjs';

/** The plugin's data from its package.json; a scope in `name` there is dropped here. */
export interface ManifestPlugin {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  /**
   * The value in package.json. Default: `onStart` for a plugin with its own `start()` or `health()`. When absent, the plugin may
   * be loaded at its first use.
   */
  readonly activation?: Activation;
  /** How a server of the plugin alone lists its tools, unless its operator says otherwise. Default: `all`. */
  readonly discovery?: DiscoveryMode;
  /** Present for an application of this framework: its code has the generated functions and none of its classes. */
  readonly framework?: Framework;
  /** Instructions for models on all of its components together: `sigil.instructions` in package.json and `@instructions` in files' comments. */
  readonly instructions?: string;
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
  /** JSON Schema 2020-12 of the configuration that its constructor takes, if any. */
  readonly configSchema?: JsonObject;
  /** True when the part cannot be constructed without a configuration. */
  readonly configRequired?: boolean;
  /** Names of the services and classes that its constructor takes, in parameter order. */
  readonly needs?: readonly string[];
  /** The fields that the next generation restores. */
  readonly carry?: ManifestCarry;
}

/** A class with published methods. */
export interface ManifestClass extends ManifestPart {
  readonly namespace?: string;
  /** Instructions for models on its components together: `@instructions` in its doc comment. */
  readonly instructions?: string;
}

/** A part that other constructors take: a class of the plugin, or the result of a function or class of its `provide` file. */
export interface ManifestService extends ManifestPart {
  readonly from: 'class' | 'provider';
  /** The types that it can be requested as, as written in the source. */
  readonly provides: readonly string[];
}

/** State that survives a swap. */
export interface ManifestCarry {
  readonly version: number;
  /** JSON Schema 2020-12 of the fields in their serialised form. */
  readonly schema: JsonObject;
}

/** Returns all parts that are constructed and may take a configuration: services and classes. */
export function partsOf({ classes, services = [] }: Pick<Manifest, 'classes' | 'services'>): readonly ManifestPart[] {
  return services.length === 0 ? classes : [...services, ...classes];
}

/** Returns the instructions of the plugin and of its classes, in manifest order; `undefined` if there are none. */
export function instructionsOf({ plugin, classes }: Pick<Manifest, 'plugin' | 'classes'>): string | undefined {
  const texts = [plugin, ...classes].flatMap(({ instructions }) => instructions ?? []);
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}

/** Values for one argument of a prompt or one variable of a resource template, from a method or from the argument's own type. */
export interface ManifestCompletion {
  /** The prompt's name or the resource's URI template. */
  readonly of: string;
  readonly argument: string;
  /** All values, where the type is a union of literals. */
  readonly values?: readonly string[];
  /** The method to call, if there is one. It receives the typed text, the known arguments by name and the context. */
  readonly origin?: MethodRef;
}

/** The method of a component, for error messages that name the source. */
export interface MethodRef {
  readonly class: string;
  readonly method: string;
}

/** The scopes that a component requires of callers; never shown to clients. */
export interface ManifestScopes {
  /** Scopes that a caller must hold, all of them. */
  readonly scopes?: readonly string[];
}

/** A tool as clients see it, and its method. */
export interface ManifestTool extends ToolDefinition, ManifestScopes {
  /** For the host; never shown to clients. */
  readonly formerly?: FormerNames;
  /** True when another process may begin a call that runs as a task again. Never shown to clients. */
  readonly resumable?: boolean;
  /** True when the tool is listed where others are left to a search. Never shown to clients. */
  readonly always?: boolean;
  /** The words by which a search finds the tool, without those of its name, and their weights. Never shown to clients. */
  readonly terms?: Readonly<Record<string, number>>;
  /** JSON Schema of one value that a generator yields; `{ "not": {} }` where it yields only events. Never shown to clients. */
  readonly streamSchema?: JsonObject;
  readonly origin: MethodRef;
}

/** A resource as clients see it, and its method. */
export interface ManifestResource extends ResourceDefinition, ManifestScopes {
  readonly origin: MethodRef;
}

/** A resource template as clients see it, and its method. */
export interface ManifestResourceTemplate extends ResourceTemplateDefinition, ManifestScopes {
  /** The method of the same class that lists its instances. Never shown to clients. */
  readonly list?: string;
  readonly origin: MethodRef;
}

/** A prompt as clients see it, and its method. */
export interface ManifestPrompt extends PromptDefinition, ManifestScopes {
  readonly origin: MethodRef;
}
