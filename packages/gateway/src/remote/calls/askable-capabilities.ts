/**
 * Reads which questions a client can be asked, as capabilities. The upstream gets only these, and its sessions are keyed by them.
 *
 * The client's other capabilities stay here, since every session would keep them.
 * Spec: 2025-11-25 client/elicitation#capabilities, client/sampling#capabilities, client/roots#capabilities
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { canonicalJson, viewsExtensionId } from '@sigil/core/building';
import { isEmpty } from '@sigil/client/internal';
import { isRelayedExtension } from './read-extensions.js';

const parts: readonly (readonly [string, readonly string[]])[] = [
  ['elicitation', ['form', 'url']],
  ['sampling', ['tools', 'context']],
  ['roots', []],
];
const nothing: JsonObject = Object.freeze({});

/** @param declared the capabilities as the client declared them */
export function askableCapabilities(declared: JsonObject): JsonObject {
  const { elicitation, sampling, roots } = declared;
  // Most clients cannot be asked anything.
  if (elicitation === undefined && sampling === undefined && roots === undefined) return nothing;
  const askable: Record<string, JsonObject> = {};
  for (const [name, members] of parts) {
    const given = declared[name];
    if (isJsonObject(given)) askable[name] = only(members, given);
  }
  return askable;
}

/**
 * Returns the capabilities that an upstream gets of its only client: the questions, and the extensions that are relayed or for views.
 *
 * @param declared the capabilities as the client declared them
 */
export function ownCapabilities(declared: JsonObject): JsonObject {
  const { extensions } = declared;
  const isPassed = (name: string): boolean => isRelayedExtension(name) || name === viewsExtensionId;
  const passed = isJsonObject(extensions)
    ? Object.entries(extensions).filter(([name, settings]) => isPassed(name) && isJsonObject(settings))
    : [];
  const askable = askableCapabilities(declared);
  return passed.length === 0 ? askable : { ...askable, extensions: Object.fromEntries(passed) };
}

/** Returns whether everything that a call can be asked can be asked in a session with these capabilities. */
export function coversQuestions(session: JsonObject, call: JsonObject): boolean {
  return parts.every(([name, members]) => {
    const [declared, wanted] = [session[name], call[name]];
    if (!isJsonObject(wanted)) return true;
    if (!isJsonObject(declared)) return false;
    // Without members, elicitation is that of forms.
    const given: JsonObject = name === 'elicitation' && isEmpty(declared) ? { form: {} } : declared;
    return members.every((member) => wanted[member] === undefined || given[member] !== undefined);
  });
}

/** Returns whether the client of a session declared the extensions that a call declares, with the same settings. */
export function coversExtensions(session: JsonObject, call: JsonObject): boolean {
  const { extensions: wanted } = call;
  if (!isJsonObject(wanted)) return true;
  const { extensions: declared } = session;
  return Object.entries(wanted).every(
    ([id, settings]) => isJsonObject(declared) && canonicalJson([declared[id] ?? null]) === canonicalJson([settings]),
  );
}

function only(members: readonly string[], given: JsonObject): JsonObject {
  const kept: Record<string, JsonObject> = {};
  for (const member of members) if (isJsonObject(given[member])) kept[member] = {};
  return kept;
}
