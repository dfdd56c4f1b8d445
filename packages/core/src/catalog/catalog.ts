/**
 * A catalog: the components that a server offers right now, and the functions that run them. Immutable; a swap makes another one.
 *
 * Knows nothing of revisions, transports or where the code runs: that is behind `run`, `read` and `get`.
 */
import type { ContentBlock, PromptMessage, ResourceContents } from '../model/content.js';
import type { Announcer, Context } from '../model/context.js';
import type {
  CacheHint,
  ListedResource,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '../model/definitions.js';
import type { StopWaiting } from '../model/clock.js';
import type { JsonObject } from '../model/json.js';
import type { MaybePromise } from '../model/later.js';
import type { Principal } from '../model/principal.js';
import type { ArgumentProblem } from '../manifest/plugin-module.js';

/** Arguments were refused; the author's method did not run. */
export interface BadArguments {
  readonly kind: 'bad-arguments';
  readonly problems: readonly ArgumentProblem[];
  /** A sentence for the peer, where the name may mean another tool than the caller thinks. */
  readonly advice?: string;
}

/**
 * The members of a result as another server wrote them, as JSON text by name: without those that are this server's to write, such as
 * the type of the result. What a client's revision can carry goes out as it came.
 */
export interface WireMembers extends Iterable<readonly [name: string, json: string]> {
  get(name: string): string | undefined;
  /** All of them in one text, as they were written between the braces; absent where that is unknown, and where `_meta` is one. */
  readonly whole?: string | undefined;
}

/** `structuredJson` is the JSON text of the structured result, serialised once for every place it goes to. */
export interface ToolResult {
  readonly kind: 'result';
  readonly content: readonly ContentBlock[];
  readonly structuredJson?: string;
  readonly isError: boolean;
  /** Members for `_meta`, for programs between the server and its client. */
  readonly meta?: JsonObject;
  /** Where another server wrote it; `content` then says the same in the neutral model, and `structuredJson` is left out. */
  readonly wire?: WireMembers;
}

/** The JSON text of a tool's structured result, whoever wrote it; `undefined` where it has none. */
export function structuredJsonOf({ structuredJson, wire }: ToolResult): string | undefined {
  return structuredJson ?? wire?.get('structuredContent');
}

/** The receiver of a component's own announcements, when its code can send any. */
interface Announcing {
  readonly announcer?: Announcer;
  /**
   * Called when a client waits for the announcements of the component; of a resource, with its URI. Present where somebody must hear
   * of it: while the code may be absent, and where another server is subscribed to.
   *
   * @returns called once, when that client waits no longer; `undefined` where nobody needs to hear of that
   */
  awaited?(uri?: string): StopWaiting | undefined;
  /**
   * Tells whether the component's code ever announces that a resource reads differently. Where nothing is known, the code of a
   * resource may, and the code of a tool or prompt does not.
   */
  readonly announcesUpdates?: boolean;
}

/** The code that runs behind a component. */
interface Built {
  /** The plugin's own component, where this one shows it in other words; see `derive`. A component without it is one of those. */
  readonly original?: object;
  /** CID of the code; absent for code that was never built. Steps of a call are bound to it. */
  readonly build?: string;
}

/** Those who may use a component. */
export interface Guarded {
  /** Scopes of which a caller needs every one; absent for a component that anybody may use who reaches its server. */
  readonly scopes?: readonly string[];
  /** Decides by what else is known of a caller, as an operator has it; absent where nothing else counts. */
  readonly permits?: (principal: Principal) => boolean;
}

/** The facts that a call needs of the component that it runs. */
export type RunComponent = Announcing & Built;

/** The question of a completion: the text typed so far, and the arguments that are known already. */
export interface CompletionQuestion {
  readonly argument: string;
  readonly value: string;
  readonly known: Readonly<Record<string, string>>;
}

/** The first values of more, by a server that keeps the others to itself. */
export interface OfferedValues {
  readonly values: readonly string[];
  /** Number of all of them, where it is known. */
  readonly total?: number;
  readonly hasMore?: boolean;
}

interface Completing {
  /** Returns all values to offer, best first: the answer is cut later. Absent where no argument has any. */
  complete?(question: CompletionQuestion, context: Context): Promise<readonly string[] | OfferedValues>;
}

/** The components that `completion/complete` can be asked about. */
export type Completable = PublishedPrompt | PublishedResourceTemplate;

/** The limits of one tool; where a member is absent the server's own limits hold. */
export interface ToolLimits {
  /** Longest run without progress, in milliseconds. */
  readonly timeoutMs?: number;
  /** Most calls of the tool that run at a time; further ones wait their turn for a while. */
  readonly maxConcurrentCalls?: number;
  /** Longest result, in bytes of JSON text; a longer one is cut, and kept whole where the server has somewhere to keep it. */
  readonly maxResultBytes?: number;
}

/** `run`, `read` and `get` throw or reject only with what the author's code threw, or when the link to it broke. */
export interface PublishedTool extends Announcing, Built, Guarded {
  readonly definition: ToolDefinition;
  readonly limits?: ToolLimits;
  /** JSON Schema of one value that it yields; there for every tool that is known to be a stream. */
  readonly streamSchema?: JsonObject;
  run(input: JsonObject, context: Context): MaybePromise<ToolResult | BadArguments>;
  /** Asked once when `run` refused the arguments, where there is something to know about them: what they meant before a swap. */
  reconsider?(input: JsonObject, refused: BadArguments, context: Context): Promise<ToolResult | BadArguments>;
}

/**
 * A name that a tool had before a swap, for clients whose lists are older.
 */
export interface FormerTool {
  readonly name: string;
  /** The tool that the name stands for now; absent when the tool is gone. */
  readonly tool?: PublishedTool;
  /** Ends a sentence for the peer on the tool's fate; `undefined` once that fate is forgotten, and the name means nothing. */
  explain(): string | undefined;
}

/** The contents of a resource; at least one part. */
export interface ResourceResult {
  readonly kind: 'result';
  readonly contents: readonly ResourceContents[];
  /** Where another server wrote it. */
  readonly wire?: WireMembers;
}

/** A resource at one URI. `read` throws or rejects only with what the author's code threw. */
export interface PublishedResource extends Announcing, Built, Guarded {
  readonly definition: ResourceDefinition;
  read(uri: string, context: Context): MaybePromise<ResourceResult | BadArguments>;
}

/** `variables` hold the decoded parts of the URI by name. */
export interface PublishedResourceTemplate extends Announcing, Built, Guarded, Completing {
  readonly definition: ResourceTemplateDefinition;
  /** Its instances, for `resources/list`; absent where nobody can list them. */
  list?(context: Context): MaybePromise<readonly ListedResource[]>;
  read(uri: string, variables: JsonObject, context: Context): MaybePromise<ResourceResult | BadArguments>;
  /** Returns whether a URI is of this form, where another server's template has a form that ours cannot have. */
  matches?(uri: string): boolean;
}

/** The resources that no list has, of a server that may have more than it lists: links in results may lead to them. */
export interface UnlistedResources extends Announcing, Built, Guarded {
  read(uri: string, context: Context): MaybePromise<ResourceResult | BadArguments>;
}

/** A rendered prompt. */
export interface PromptResult {
  readonly kind: 'result';
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  /** Where another server wrote it. */
  readonly wire?: WireMembers;
}

/** A prompt; its input's members are strings on the wire. */
export interface PublishedPrompt extends Announcing, Built, Guarded, Completing {
  readonly definition: PromptDefinition;
  get(input: JsonObject, context: Context): MaybePromise<PromptResult | BadArguments>;
}

/** The components that a catalog is built from; order is the order of the lists. */
export interface Components {
  readonly tools: readonly PublishedTool[];
  readonly resources: readonly PublishedResource[];
  readonly resourceTemplates: readonly PublishedResourceTemplate[];
  readonly prompts: readonly PublishedPrompt[];
  /** Asked for a URI that no resource has and no template matches; absent where there is nothing but what is listed. */
  readonly unlisted?: UnlistedResources;
  /** For models, on the server as a whole; said by a server that has no instructions of its own. */
  readonly instructions?: string | undefined;
  /** Not listed. */
  readonly formerTools?: readonly FormerTool[];
  /** Tells whether a caller sees nothing that it may not use; left out, everybody sees everything. */
  readonly showsOnlyAllowed?: boolean;
  /** Tells whether lists of it have yet to be read for the first time: a name that is not there may come. */
  readonly isPending?: boolean;
}

export interface Catalog extends Components {
  /** Tells whether any tool has arguments that its clients mirror beside the body. */
  readonly hasMirroredArguments: boolean;
  /** Tells whether an update of any resource can ever be announced: otherwise there is nothing to subscribe to. */
  readonly announcesUpdates: boolean;
  /** By its name, or by one that it had and that is still remembered. */
  findTool(name: string): PublishedTool | undefined;
  /** Tells the fate of a tool that is gone, where the catalog remembers it. */
  explainMissingTool?(name: string): string | undefined;
  findPrompt(name: string): PublishedPrompt | undefined;
  findTemplate(uriTemplate: string): PublishedResourceTemplate | undefined;
  /** An exact URI wins over a template; templates are tried in their order, and what is not listed comes last. */
  findResource(uri: string): FoundResource | undefined;
}

/** A resource ready to read, whether it was listed by itself or matched by a template. */
export interface FoundResource extends Announcing, Built, Guarded {
  readonly cache?: CacheHint;
  read(context: Context): MaybePromise<ResourceResult | BadArguments>;
  readonly mimeType?: string;
  /** The component that was found, for `CatalogSource.hold`. */
  readonly component?: PublishedResource | PublishedResourceTemplate | UnlistedResources;
}

/** Kinds whose lists clients are told of; templates count as resources. */
export type ComponentKind = 'tools' | 'resources' | 'prompts';

/** The catalog as it changes. Only the plugin host and compositions make one that does. */
export interface CatalogSource {
  /** The current generation. To read it needs no hold; to run something of it does. */
  current(): Catalog;
  /**
   * Keeps what a component needs running until `release`, so that a catalog put together of many costs no more than its part.
   *
   * @param component of the catalog that `current` has just returned, nothing was waited for since; left out, all of it is held
   * @param holder told when the hold can wait no longer; pass it on to the source behind
   */
  hold(component?: object, holder?: CatalogHolder): CatalogHold;
  /**
   * Calls back after each swap with the kinds whose lists are no longer equal; with none where only the code behind them is other, or
   * the catalog is pending no longer.
   *
   * @returns stops calling back
   */
  onChange(listener: (changed: ReadonlySet<ComponentKind>) => void): () => void;
  /** Calls back with the URI of each resource that reads differently now. @returns stops calling back */
  onResourceUpdated(listener: (uri: string) => void): () => void;
}

/** Something of a catalog, held. Call `release` exactly once. */
export interface CatalogHold {
  release(): void;
}

/** The call that holds a generation, and can be made to release it. */
export interface CatalogHolder {
  /** The generation ends now. @param why as the end of a sentence for the peer */
  revoke(why: string): void;
}
