/**
 * `server/discover`: the server's revisions, capabilities and instructions, without a handshake.
 *
 * Spec: 2026-07-28 server/discover
 */
import { modernDates } from '../revisions/choose-revision.js';
import { serverCapabilities } from './capabilities.js';
import { cacheHints } from './list-members.js';
import type { ResultMembers } from '../calls/call.js';
import type { OperationCall } from '../tasks/operation-call.js';

export function serverDiscover({ server, revision }: OperationCall): ResultMembers {
  const versions = `"supportedVersions":${JSON.stringify(modernDates)}`;
  const capabilities = `,"capabilities":${JSON.stringify(serverCapabilities(revision, server))}`;
  const instructions =
    server.instructions === undefined ? '' : `,"instructions":${JSON.stringify(server.instructions)}`;
  return versions + capabilities + instructions + cacheHints(revision);
}
