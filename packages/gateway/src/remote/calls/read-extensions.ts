/**
 * Reads the extensions of the protocol that an upstream declares. Their methods and notifications are relayed.
 *
 * Spec: 2026-07-28 basic/versioning#extension-negotiation
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { viewsExtensionId } from '@sigil/core/building';
import { notModifiedExtension } from '@sigil/core/internal';

/** The extensions that this server implements itself towards both sides, and those that concern the connection to the upstream. */
const ofThisServer: ReadonlySet<string> = new Set([
  notModifiedExtension,
  'io.modelcontextprotocol/tasks',
  'io.modelcontextprotocol/skills',
  viewsExtensionId,
  'io.modelcontextprotocol/oauth-client-credentials',
  'io.modelcontextprotocol/enterprise-managed-authorization',
]);
const longestId = 256;

/** Returns whether the extension is relayed between clients and an upstream. */
export function isRelayedExtension(id: string): boolean {
  return !ofThisServer.has(id);
}

/** @param capabilities of the upstream @returns the extensions to relay, each with its `id` and its `settings` */
export function readExtensions({ extensions }: JsonObject): readonly JsonObject[] {
  if (!isJsonObject(extensions)) return [];
  return Object.entries(extensions).flatMap(([id, settings]) =>
    isRelayedExtension(id) && id.length <= longestId && isJsonObject(settings) ? [{ id, settings }] : [],
  );
}
