/**
 * Passes the methods and notifications of extensions to the servers that offer them.
 *
 * Nothing says which extension a method belongs to, so the servers of those extensions are asked that the client declares. A server that
 * does not have the method answers so, and has run nothing.
 */
import type { Call } from '../calls/call.js';
import { declaresExtension, passedExtensions, usableExtensions } from '../calls/passed-extensions.js';
import type { OperationResult } from '../calls/operation-result.js';
import { requireScopes } from '../calls/require-scopes.js';
import { requireShort } from '../calls/result-length.js';
import { runOrFail } from '../calls/run-method.js';
import { unknownMethod } from '../calls/unknown-method.js';
import { writeWireMembers } from '../calls/write-wire-result.js';
import type {
  Catalog,
  ExtensionMessage,
  ExtensionResult,
  ExtensionServer,
  PublishedExtension,
} from '../catalog/catalog.js';
import type { CallSession } from '../catalog/stream-carrier.js';
import { McpError } from '../errors/mcp-error.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import { isNotificationOfProtocol, notificationPrefix } from '../revisions/protocol-methods.js';

/** The servers that had a method when it was last called, so that no other one is asked again. */
const ownersOf = new WeakMap<Catalog, Map<string, ExtensionServer>>();
/** The most methods to remember for one catalog. Clients choose their names, but only those that a server has are remembered. */
const mostOwners = 1_000;

/** The client that sends a notification. */
export interface RelayedSender {
  readonly capabilities: JsonObject;
  readonly principal: Principal;
  /** Absent for a client without one. */
  readonly session?: CallSession | undefined;
}

/** @throws McpError for a method that none of the servers has, or that the caller may not use; as a server answered */
export async function relayExtensionCall(
  call: Call,
  extensions: readonly PublishedExtension[],
): Promise<OperationResult> {
  const { method, catalog, principal, clientCapabilities } = call;
  const wanted = extensionsFor(clientCapabilities, extensions);
  const usable = new Set(usableExtensions(extensions, principal));
  const allowed = wanted.filter((it) => usable.has(it));
  const [closed] = wanted.filter((it) => !usable.has(it));
  const message: ExtensionMessage = { method, params: withoutRounds(call.params) };
  const owners = ownersOf.get(catalog) ?? new Map<string, ExtensionServer>();
  ownersOf.set(catalog, owners);
  const owner = owners.get(method);
  for (const server of inTurn(allowed, owner)) {
    const result = await runOrFail(call, 'a method of an extension', () => server.call(message, call)).catch(
      (error: unknown) => {
        throw isUndeclared(error) && call.revision.era === 'legacy' ? unknownMethod(method) : error;
      },
    );
    if (!result) {
      owners.delete(method);
      continue;
    }
    if (owners.size < mostOwners) owners.set(method, server);
    return writeResult(call, result);
  }
  if (closed) requireServer(principal, closed, extensions);
  throw unknownMethod(method);
}

/** Passes a notification on; drops one of MCP, and one of a client that declares no extension which its caller may use. */
export async function relayNotification(
  { method, params }: ExtensionMessage,
  offered: readonly PublishedExtension[],
  { capabilities, principal, session }: RelayedSender,
): Promise<void> {
  if (offered.length === 0 || !method.startsWith(notificationPrefix) || isNotificationOfProtocol(method)) return;
  const extensions = passedExtensions(capabilities, offered, principal);
  if (!extensions) return;
  const usable = usableExtensions(offered, principal).filter(({ id }) => Object.hasOwn(extensions, id));
  const message = { method, params: withoutRounds(params) };
  await Promise.all(inTurn(usable).map((server) => server.notify(message, { principal, extensions, session })));
}

/**
 * Returns the extensions that the client declares. If it declares none and there is only one server, that server decides: it may have
 * methods for every client, and its error says what is missing.
 */
function extensionsFor(
  capabilities: JsonObject,
  extensions: readonly PublishedExtension[],
): readonly PublishedExtension[] {
  const declared = extensions.filter(({ id }) => declaresExtension(capabilities, id));
  if (declared.length > 0) return declared;
  return inTurn(extensions).length === 1 ? extensions : [];
}

/** The legacy era has no error for it: in a session, only what the handshake agreed on exists. */
function isUndeclared(error: unknown): boolean {
  return error instanceof McpError && error.kind === 'missing-client-capability';
}

/** Returns each server once, that of the method first. */
function inTurn(extensions: readonly PublishedExtension[], owner?: ExtensionServer): readonly ExtensionServer[] {
  const servers = new Set(extensions.map(({ server }) => server));
  return owner && servers.has(owner) ? [...new Set([owner, ...servers])] : [...servers];
}

/** @throws McpError `insufficient-scope` for the extension of the server that the caller may not use */
function requireServer(
  principal: Principal,
  { server }: PublishedExtension,
  extensions: readonly PublishedExtension[],
): void {
  for (const extension of extensions) if (extension.server === server) requireScopes(principal, extension);
}

function withoutRounds({ _meta, requestState: _state, inputResponses: _answers, ...params }: JsonObject): JsonObject {
  return params;
}

/** @throws McpError for a result that is too long */
function writeResult(call: Call, { wire, type = 'complete' }: ExtensionResult): OperationResult {
  const written = requireShort(call, 'a method of an extension', writeWireMembers(wire, {}));
  return typeof written === 'string' ? { members: written, type } : { type, ...written };
}
