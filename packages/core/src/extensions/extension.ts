/**
 * An extension of the protocol: methods, notifications and a capability that client and server declare to each other.
 *
 * Spec: 2026-07-28 basic/versioning#extension-negotiation
 */
import type { Catalog } from '../catalog/catalog.js';
import type { Intercept } from '../interceptors/interceptor.js';
import type { Context } from '../model/context.js';
import type { Implementation } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import type { SchemaOf } from '../model/schema-of.js';
import type { Principal } from '../model/principal.js';
import type { Revision } from '../revisions/revision.js';

/** An extension of a server, for `EngineOptions.extensions`. */
export interface Extension {
  /** A prefix that its author owns, and a name: `com.example/audit-trail`. */
  readonly id: string;
  /**
   * The settings that the server declares for the extension; default: `{}`. A function gets the components that all callers together
   * may use, and returns `undefined` while the server does not offer the extension; its methods are then unknown.
   */
  readonly capability?: JsonObject | ((catalog: Catalog) => JsonObject | undefined);
  /** By name, such as `audit/list`. A method of MCP cannot be among them. */
  readonly methods?: Readonly<Record<string, ExtensionMethod>>;
  /** By name, such as `notifications/audit/recorded`: those that the extension sends, and those that it receives. */
  readonly notifications?: Readonly<Record<string, ExtensionNotification>>;
  /**
   * Functions around methods of MCP, by method, for the clients that may use the extension: they change params and results as the
   * interceptors of an operator do, and run inside them.
   */
  readonly wrap?: Readonly<Record<string, Intercept>>;
  /** The names of servers that offer it; `*` at the end covers all that begin so. Default: all. */
  readonly servers?: readonly string[];
  /** The eras whose clients may use it; default: both. */
  readonly eras?: readonly Revision['era'][];
  /** `declaring`, the default: only clients that declare the extension may use it. `all`: every client. */
  readonly clients?: 'declaring' | 'all';
}

/** An extension whose methods and notifications have the types of their schemas. */
export interface TypedExtension<Methods, Notifications> extends Omit<Extension, 'methods' | 'notifications'> {
  readonly methods?: { readonly [Name in keyof Methods]: ExtensionMethod<Methods[Name]> };
  readonly notifications?: { readonly [Name in keyof Notifications]: ExtensionNotification<Notifications[Name]> };
}

/** The type of params: that of their schema, if it is `schemaOf<T>()`. */
export type ParamsOf<Described> = unknown extends Described ? JsonObject : Described;

/** One method of an extension. */
export interface ExtensionMethod<Params = unknown> {
  /** JSON Schema of the params without `_meta`, or `schemaOf<T>()`, which also types `run`. Without one, `run` checks them. */
  readonly params?: SchemaOf<Params>;
  /**
   * Answers one request, within the limits of calls.
   *
   * @param params without `_meta`
   * @returns the members of the result. A client that needs `resultType` gets `complete`, unless it is among them
   * @throws McpError for the client's mistakes. Other errors become an internal error, with a number that the log repeats
   */
  run(params: ParamsOf<Params>, call: ExtensionCall, client: ExtensionClient): JsonObject | Promise<JsonObject>;
}

/** One notification of an extension. */
export interface ExtensionNotification<Params = unknown> {
  /** JSON Schema of the params of a received one, without `_meta`, or `schemaOf<T>()`, which also types `receive`. One that does not fit is dropped, as notifications have no answers. */
  readonly params?: SchemaOf<Params>;
  /** Receives it from a client; absent for one that only the server sends. An error goes to the operator's log. */
  receive?(params: ParamsOf<Params>, sender: ExtensionSender): void | Promise<void>;
}

/** One request to a method of an extension. */
export interface ExtensionCall {
  readonly method: string;
  readonly server: Implementation;
  /** The caller. */
  readonly principal: Principal;
  readonly revision: Pick<Revision, 'date' | 'era'>;
  /** The components that the caller may see. */
  readonly catalog: Catalog;
  /** Progress, log messages, questions and the end of the call. A client of the modern era cannot be asked here. */
  readonly context: Context;
}

/** The client of a request. */
export interface ExtensionClient {
  /** The settings that it declared for the extension; empty for a client that declared none. */
  readonly settings: JsonObject;
  /** All capabilities that it declared. */
  readonly capabilities: JsonObject;
  /**
   * Sends a notification of the extension that belongs to the request. Does nothing once the request is answered.
   *
   * @returns resolves when the transport can take more
   * @throws TypeError when the extension does not have this notification
   */
  notify(method: string, params: JsonObject): Promise<void>;
}

/** The sender of a notification. */
export interface ExtensionSender extends Pick<ExtensionCall, 'server' | 'principal' | 'revision'> {
  /** As for a client. */
  readonly settings: JsonObject;
}
