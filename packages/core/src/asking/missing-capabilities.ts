/**
 * Finds the capabilities that a question needs and that a client has not declared.
 *
 * Spec: 2025-11-25 client/elicitation#capabilities, client/sampling#capabilities, client/roots#capabilities
 */
import { CapabilityError } from '../errors/capability-error.js';
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { Question } from './question.js';

/** Returns the missing part in the shape of client capabilities; `undefined` when nothing is missing. */
export function missingCapabilities(question: Question, declared: JsonObject): JsonObject | undefined {
  return missingOf(neededCapabilities(question), declared);
}

/**
 * Refuses a client that lacks any of the needed capabilities, with the error of its revision.
 *
 * @param by how the revision asks its clients
 * @throws McpError `missing-client-capability`, or CapabilityError where questions are requests to the client
 */
export function requireCapabilities(needed: JsonObject, declared: JsonObject, by: Revision['asking']['by']): void {
  const missing = missingOf(needed, declared);
  if (!missing) return;
  const message = `this needs a client with ${Object.keys(missing).join(' and ')}`;
  if (by === 'request') throw new CapabilityError(message, missing);
  throw new McpError('missing-client-capability', message, { requiredCapabilities: missing });
}

/** Returns the members of `needed` that `declared` lacks, at any depth; `undefined` when none is missing. */
export function missingOf(needed: JsonObject, declared: JsonObject): JsonObject | undefined {
  const missing: Record<string, JsonObject> = {};
  for (const [name, inner] of Object.entries(needed)) {
    const there = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (!isJsonObject(inner)) continue;
    if (!isJsonObject(there)) missing[name] = inner;
    else if (!isBareElicitation(name, inner, there)) {
      const deeper = missingOf(inner, there);
      if (deeper) missing[name] = deeper;
    }
  }
  return Object.keys(missing).length > 0 ? missing : undefined;
}

function neededCapabilities(question: Question): JsonObject {
  if (question.kind === 'form') return { elicitation: { form: {} } };
  if (question.kind === 'url') return { elicitation: { url: {} } };
  if (question.kind === 'roots') return { roots: {} };
  const usesTools = question.params.tools !== undefined || question.params.toolChoice !== undefined;
  return { sampling: usesTools ? { tools: {} } : {} };
}

/** Returns whether a client declares `elicitation: {}` without a mode, which means forms. */
function isBareElicitation(name: string, needed: JsonObject, declared: JsonObject): boolean {
  return (
    name === 'elicitation' &&
    'form' in needed &&
    Object.keys(declared).every((mode) => mode !== 'form' && mode !== 'url')
  );
}
