/**
 * The configuration of one server as in its JSON file; the names are those of the facility plan.
 *
 * Spec: docs/inside/facility-plan.md
 */
import type { JsonObject } from '@sigil/core';
import type { ErrorDisclosure } from '@sigil/core/engine';
import type { DiscoverySettings } from '../configuration/discovery-settings.js';

/** A server's configuration with every reference resolved and every default filled in. */
export interface ServerConfiguration {
  /** The `{server}` of `/mcp/{server}`. */
  readonly name: string;
  /** The configuration file for messages: its path below the source's folder, or its CID. */
  readonly file?: string;
  readonly description: string;
  /** The operator's instructions for models, before those of its parts; `false` leaves out all. */
  readonly instructions?: string | false;
  /** `false` answers 404 at the server's address. */
  readonly enabled: boolean;
  /** Serves older revisions without sessions, or with them; by default as configured for all servers. */
  readonly stateless?: boolean;
  /** Lists all tools, or a few and a search for the others; by default as configured for all servers. */
  readonly discovery?: DiscoverySettings;
  /** The most tokens that the definitions of its tools should take, by the server's estimate. */
  readonly budget?: number;
  /** `masked`: callers read a fixed text instead of errors other than a `ToolError`. By default `plain`. */
  readonly errors?: ErrorDisclosure;
  /** Offers everything that the server's plugin has; `tools`, `resources` and `prompts` then add and override. */
  readonly autoDiscover: boolean;
  /** The server's plugin, by its folder's name or its name in a registry; by default the server's own name. */
  readonly plugin?: string;
  /** The manifest of the build to serve, instead of one from the plugins folder or the registry. */
  readonly pluginCid?: string;
  readonly tools: Readonly<Record<string, JsonObject>>;
  readonly resources: Readonly<Record<string, JsonObject>>;
  readonly prompts: Readonly<Record<string, JsonObject>>;
  readonly toolsTransformCid?: string;
  readonly resourcesTransformCid?: string;
  readonly promptsTransformCid?: string;
  /** A command that the server offers as one tool. */
  readonly shell?: JsonObject;
  /** A remote MCP server whose components the server offers. */
  readonly remote?: JsonObject;
  /** Other servers whose components this one offers too. */
  readonly include: readonly { readonly server: string; readonly namespace?: string }[];
  /** The values that `variable://{name}` reads. */
  readonly variables: Readonly<Record<string, string>>;
  /** Limits by tool name, `*` for all: `timeoutMs`, `maxConcurrentCalls`, `maxResultBytes`. */
  readonly limits: Readonly<Record<string, JsonObject>>;
}
