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

const prefix = '=?base64?';
const suffix = '?=';
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes a mirrored value: `=?base64?…?=` wraps text that a header cannot carry, anything else stands for itself.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http#value-encoding
 * @returns `undefined` when the wrapped value is not canonical, padded base64 of UTF-8
 */
export function decodeMirrored(value: string): string | undefined {
  if (value.length < prefix.length + suffix.length || !value.startsWith(prefix) || !value.endsWith(suffix))
    return value;
  const encoded = value.slice(prefix.length, -suffix.length);
  try {
    const binary = atob(encoded);
    if (btoa(binary) !== encoded) return undefined;
    return strictUtf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    // Not base64, or not UTF-8: either way the value matches nothing.
    return undefined;
  }
}
