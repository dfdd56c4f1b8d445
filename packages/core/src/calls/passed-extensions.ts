/**
 * Chooses the extensions of other servers that a client may use: those that it declares and that its caller may use.
 *
 * Spec: 2026-07-28 basic/versioning#extension-negotiation
 */
import type { PublishedExtension } from '../catalog/catalog.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import { mayUse } from './require-scopes.js';

/**
 * Returns the extensions that a caller may use. Nothing says which extension a method belongs to, so a caller that may not use one of a
 * server's extensions uses none of them.
 */
export function usableExtensions(
  extensions: readonly PublishedExtension[],
  principal: Principal,
): readonly PublishedExtension[] {
  const closed = new Set(extensions.filter((it) => !mayUse(principal, it)).map(({ server }) => server));
  return closed.size === 0 ? extensions : extensions.filter(({ server }) => !closed.has(server));
}

/** Returns whether a client declares the extension. */
export function declaresExtension({ extensions }: JsonObject, id: string): boolean {
  return isJsonObject(extensions) && Object.hasOwn(extensions, id) && isJsonObject(extensions[id]);
}

/** @returns the client's settings by extension; `undefined` for a client that declares none of those that it may use */
export function passedExtensions(
  capabilities: JsonObject,
  extensions: readonly PublishedExtension[],
  principal: Principal,
): JsonObject | undefined {
  const { extensions: declared } = capabilities;
  if (!isJsonObject(declared) || extensions.length === 0) return undefined;
  const passed = usableExtensions(extensions, principal).flatMap(({ id }): [string, JsonObject][] => {
    const settings = declaresExtension(capabilities, id) ? declared[id] : undefined;
    return isJsonObject(settings) ? [[id, settings]] : [];
  });
  return passed.length === 0 ? undefined : Object.fromEntries(passed);
}
