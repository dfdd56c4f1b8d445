/**
 * The development server as the tools for coding agents see it.
 *
 * Types alone: the plugin in `agent-tools`, whose build reads them into schemas, and the server that implements them share this file.
 */
import type { JsonObject } from '@sigil/core';

/** A problem in the sources of the plugin. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'note';
  /** A code of the reference of diagnostics, such as SIGIL040, or the name of a client's rule. */
  readonly code: string;
  readonly message: string;
  /** The change that mends it. */
  readonly fix: string;
  /** The path relative to the plugin's folder. */
  readonly file: string;
  /** The line, counted from 1. */
  readonly line: number;
  /** The column, counted from 1. */
  readonly column: number;
  /** The line of the source, with a mark below the place; absent if the file cannot be read. */
  readonly frame?: string;
}

/** The outcome of building the present sources. */
export interface BuildOutcome {
  /** `serving`: they are built and served. `not-built`: they have errors. `not-started`: they are built, and their code failed to start. */
  readonly state: 'serving' | 'not-built' | 'not-started';
  /** Whether calls are answered by an older build, since the present sources cannot be served. */
  readonly servesOlderBuild: boolean;
  /** The reason, if no source line is at fault. */
  readonly reason?: string;
  /** Errors, warnings and notes. */
  readonly findings: readonly Finding[];
}

/** A component as lists show it. */
export interface ListedComponent {
  /** The name of a tool, prompt or skill, the URI of a resource, or the template of such URIs. */
  readonly name: string;
  readonly description?: string;
}

/** Everything that the plugin offers to clients now. */
export interface Offer {
  /** The plugin's name. */
  readonly plugin: string;
  readonly version: string;
  readonly tools: readonly ListedComponent[];
  readonly resources: readonly ListedComponent[];
  readonly resourceTemplates: readonly ListedComponent[];
  readonly prompts: readonly ListedComponent[];
  readonly skills: readonly ListedComponent[];
}

/** A tool as clients get it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Hints such as `readOnlyHint`. */
  readonly annotations?: JsonObject;
  /** JSON Schema 2020-12 of the arguments. */
  readonly inputSchema: JsonObject;
  /** JSON Schema 2020-12 of the structured result; absent if the tool returns none. */
  readonly outputSchema?: JsonObject;
}

/** A change that clients notice. */
export interface Change {
  /** `breaking`: clients that worked may fail. `minor`: there is more than before. `patch`: only texts differ. */
  readonly level: 'breaking' | 'minor' | 'patch';
  /** The component that changed. */
  readonly component: string;
  /** The place in its schema, if it is about one. */
  readonly path?: string;
  /** The change, and its consequence for clients. */
  readonly says: string;
}

/** The changes between an older plugin and the present one. */
export interface Comparison {
  /** The older plugin. */
  readonly against: string;
  /** The gravest first. */
  readonly changes: readonly Change[];
  /** The part of the version that must grow before these changes are published. */
  readonly bump: 'major' | 'minor' | 'patch' | 'none';
}

/** Findings of a check. */
export interface CheckOutcome {
  readonly findings: readonly Finding[];
}

/** The result of one call of the plugin's tool. */
export interface CallOutcome {
  /** Whether the tool failed; its content then says why. */
  readonly failed: boolean;
  /** The structured result, if the tool has one. */
  readonly structured?: JsonObject;
  /** The content blocks of the result. */
  readonly content: readonly JsonObject[];
  /** Progress that the tool reported, in order. */
  readonly progress: readonly string[];
}

/** A call, a build or a start that failed. */
export interface Failure {
  /** The time, as an ISO 8601 date. */
  readonly at: string;
  /** The work that failed, such as `tool "forecast"`. */
  readonly during: string;
  readonly message: string;
  /** Lines of the plugin's sources that the error passed through, the innermost first, as in `src/dice.ts:3:7`. */
  readonly places: readonly string[];
  /** The arguments of a failed call, as JSON; long ones are cut. */
  readonly arguments?: string;
}

/** The latest failures. */
export interface FailureList {
  /** The newest first. */
  readonly failures: readonly Failure[];
}

/** The development server. Its methods reject with an error whose message is for the agent. */
export interface Workbench {
  /** Waits for the build of the present sources. */
  build(): Promise<BuildOutcome>;
  listComponents(): Promise<Offer>;
  readTool(name: string): Promise<ToolDefinition>;
  /** @param against a git ref or `npm:<name>[@version]`; the build that served first, if absent */
  compare(against: string | undefined, signal: AbortSignal): Promise<Comparison>;
  /** @param clients names of client targets; those of the plugin's package.json, or all, if absent */
  check(clients: readonly string[] | undefined, signal: AbortSignal): Promise<CheckOutcome>;
  call(request: ToolCall, signal: AbortSignal): Promise<CallOutcome>;
  listFailures(limit: number): Promise<FailureList>;
}

/** One call of the plugin's tool. */
export interface ToolCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** Answers to the questions that the tool asks its user, in their order. */
  readonly answers: readonly JsonObject[];
}
