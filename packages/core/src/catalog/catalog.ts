/**
 * A catalog: the components that a server offers right now, and the functions that run them. Immutable; a swap makes a new one.
 *
 * Knows nothing of revisions, transports or the location of the code, which `run`, `read` and `get` hide.
 */
import type { ContentBlock, PromptMessage, ResourceContents } from '../model/content.js';
import type { Announcer, Context } from '../model/context.js';
import type {
  CacheHint,
  ListedResource,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  SkillDefinition,
  ToolDefinition,
} from '../model/definitions.js';
import type { StopWaiting } from '../model/clock.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { ArgumentProblem } from '../manifest/plugin-module.js';
import type { Instructions } from './instructions.js';

/** Arguments were refused; the author's method did not run. */
export interface BadArguments {
  readonly kind: 'bad-arguments';
  readonly problems: readonly ArgumentProblem[];
  /** A sentence for the peer, where the name may mean another tool than the caller expects. */
  readonly advice?: string;
}

/**
 * The members of a result from another server, as JSON text by name, without those that this server writes itself, such as the
 * result type. Members that the client's revision can carry are sent unchanged.
 */
export interface WireMembers extends Iterable<readonly [name: string, json: string]> {
  get(name: string): string | undefined;
  /**
   * All members as one text, exactly as written between the braces; absent where that is unknown, or where `_meta` is among them.
   */
  readonly whole?: string | undefined;
}

/** `structuredJson` is the JSON text of the structured result, serialised once for every use. */
export interface ToolResult {
  readonly kind: 'result';
  readonly content: readonly ContentBlock[];
  readonly structuredJson?: string;
  readonly isError: boolean;
  /** Members for `_meta`, for programs between the server and its client. */
  readonly meta?: JsonObject;
  /**
   * Present if another server wrote the result; `content` is then the same in the neutral model, and `structuredJson` is absent.
   */
  readonly wire?: WireMembers;
}

/** Returns the JSON text of a tool's structured result, from either source; `undefined` if it has none. */
export function structuredJsonOf({ structuredJson, wire }: ToolResult): string | undefined {
  return structuredJson ?? wire?.get('structuredContent');
}

/** The properties that a call needs of the component it runs: its announcements and its build. */
export interface RunComponent {
  /** Receives the component's own announcements; absent if its code sends none. */
  readonly announcer?: Announcer;
  /**
   * Called when a client starts waiting for the component's announcements; for a resource, with its URI. Present where the
   * component must react: while the code may be absent, or to subscribe to another server.
   *
   * @returns a function to call once that client stops waiting; `undefined` where no call is needed
   */
  awaited?(uri?: string): StopWaiting | undefined;
  /**
   * True when the component's code ever announces resource updates. When undefined, a resource is assumed to, and a tool or
   * prompt is not.
   */
  readonly announcesUpdates?: boolean;
  /** The plugin's own component, where this one is a modified copy; see `derive`. Absent on an original. */
  readonly original?: object;
  /** CID of the code; absent for code that was never built. The steps of a call are bound to it. */
  readonly build?: string;
}

/** The access rules of a component. */
export interface Guarded {
  /** Scopes that a caller must hold, all of them; absent for a component that every caller may use. */
  readonly scopes?: readonly string[];
  /** The operator's rule on other facts about a caller; absent without one. */
  readonly permits?: (principal: Principal) => boolean;
}

/** A plugin or a remote server as one server here offers it, before its components get other names. */
export interface ComponentHome {
  readonly catalog: Catalog;
}

/** A completion request: the text typed so far, and the arguments already known. */
export interface CompletionQuestion {
  readonly argument: string;
  readonly value: string;
  readonly known: Readonly<Record<string, string>>;
}

/** The first values of a longer list, from a server that keeps the rest to itself. */
export interface OfferedValues {
  readonly values: readonly string[];
  /** The number of all values, if known. */
  readonly total?: number;
  readonly hasMore?: boolean;
}

/** Returns all values to offer for an argument, best first; the answer is cut later. */
export type CompleteArgument = (
  question: CompletionQuestion,
  context: Context,
) => Promise<readonly string[] | OfferedValues>;

/** The components that `completion/complete` accepts. */
export type Completable = PublishedPrompt | PublishedResourceTemplate;

/** The limits of one tool; an absent member means the server's limit. */
export interface ToolLimits {
  /** Longest run without progress, in milliseconds. */
  readonly timeoutMs?: number;
  /** Most concurrent calls of the tool; further calls queue for a limited time. */
  readonly maxConcurrentCalls?: number;
  /** Longest result, in bytes of JSON text; a longer one is cut, and kept whole where the server has storage for it. */
  readonly maxResultBytes?: number;
}

/** `run`, `read` and `get` reject only with an error from the author's code, or when the link to it broke. */
export interface PublishedTool extends RunComponent, Guarded {
  readonly definition: ToolDefinition;
  /** Present if the plugin or remote server has views, whose pages use its names: the same object for all its components. */
  readonly home?: ComponentHome;
  readonly limits?: ToolLimits;
  /** True when another process may begin a call that runs as a task again. */
  readonly isResumable?: true;
  /** True when clients see the tool in a list that leaves others to a search. */
  readonly isAlwaysListed?: true;
  /** The words by which a search finds it, with their weights, as the build read them from its definition; absent if it was not built. */
  readonly terms?: Readonly<Record<string, number>>;
  /** JSON Schema of one yielded value; present for every tool known to stream. */
  readonly streamSchema?: JsonObject;
  run(input: JsonObject, context: Context): Promise<ToolResult | BadArguments>;
  /** Called once when `run` refused the arguments, if they may be valid in a form from before a swap. */
  reconsider?(input: JsonObject, refused: BadArguments, context: Context): Promise<ToolResult | BadArguments>;
}

/** A name that a tool had before a swap, for clients with older lists. */
export interface FormerTool {
  readonly name: string;
  /** The tool that has the name now; absent when the tool was removed. */
  readonly tool?: PublishedTool;
  /**
   * Returns the end of a sentence about the fate of the tool, for the peer; `undefined` once that is forgotten and the name
   * means nothing.
   */
  explain(): string | undefined;
}

/** The contents of a resource; at least one part. */
export interface ResourceResult {
  readonly kind: 'result';
  readonly contents: readonly ResourceContents[];
  /** Present if another server wrote the result. */
  readonly wire?: WireMembers;
  /** The time that another server lets clients keep this result; it counts instead of the resource's own. */
  readonly cache?: CacheHint;
}

/** One page of a folder's files and folders. */
export interface FolderPage {
  readonly resources: readonly ListedResource[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** The folder of a skill whose files are listed and read only on request, at another server. */
export interface SkillFolder {
  /** @param cursor as an earlier page gave it @throws McpError for an unknown folder */
  list(uri: string, cursor: string | undefined, context: Context): Promise<FolderPage>;
  read(uri: string, context: Context): Promise<ResourceResult>;
}

/** A resource at one URI. `read` rejects only with an error from the author's code. */
export interface PublishedResource extends RunComponent, Guarded {
  readonly definition: ResourceDefinition;
  /** As for a tool. */
  readonly home?: ComponentHome;
  /** The skill that the resource is a file of. Lists of resources contain only the `SKILL.md`; see `isListed`. */
  readonly skill?: SkillDefinition;
  /** Present on the `SKILL.md` of a skill whose files are not in the catalog and can be read all the same. */
  readonly folder?: SkillFolder | undefined;
  /** The bytes that `read` returns, where they are fixed. */
  readonly content?: Uint8Array;
  /** Identifies the contents of a view: clients are notified that the list has changed when it differs. */
  readonly digest?: string;
  read(uri: string, context: Context): Promise<ResourceResult | BadArguments>;
}

/** `variables` hold the decoded parts of the URI by name. */
export interface PublishedResourceTemplate extends RunComponent, Guarded {
  readonly definition: ResourceTemplateDefinition;
  /** As for a tool. */
  readonly home?: ComponentHome;
  /** Absent where no argument has values. */
  readonly complete?: CompleteArgument;
  /** Returns its instances, for `resources/list`; absent where they cannot be listed. */
  list?(context: Context): Promise<readonly ListedResource[]>;
  read(uri: string, variables: JsonObject, context: Context): Promise<ResourceResult | BadArguments>;
  /**
   * Returns whether a URI has this form, where the template's own server reads the variables.
   *
   * @param spelled `normalizeEscapes(uri)`, if it is known
   */
  matches?(uri: string, spelled?: string): boolean;
}

/** Resources that no list contains, of a server that may have more than it lists: links in results may point to them. */
export interface UnlistedResources extends RunComponent, Guarded {
  read(uri: string, context: Context): Promise<ResourceResult | BadArguments>;
}

/** A rendered prompt. */
export interface PromptResult {
  readonly kind: 'result';
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  /** Present if another server wrote the result. */
  readonly wire?: WireMembers;
}

/** A prompt; its input's members are strings on the wire. */
export interface PublishedPrompt extends RunComponent, Guarded {
  readonly definition: PromptDefinition;
  /** Absent where no argument has values. */
  readonly complete?: CompleteArgument;
  get(input: JsonObject, context: Context): Promise<PromptResult | BadArguments>;
}

/** A message of an extension of the protocol, as a client sent it. */
export interface ExtensionMessage {
  readonly method: string;
  /** Without `_meta`, and without the members that continue an earlier round. */
  readonly params: JsonObject;
}

/** The sender of a notification, for the server that receives it. */
export interface ExtensionNotifier {
  readonly principal: Principal;
  /** The extensions that the client declared, and may use here, with its settings. */
  readonly extensions: JsonObject;
  /** Identifies its session: the same object as for its calls; absent for a client without one. */
  readonly session?: object | undefined;
}

/** A result of a method of an extension, as another server wrote it. */
export interface ExtensionResult {
  readonly wire: WireMembers;
  /** The type of the result, if that server stated one. */
  readonly type?: string;
}

/** Another server that answers the methods of its extensions. */
export interface ExtensionServer {
  /** @returns `undefined` if that server does not have the method, so that nothing has run */
  call(message: ExtensionMessage, context: Context): Promise<ExtensionResult | undefined>;
  /** Passes a notification on, which has no answer. */
  notify(message: ExtensionMessage, sender: ExtensionNotifier): Promise<void>;
}

/** An extension of the protocol that another server offers. Nothing says which methods belong to it. */
export interface PublishedExtension extends Guarded {
  readonly original?: object;
  readonly id: string;
  /** The settings that the other server declares for it. */
  readonly settings: JsonObject;
  /** The same object for all extensions of one server. */
  readonly server: ExtensionServer;
}

/** The components of a catalog, in list order. */
export interface Components {
  readonly tools: readonly PublishedTool[];
  readonly resources: readonly PublishedResource[];
  readonly resourceTemplates: readonly PublishedResourceTemplate[];
  readonly prompts: readonly PublishedPrompt[];
  /** The extensions of other servers, each id once; absent if there are none. */
  readonly extensions?: readonly PublishedExtension[];
  /** Used for a URI that no resource has and no template matches; absent where everything is listed. */
  readonly unlisted?: UnlistedResources;
  /** Instructions for models on the server as a whole; used by a server that has none of its own. */
  readonly instructions?: Instructions | undefined;
  /** Former names of tools; not listed. */
  readonly formerTools?: readonly FormerTool[];
  /** True when a caller sees only components it may use. Default: false. */
  readonly showsOnlyAllowed?: boolean;
  /** True while some lists have not been read for the first time: a missing name may still appear. */
  readonly isPending?: boolean;
}

export interface Catalog extends Components {
  /** True when any tool has arguments that clients mirror in headers. */
  readonly hasMirroredArguments: boolean;
  /** True when any resource is a view. */
  readonly hasViews: boolean;
  /** True when some tools are for views only, so that other clients have fewer tools. */
  readonly hasViewTools: boolean;
  /** True when any resource's update can ever be announced; otherwise there is nothing to subscribe to. */
  readonly announcesUpdates: boolean;
  /** Finds a tool by its name, by a former name that is still remembered, or by its name with `.` for `_` or the reverse. */
  findTool(name: string): PublishedTool | undefined;
  /** Explains what became of a removed tool, if the catalog remembers it. */
  explainMissingTool?(name: string): string | undefined;
  /** Finds a prompt by its name, or by its name with `.` for `_` or the reverse. */
  findPrompt(name: string): PublishedPrompt | undefined;
  findTemplate(uriTemplate: string): PublishedResourceTemplate | undefined;
  /** An exact URI takes precedence over a template; templates are tried in order, and unlisted resources come last. */
  findResource(uri: string): FoundResource | undefined;
}

/** A resource ready to read, whether listed itself or matched by a template. */
export interface FoundResource extends RunComponent, Guarded {
  readonly cache?: CacheHint;
  read(context: Context): Promise<ResourceResult | BadArguments>;
  readonly mimeType?: string;
  /** The component that was found, for `CatalogSource.hold`. */
  readonly component?: PublishedResource | PublishedResourceTemplate | UnlistedResources;
}

/** Kinds of lists whose changes clients are notified of; templates count as resources. */
export type ComponentKind = 'tools' | 'resources' | 'prompts';

/** A catalog that changes over time. Only the plugin host and compositions make one that does. */
export interface CatalogSource {
  /** Returns the current generation. Reading it needs no hold; running a component does. */
  current(): Catalog;
  /**
   * Keeps the parts that a component needs running until `release`, so that one call does not hold all parts of a composed
   * catalog.
   *
   * @param component from the catalog that `current` has just returned, with no wait since; omit it to hold the whole catalog
   * @param holder notified when the hold must end; pass it on to the underlying source
   */
  hold(component?: object, holder?: CatalogHolder): CatalogHold;
  /**
   * Calls back after each swap with the kinds whose lists differ. The set is empty when only their code changed, or
   * when the catalog is no longer pending.
   *
   * @returns a function that unsubscribes
   */
  onChange(listener: (changed: ReadonlySet<ComponentKind>) => void): () => void;
  /** Calls back with the URI of each resource that has changed. @returns a function that unsubscribes */
  onResourceUpdated(listener: (uri: string) => void): () => void;
}

/** A hold on a catalog or a part of it. Call `release` exactly once. */
export interface CatalogHold {
  release(): void;
}

/** The call that holds a generation, and can be forced to release it. */
export interface CatalogHolder {
  /** Ends the call because the generation ends now. @param why the end of a sentence for the peer */
  revoke(why: string): void;
}
