/**
 * `initialize`: the first half of the legacy handshake. The session keeps the agreed terms.
 *
 * Spec: 2025-11-25 basic/lifecycle#initialization
 */
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { negotiateRevision } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import { writeImplementation } from '../revisions/write-fields.js';
import { serverCapabilities } from './capabilities.js';
import { readInstructions } from './read-instructions.js';
import type { OperationServer } from '../tasks/operation-call.js';

/** The terms agreed on in a handshake, and the answer that states them. */
export interface Handshake {
  readonly clientCapabilities: JsonObject;
  readonly revision: Revision;
  readonly resultJson: string;
}

/**
 * @param isReachable see `serverCapabilities`
 * @throws McpError `invalid-params` when the offer cannot be read
 */
export function initialize(params: JsonObject, server: OperationServer, isReachable = true): Handshake {
  const offered = params['protocolVersion'];
  if (typeof offered !== 'string') throw new McpError('invalid-params', '"protocolVersion" must be a string');
  const { capabilities } = params;
  if (!isJsonObject(capabilities)) throw new McpError('invalid-params', '"capabilities" must be an object');
  requireShort(capabilities, server.limits.maxCapabilitiesLength);

  const revision = negotiateRevision(offered);
  const result: Record<string, JsonValue> = {
    protocolVersion: revision.date,
    capabilities: serverCapabilities(revision, server, isReachable),
    serverInfo: writeImplementation(server.shownInfo?.() ?? server.info, revision),
  };
  const instructions = readInstructions(server, server.source.current());
  if (instructions !== undefined) result['instructions'] = instructions;
  return { revision, clientCapabilities: capabilities, resultJson: JSON.stringify(result) };
}

function requireShort(capabilities: JsonObject, most: number): void {
  const { length } = JSON.stringify(capabilities);
  if (length <= most) return;
  const limit = `${most} characters of JSON, got ${length} (limit maxCapabilitiesLength)`;
  throw new McpError('invalid-params', `"capabilities" must be at most ${limit}`);
}
