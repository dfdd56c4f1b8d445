/**
 * Turns an error into the message that a peer gets, with the revision's number for its kind.
 */
import { readNeededScopes } from '../calls/require-scopes.js';
import type { McpError } from '../errors/mcp-error.js';
import { RelayedError } from '../errors/relayed-error.js';
import { writeErrorResponse, type RequestId } from '../json-rpc/messages.js';
import type { JsonObject } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { Outgoing } from '../calls/outlet.js';

/** The code of an error that lists pages to open; the other revisions have no such code. Spec: 2025-11-25 client/elicitation */
const urlElicitationRequired = -32042;

export function writeError(id: RequestId | undefined, error: McpError, revision: Revision): Outgoing {
  const code = canRelay(error, revision) ? error.code : revision.errorCodes[error.kind];
  const { message, data } = error;
  const json = writeErrorResponse(id, data === undefined ? { code, message } : { code, message, data });
  const scopes = readNeededScopes(error);
  return { kind: 'response', json, problem: error.kind, lacksId: id === undefined, ...(scopes ? { scopes } : {}) };
}

/** @param message an error without an id @returns the same with the id `null`. Spec: JSON-RPC 2.0, section 5 */
export function withNullId(message: Outgoing): Outgoing {
  const { jsonrpc, ...others } = JSON.parse(message.json) as JsonObject; // written by `writeError`
  return { ...message, json: JSON.stringify({ jsonrpc, id: null, ...others }) };
}

function canRelay(error: McpError, { asking }: Revision): error is RelayedError {
  return error instanceof RelayedError && (error.code !== urlElicitationRequired || asking.urlHasId);
}
