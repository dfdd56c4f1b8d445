/**
 * The definitions of components as lists show them, in the newest vocabulary. A revision's row says which of these fields its
 * clients know.
 *
 * Spec: 2025-11-25 server/tools#data-types, server/resources#data-types, server/prompts#data-types
 */
import type { Annotations } from './content.js';
import type { JsonObject } from './json.js';

/** A picture for a component. `src` is an https: or data: URI; `sizes` such as "48x48" or "any". */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** Previous names of a tool or its arguments. */
export interface FormerNames {
  /** Former names of the tool, each with its namespace. */
  readonly names?: readonly string[];
  /** Former names of its arguments: old name to current name. */
  readonly arguments?: Readonly<Record<string, string>>;
}

/** Task support of a tool: its calls may or must become tasks. When absent, they must not. */
export type TaskSupport = 'optional' | 'required';

/** `ttlMs` is at least 0. A `public` result may be served to other users, so it must not depend on the caller. */
export interface CacheHint {
  readonly ttlMs: number;
  readonly scope: 'public' | 'private';
}

/** Hints for the client's policy; the names are those on the wire. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** The part of a definition that this project does not define. */
interface Foreign {
  /** Members that no revision defines, of a remote server's definition. Clients of every revision get them as they are. */
  readonly otherMembers?: JsonObject;
}

/** `inputSchema` and `outputSchema` are JSON Schema 2020-12; the former's root is always `type: "object"`. */
export interface ToolDefinition extends Foreign {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
  readonly task?: TaskSupport;
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/** A resource at one URI; `size` in bytes. */
export interface ResourceDefinition extends Foreign {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly annotations?: Annotations;
  readonly cache?: CacheHint;
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/** A file of a skill, with the facts by which a client checks what it reads. */
export interface SkillResource {
  readonly uri: string;
  /** `sha256:` and 64 hexadecimal digits, of the file's bytes. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * A skill: instructions for models in a `SKILL.md`, with files that it refers to.
 *
 * Spec: ext-skills stable/skills#skill-entries
 */
export interface SkillDefinition {
  /** Of its `SKILL.md`. */
  readonly uri: string;
  /** The front matter of its `SKILL.md`, unchanged. */
  readonly frontmatter: JsonObject;
  /** All files, its `SKILL.md` among them; `dynamic` where another server does not know them before they are read. */
  readonly resources: readonly SkillResource[] | 'dynamic';
  readonly _meta?: JsonObject;
}

/**
 * An instance of a resource template: its URI, which must match the template, and its presentation in a list; `size` in bytes.
 */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Default: the template's media type. */
  readonly mimeType?: string;
  readonly size?: number;
}

/** `uriTemplate` is RFC 6570: `{name}`, `{+name}` for a part that may contain slashes, and `{?a,b}` or `{&a,b}` for queries. */
export interface ResourceTemplateDefinition extends Foreign {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly cache?: CacheHint;
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/** An argument of a prompt; always a string on the wire. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** A prompt and its arguments. */
export interface PromptDefinition extends Foreign {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/** The name and version of a program in a handshake or in `server/discover`. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
}
