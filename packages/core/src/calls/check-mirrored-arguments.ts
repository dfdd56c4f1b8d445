/**
 * Compares a tool's arguments with the copies that its client mirrored in headers, so that a caller cannot bypass the rules of a
 * gateway that reads only headers.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http#custom-headers
 */
import { readMirroredParameters, type MirroredParameter } from '../catalog/mirrored-parameters.js';
import { McpError } from '../errors/mcp-error.js';
import type { ToolDefinition } from '../model/definitions.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { Call } from './call.js';

const decimal = /^-?\d+(\.\d+)?$/;

/** @throws McpError `header-mismatch` when a mirrored argument is missing, cannot be decoded, or differs */
export function checkMirroredArguments(call: Call, tool: ToolDefinition, input: JsonObject): void {
  const parameters = readMirroredParameters(tool);
  // Most tools mirror none, so the mirrored headers need no decoding.
  const mirroredArgument = parameters.length === 0 ? undefined : call.mirroredArgument;
  if (!mirroredArgument) return;
  for (const parameter of parameters) {
    const value = argumentAt(input, parameter);
    // Absent arguments and null are not mirrored; non-scalar values are refused with the other wrong arguments.
    if (value === undefined || typeof value === 'object') continue;
    const mirrored = mirroredArgument(parameter.headerName);
    if (typeof mirrored === 'string' && agrees(mirrored, value)) continue;
    const why =
      mirrored === undefined
        ? 'is missing: repeat the argument there'
        : 'differs from the body: send the same value in both';
    const place = parameter.path.join('.');
    throw new McpError('header-mismatch', `Mcp-Param-${parameter.headerName} of argument "${place}" ${why}`);
  }
}

function argumentAt(input: JsonObject, { path }: MirroredParameter): JsonValue | undefined {
  let value: JsonValue | undefined = input;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function agrees(mirrored: string, value: string | number | boolean): boolean {
  if (typeof value !== 'number') return mirrored === String(value);
  // Outside the safe range different numbers compare as equal, so nothing matches there.
  return decimal.test(mirrored) && Number(mirrored) === value && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
