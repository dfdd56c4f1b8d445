/**
 * `completion/complete`: offers values for an argument of a prompt or a variable of a resource template.
 *
 * Spec: 2025-11-25 server/utilities/completion
 */
import type { Completable, OfferedValues } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import type { ResultMembers } from '../calls/operation-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { requireScopes } from '../calls/require-scopes.js';
import { runOrFail } from '../calls/run-method.js';

/** The maximum number of values in an answer. */
const mostValues = 100;

export async function completionComplete(call: OperationCall): Promise<ResultMembers> {
  const { ref, argument, context } = call.params;
  if (!isJsonObject(ref)) throw new McpError('invalid-params', '"ref" must say which prompt or resource template');
  if (!isJsonObject(argument) || typeof argument['name'] !== 'string' || typeof argument['value'] !== 'string') {
    throw new McpError('invalid-params', '"argument" must have a "name" and a "value", both strings');
  }
  const component = requireComponent(call, ref);
  requireScopes(call.principal, component);
  call.hold(component);
  const question = { argument: argument['name'], value: argument['value'], known: readKnown(context) };
  const { complete } = component;
  if (!complete) return writeValues([]);
  return writeValues(await runOrFail(call, `completion of "${question.argument}"`, () => complete(question, call)));
}

function requireComponent(call: OperationCall, ref: JsonObject): Completable {
  const { type, name, uri } = ref;
  const isPrompt = type === 'ref/prompt' && typeof name === 'string';
  const isTemplate = type === 'ref/resource' && typeof uri === 'string';
  const component = isPrompt ? call.catalog.findPrompt(name) : isTemplate ? call.catalog.findTemplate(uri) : undefined;
  if (!component) throw new McpError('invalid-params', '"ref" names no prompt and no resource template of this server');
  call.component = component;
  return component;
}

function readKnown(context: unknown): Readonly<Record<string, string>> {
  const known = isJsonObject(context) ? context['arguments'] : undefined;
  if (!isJsonObject(known)) return {};
  return Object.fromEntries(
    Object.entries(known).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function writeValues(offered: readonly string[] | OfferedValues): ResultMembers {
  const { values, total, hasMore = false } = isWhole(offered) ? all(offered) : offered;
  const shown = values.slice(0, mostValues);
  const completion = { values: shown, total, hasMore: hasMore || values.length > shown.length };
  return `"completion":${JSON.stringify(completion)}`;
}

function all(values: readonly string[]): OfferedValues {
  return { values, total: values.length };
}

function isWhole(offered: readonly string[] | OfferedValues): offered is readonly string[] {
  return Array.isArray(offered);
}
