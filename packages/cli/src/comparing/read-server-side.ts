/**
 * Reads what a running server offers, as far as its lists tell.
 */
import type { ComparableManifest } from '@sigil/contracts';
import { withTarget, type TargetRequest } from '../targets/open-target.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ComparedSide } from './compared-side.js';

/** @throws CommandError when there is no MCP server at the URL */
export async function readServerSide(request: TargetRequest, terminal: Terminal): Promise<ComparedSide> {
  const { server, ...lists } = await withTarget(request, terminal, (target) => target.list());
  // Sound: the client has checked the lists against the protocol's own schemas, which are what definitions are written as.
  const offer = lists as unknown as Omit<ComparableManifest, 'plugin'>;
  return { manifest: { ...offer, plugin: server }, from: request.name };
}
