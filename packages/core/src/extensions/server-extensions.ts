/**
 * The extensions of one server: finds the method or notification of a message, and gates it by the declarations of both sides.
 */
import type { Call } from '../calls/call.js';
import { describeProblems } from '../calls/describe-problems.js';
import type { OperationResult } from '../calls/operation-result.js';
import { requireShort } from '../calls/result-length.js';
import { runOrFail } from '../calls/run-method.js';
import { unknownMethod } from '../calls/unknown-method.js';
import type { Catalog, PublishedExtension } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import type { InterceptedRequest, Interceptor } from '../interceptors/interceptor.js';
import type { PeerNotification } from '../json-rpc/messages.js';
import type { ArgumentProblem } from '../manifest/plugin-module.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { notModifiedExtension, tasksExtensionId } from '../revisions/extensions.js';
import { isRequestOfProtocol } from '../revisions/protocol-methods.js';
import type { Revision } from '../revisions/revision.js';
import { defineExtension } from './define-extension.js';
import { relayExtensionCall, relayNotification, type RelayedSender } from './relayed-extensions.js';
import type {
  Extension,
  ExtensionClient,
  ExtensionMethod,
  ExtensionNotification,
  ExtensionSender,
} from './extension.js';

/** Finds the problems of a value; empty when it is valid. */
export type SchemaCheck = (value: JsonValue) => readonly ArgumentProblem[];

/** Compiles a JSON Schema. Called at each use, so it should remember what it compiled. @throws Error for an invalid schema */
export type CompileSchema = (schema: JsonObject) => SchemaCheck | Promise<SchemaCheck>;

interface Offered<Part> {
  readonly extension: Extension;
  readonly part: Part;
}

/** The extensions that the package itself declares. */
const ofEveryServer: ReadonlySet<string> = new Set([notModifiedExtension, tasksExtensionId]);
const nothing: JsonObject = Object.freeze({});
const none: readonly PublishedExtension[] = [];

export class ServerExtensions {
  readonly #methods = new Map<string, Offered<ExtensionMethod>>();
  readonly #notifications = new Map<string, Offered<ExtensionNotification>>();
  /** The extensions whose failures were reported. */
  readonly #reported = new WeakMap<Catalog, Set<Extension>>();

  /**
   * @param compileSchema needed by extensions with schemas
   * @param reportFault called with an error of an extension's own code
   * @throws TypeError for an invalid definition, for two that have the same id, method or notification, or without a needed compiler
   */
  constructor(
    private readonly extensions: readonly Extension[],
    private readonly compileSchema: CompileSchema | undefined,
    private readonly reportFault: (during: string, error: unknown) => void,
  ) {
    const ids = new Set<string>();
    for (const extension of extensions) {
      const { id, methods = {}, notifications = {} } = defineExtension(extension);
      if (ids.has(id)) throw new TypeError(`two extensions have the id "${id}"`);
      if (ofEveryServer.has(id)) throw new TypeError(`extension "${id}": this server has it itself`);
      ids.add(id);
      addAll(this.#methods, extension, methods);
      addAll(this.#notifications, extension, notifications);
      const parts = [...Object.values(methods), ...Object.values(notifications)];
      if (!compileSchema && parts.some(({ params }) => params))
        throw new TypeError(`extension "${id}" checks params by a schema: the engine needs "compileSchema"`);
    }
  }

  /** Returns the settings that the server declares, by extension; `undefined` if it offers none to clients of the era. */
  capabilities({ era }: Revision, catalog: Catalog): JsonObject | undefined {
    const relayed = this.#relayedIn(catalog).map(({ id, settings }): [string, JsonObject] => [id, settings]);
    const own = this.extensions.flatMap((extension): [string, JsonObject][] => {
      const settings = this.#settingsOf(extension, era, catalog);
      return settings ? [[extension.id, settings]] : [];
    });
    const offered = [...relayed, ...own];
    return offered.length > 0 ? Object.fromEntries(offered) : undefined;
  }

  /** Returns the operation of a method; `undefined` if no extension has it, of this server or of one behind it. */
  operationOf({ method, catalog }: Call): ((call: Call) => Promise<OperationResult>) | undefined {
    const found = this.#methods.get(method);
    if (found) return (call) => this.#answer(method, found, call);
    const relayed = this.#relayedIn(catalog);
    if (relayed.length === 0 || isRequestOfProtocol(method)) return undefined;
    return (call) => relayExtensionCall(call, relayed);
  }

  /** Returns the functions around methods of MCP, as interceptors that leave other clients alone. */
  get wrappers(): readonly Interceptor[] {
    return this.extensions.flatMap((extension) =>
      Object.entries(extension.wrap ?? {}).map(([method, wrap]) => ({
        name: extension.id,
        methods: [method],
        intercept: (request, next) => (this.#isWrapped(extension, request) ? wrap(request, next) : next()),
      })),
    );
  }

  /** Passes on a notification from a client; drops one of an unknown method, of a client that did not declare it, or with wrong params. */
  async receive(
    { method, params }: PeerNotification,
    {
      catalog,
      capabilities,
      session,
      ...sender
    }: Omit<ExtensionSender, 'settings'> & RelayedSender & { readonly catalog: Catalog; readonly revision: Revision },
  ): Promise<void> {
    const found = this.#notifications.get(method);
    if (!found) {
      const { principal } = sender;
      return relayNotification({ method, params }, this.#relayedIn(catalog), { principal, capabilities, session });
    }
    if (!found.part.receive) return;
    const { extension, part } = found;
    if (!this.#settingsOf(extension, sender.revision.era, catalog) || !mayUse(extension, capabilities)) return;
    const given = withoutMeta(params);
    if (part.params && (await this.#check(part.params))(given).length > 0) return;
    await found.part.receive(given, { ...sender, settings: declaredSettings(extension, capabilities) ?? nothing });
  }

  /** Returns the extensions of other servers; those with an id of this server's own are not offered. */
  #relayedIn({ extensions = none }: Catalog): readonly PublishedExtension[] {
    if (extensions.length === 0) return none;
    const own = new Set(this.extensions.map(({ id }) => id));
    return extensions.filter(({ id }) => !own.has(id));
  }

  async #answer(method: string, { extension, part }: Offered<ExtensionMethod>, call: Call): Promise<OperationResult> {
    const { catalog, principal, revision, server } = call;
    if (!this.#settingsOf(extension, revision.era, catalog)) throw unknownMethod(method);
    const { clientCapabilities: capabilities } = call;
    if (!mayUse(extension, capabilities)) throw refuseUndeclared(method, extension, revision);
    const params = withoutMeta(call.params);
    if (part.params) {
      const problems = (await this.#check(part.params))(params);
      if (problems.length > 0) throw new McpError('invalid-params', `${method}: ${describeProblems(problems)}`);
    }
    const client: ExtensionClient = {
      settings: declaredSettings(extension, capabilities) ?? nothing,
      capabilities,
      notify: async (name, sent) => {
        if (!Object.hasOwn(extension.notifications ?? {}, name))
          throw new TypeError(`extension "${extension.id}" has no notification "${name}"`);
        await call.notify(name, sent);
      },
    };
    const asked = { method, server: server.info, principal, revision, catalog, context: call };
    const result: unknown = await runOrFail(call, `method "${method}"`, async () => part.run(params, asked, client));
    return writeExtensionResult(call, method, result);
  }

  /** @returns `undefined` where the server does not offer the extension, and for one whose code fails, which is reported once a catalog */
  #settingsOf(extension: Extension, era: Revision['era'], catalog: Catalog): JsonObject | undefined {
    const { id, capability = nothing, eras } = extension;
    if (eras && !eras.includes(era)) return undefined;
    if (typeof capability !== 'function') return capability;
    try {
      return readSettings(capability(catalog));
    } catch (error) {
      const reported = this.#reported.get(catalog) ?? new Set<Extension>();
      this.#reported.set(catalog, reported);
      if (!reported.has(extension)) this.reportFault(`"capability" of the extension "${id}"`, error);
      reported.add(extension);
      return undefined;
    }
  }

  #isWrapped(extension: Extension, { revision, catalog, clientCapabilities }: InterceptedRequest): boolean {
    return this.#settingsOf(extension, revision.era, catalog) !== undefined && mayUse(extension, clientCapabilities);
  }

  async #check(schema: JsonObject): Promise<SchemaCheck> {
    if (!this.compileSchema) throw new TypeError('no schema can be checked without "compileSchema"');
    return this.compileSchema(schema);
  }
}

function addAll<Part>(
  known: Map<string, Offered<Part>>,
  extension: Extension,
  parts: Readonly<Record<string, Part>>,
): void {
  for (const [name, part] of Object.entries(parts)) {
    const other = known.get(name);
    if (other) throw new TypeError(`extensions "${other.extension.id}" and "${extension.id}" both have "${name}"`);
    known.set(name, { extension, part });
  }
}

/** @throws TypeError for a value that is neither `undefined` nor a JSON object; whatever the value's own code throws */
function readSettings(settings: unknown): JsonObject | undefined {
  if (settings === undefined) return undefined;
  const isPlain = isJsonObject(settings) && typeof settings['then'] !== 'function';
  if (!isPlain) throw new TypeError('it must return an object or undefined');
  const value: unknown = JSON.parse(JSON.stringify(settings));
  if (!isJsonObject(value)) throw new TypeError('it must return an object or undefined');
  return value;
}

function mayUse(extension: Extension, capabilities: JsonObject): boolean {
  return extension.clients === 'all' || declaredSettings(extension, capabilities) !== undefined;
}

/** @returns `undefined` for a client that did not declare the extension */
function declaredSettings({ id }: Extension, { extensions }: JsonObject): JsonObject | undefined {
  if (!isJsonObject(extensions) || !Object.hasOwn(extensions, id)) return undefined;
  const settings = extensions[id];
  return isJsonObject(settings) ? settings : undefined;
}

/** The modern era has an error for it; in a session, only what the handshake agreed on exists. */
function refuseUndeclared(method: string, { id }: Extension, { era }: Revision): McpError {
  if (era === 'legacy') return unknownMethod(method);
  return new McpError('missing-client-capability', `"${method}" needs a client with the extension ${id}`, {
    requiredCapabilities: { extensions: { [id]: {} } },
  });
}

function withoutMeta({ _meta, ...params }: JsonObject): JsonObject {
  return params;
}

/** @throws Error for a result that is not an object; McpError for one that is too long */
function writeExtensionResult(call: Call, method: string, result: unknown): OperationResult {
  const during = `method "${method}"`;
  // A round trip through JSON drops members that are `undefined` and refuses values that JSON cannot express.
  const value: unknown = JSON.parse(JSON.stringify(result) ?? 'null');
  if (!isJsonObject(value)) throw new Error(`${during} of an extension must return an object`);
  const { _meta: meta, resultType: type, ...others } = value;
  const members = requireShort(call, during, JSON.stringify(others).slice(1, -1));
  const typed = typeof type === 'string' ? { members, type } : { members };
  return isJsonObject(meta) ? { ...typed, meta } : { type: 'complete', ...typed };
}
