/**
 * Turns an error into the message that a peer gets, with the revision's number for its kind.
 */
import type { McpError } from '../errors/mcp-error.js';
import { RelayedError } from '../errors/relayed-error.js';
import { writeErrorResponse, type RequestId } from '../json-rpc/messages.js';
import type { Revision } from '../revisions/revision.js';
import type { Outgoing } from './outlet.js';

/** The code of an error that lists pages to open; the other revisions have no such code. Spec: 2025-11-25 client/elicitation */
const urlElicitationRequired = -32042;

export function errorOutgoing(id: RequestId | undefined, error: McpError, revision: Revision): Outgoing {
  const code = canRelay(error, revision) ? error.code : revision.errorCodes[error.kind];
  const wire = error.data ? { code, message: error.message, data: error.data } : { code, message: error.message };
  const json = writeErrorResponse(id, wire);
  const scopes = error.kind === 'insufficient-scope' ? scopesIn(error) : undefined;
  return { kind: 'response', json, problem: error.kind, lacksId: id === undefined, ...(scopes ? { scopes } : {}) };
}

function canRelay(error: McpError, { asking }: Revision): error is RelayedError {
  return error instanceof RelayedError && (error.code !== urlElicitationRequired || asking.urlHasId);
}

/** @returns `undefined` where no scope would help */
function scopesIn({ data }: McpError): readonly string[] | undefined {
  const scopes = data?.['scopes'];
  return Array.isArray(scopes) ? scopes.map(String) : undefined;
}
