/**
 * `server/discover`: the server's revisions, capabilities and instructions, without a handshake.
 *
 * Spec: 2026-07-28 server/discover
 */
import { modernDates } from '../revisions/choose-revision.js';
import { serverCapabilities } from './capabilities.js';
import { listHint } from './list-hint.js';
import { cacheHints } from './list-members.js';
import { readInstructions } from './read-instructions.js';
import type { ResultMembers } from '../calls/operation-result.js';
import type { OperationCall } from '../tasks/operation-call.js';

export function serverDiscover({ server, revision, catalog }: OperationCall): ResultMembers {
  const versions = `"supportedVersions":${JSON.stringify(modernDates)}`;
  const capabilities = `,"capabilities":${JSON.stringify(serverCapabilities(revision, server))}`;
  const instructions = readInstructions(server, catalog);
  const said = instructions === undefined ? '' : `,"instructions":${JSON.stringify(instructions)}`;
  return versions + capabilities + said + cacheHints(revision, listHint(server, catalog, 'server/discover'));
}
