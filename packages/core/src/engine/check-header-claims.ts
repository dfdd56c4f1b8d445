/**
 * Compares a modern message with what its transport carried beside it, so that a gateway that looks only at the latter
 * cannot be led past its rules.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http#server-validation
 */
import { McpError } from '../errors/mcp-error.js';
import type { PeerNotification, PeerRequest } from '../json-rpc/read-message.js';
import type { Revision } from '../revisions/revision.js';
import type { HeaderClaims } from './incoming.js';
import { decodeMirrored } from './decode-mirrored.js';

/** @throws McpError `header-mismatch` when a version was mirrored and differs; a missing one is `checkMirror`'s affair */
export function checkMirroredVersion(mirror: HeaderClaims, claimed: string): void {
  if (mirror.protocolVersion !== undefined && mirror.protocolVersion !== claimed) {
    throw mismatch('MCP-Protocol-Version differs from the protocol version in the body');
  }
}

/** @throws McpError `header-mismatch`; notifications need no mirror, but what is there must agree */
export function checkMirror(mirror: HeaderClaims, message: PeerRequest | PeerNotification, revision: Revision): void {
  const isRequest = message.kind === 'request';
  if (isRequest && mirror.protocolVersion === undefined) throw mismatch('MCP-Protocol-Version is missing');
  if (mirror.method === undefined ? isRequest : mirror.method !== message.method) {
    throw mismatch('Mcp-Method is missing or differs from the method in the body');
  }

  const member = revision.mirroredNames.get(message.method);
  const named = member === undefined ? undefined : message.params[member];
  // Without a proper name in the body the operation itself refuses the message.
  if (typeof named !== 'string' || (!isRequest && mirror.name === undefined)) return;
  if (mirror.name === undefined || decodeMirrored(mirror.name) !== named) {
    throw mismatch(`Mcp-Name is missing or differs from "${member}" in the body`);
  }
}

function mismatch(message: string): McpError {
  return new McpError('header-mismatch', message);
}
