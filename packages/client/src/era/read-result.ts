/**
 * Reads the answer of a server: the result with its text, or the error as one of ours.
 */
import { isJsonObject, McpError, type ErrorKind, type JsonObject, type JsonValue } from '@sigil/core';
import { RelayedError } from '@sigil/core/catalog';
import type { ConnectionAnswer } from '../transports/connection.js';
import { wholeResult } from '../wire/split-members.js';
import { ConnectionError } from '../errors/connection-error.js';
import { ServerError } from '../errors/server-error.js';
import type { ExchangeResult } from './era-client.js';

/**
 * Codes that mean the same in every revision that has them. Other codes are passed on unchanged, unless they are reserved. The code -32601 is
 * not a kind here: over HTTP the kind becomes the status 404, which says that this server itself lacks the method.
 */
const kinds: ReadonlyMap<unknown, ErrorKind> = new Map([
  [-32602, 'invalid-params'],
  [-32603, 'internal-error'],
  [-32002, 'resource-not-found'],
]);
/** Spec: 2025-11-25 schema#urlelicitationrequirederror */
export const urlElicitationRequired = -32042;
const methodNotFound = -32601;
const internalError = -32603;
const missingCapability = -32021;

/** @throws McpError for an error, ConnectionError for an answer that is neither a result nor an error */
export function readResult({ message: { parsed, text } }: ConnectionAnswer): ExchangeResult {
  const { result, error } = parsed;
  // Some servers add an empty result to an error, and an error of null to a result. Spec: JSON-RPC 2.0 §5
  if (isJsonObject(error)) throw readError(error);
  if (isJsonObject(result)) return { result, text, whole: wholeResult(text) };
  throw new ConnectionError('unreadable', 'the server answered with neither a result nor an error');
}

/** Reads the error of an answer or of a failed task. Its cause is the error as the server sent it. */
export function readError(answered: JsonObject): McpError {
  const { code, data } = answered;
  const error = readKind(answered);
  error.cause = new ServerError(typeof code === 'number' ? code : internalError, error.message, data);
  return error;
}

function readKind({ code, message, data }: JsonObject): McpError {
  const words = typeof message === 'string' ? message : 'the server answered with an error';
  const details = isJsonObject(data) ? data : {};
  const kind = kinds.get(code);
  if (kind) return new McpError(kind, words, data);
  if (code === missingCapability && isJsonObject(details['requiredCapabilities']))
    return new McpError('missing-client-capability', words, data);
  // Marks the error as relayed: a server of the other era, which understood nothing, may have sent it.
  return new RelayedError(canPass(code, details) ? code : internalError, words, data);
}

/** Returns whether the server does not know the method. */
export function isMethodNotFound(error: unknown): boolean {
  return error instanceof RelayedError && error.code === methodNotFound;
}

/** Reserved codes concern the connection to the server, which is not the client's. Spec: 2026-07-28 basic/index */
function canPass(code: JsonValue | undefined, data: JsonObject): code is number {
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return false;
  if (code === urlElicitationRequired) return Array.isArray(data['elicitations']);
  return code > -32020 || code < -32099;
}
