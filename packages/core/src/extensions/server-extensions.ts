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
import { coversName } from '../interceptors/covers-name.js';
import type { InterceptedRequest, Interceptor } from '../interceptors/interceptor.js';
import type { PeerNotification } from '../json-rpc/messages.js';
import type { ArgumentProblem } from '../manifest/plugin-module.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { isRequestOfProtocol } from '../revisions/protocol-methods.js';
import type { Revision } from '../revisions/revision.js';
import { offerExtensions, type Offered, type OfferedExtensions } from './offered-extensions.js';
import { relayExtensionCall, relayNotification, type RelayedSender } from './relayed-extensions.js';
import type { Extension, ExtensionClient, ExtensionMethod, ExtensionSender } from './extension.js';

/** Finds the problems of a value; empty when it is valid. */
export type SchemaCheck = (value: JsonValue) => readonly ArgumentProblem[];

/** Compiles a JSON Schema. Called at each use, so it should remember what it compiled. @throws Error for an invalid schema */
export type CompileSchema = (schema: JsonObject) => SchemaCheck | Promise<SchemaCheck>;

const nothing: JsonObject = Object.freeze({});
const none: readonly PublishedExtension[] = [];

interface ServerExtensionsParts {
  /** The server's name. */
  readonly server: string;
  /** Those that every server has. */
  readonly own: readonly Extension[];
  /** Returns the operator's; another list after they were loaded again. */
  current(): readonly Extension[];
  /** Needed by extensions with schemas. */
  readonly compileSchema: CompileSchema | undefined;
  /** Called with an error of an extension's own code, and for a later list that cannot be offered. */
  reportFault(during: string, error: unknown): void;
}

export class ServerExtensions {
  /** The list that was last given, which is not the one in force if it does not fit together. */
  #given: readonly Extension[];
  #offered: OfferedExtensions;
  /** The extensions whose failures were reported. */
  readonly #reported = new WeakMap<Catalog, Set<Extension>>();

  /** @throws TypeError for an invalid definition, for two that have the same id, method or notification, or without a needed compiler */
  constructor(private readonly parts: ServerExtensionsParts) {
    this.#given = parts.current();
    this.#offered = this.#offer(this.#given);
  }

  /** Returns the settings that the server declares, by extension; `undefined` if it offers none to clients of the era. */
  capabilities({ era }: Revision, catalog: Catalog): JsonObject | undefined {
    const relayed = this.#relayedIn(catalog).map(({ id, settings }): [string, JsonObject] => [id, settings]);
    const own = this.#now.all.flatMap((extension): [string, JsonObject][] => {
      const settings = this.#settingsOf(extension, era, catalog);
      return settings ? [[extension.id, settings]] : [];
    });
    const offered = [...relayed, ...own];
    return offered.length > 0 ? Object.fromEntries(offered) : undefined;
  }

  /** Returns the operation of a method; `undefined` if no extension has it, of this server or of one behind it. */
  operationOf({ method, catalog }: Call): ((call: Call) => Promise<OperationResult>) | undefined {
    const found = this.#now.methods.get(method);
    if (found) return (call) => this.#answer(method, found, call);
    const relayed = this.#relayedIn(catalog);
    if (relayed.length === 0 || isRequestOfProtocol(method)) return undefined;
    return (call) => relayExtensionCall(call, relayed);
  }

  /** The functions around methods of MCP, as interceptors that leave other clients alone. */
  get wrappers(): readonly Interceptor[] {
    return this.#now.wrappers;
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
    const found = this.#now.notifications.get(method);
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

  /** The extensions in force: the latest ones that fit together. */
  get #now(): OfferedExtensions {
    const given = this.parts.current();
    if (given === this.#given) return this.#offered;
    this.#given = given;
    try {
      this.#offered = this.#offer(given);
    } catch (error) {
      this.parts.reportFault('loading extensions again', error);
    }
    return this.#offered;
  }

  #offer(given: readonly Extension[]): OfferedExtensions {
    const { server, own, compileSchema } = this.parts;
    const here = given.filter((it) => !Array.isArray(it?.servers) || coversName(it.servers, server));
    return offerExtensions([...own, ...here], compileSchema !== undefined, (extension, request) =>
      this.#isWrapped(extension, request),
    );
  }

  /** Returns the extensions of other servers; those with an id of this server's own are not offered. */
  #relayedIn({ extensions = none }: Catalog): readonly PublishedExtension[] {
    if (extensions.length === 0) return none;
    const own = new Set(this.#now.all.map(({ id }) => id));
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
      if (!reported.has(extension)) this.parts.reportFault(`"capability" of the extension "${id}"`, error);
      reported.add(extension);
      return undefined;
    }
  }

  #isWrapped(extension: Extension, { revision, catalog, clientCapabilities }: InterceptedRequest): boolean {
    return this.#settingsOf(extension, revision.era, catalog) !== undefined && mayUse(extension, clientCapabilities);
  }

  async #check(schema: JsonObject): Promise<SchemaCheck> {
    const { compileSchema } = this.parts;
    if (!compileSchema) throw new TypeError('no schema can be checked without "compileSchema"');
    return compileSchema(schema);
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
