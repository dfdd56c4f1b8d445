/**
 * Reads a running server's components, as far as its lists show them.
 */
import type { ComparableManifest } from '@sigil/contracts';
import { withTarget, type TargetRequest } from '../targets/open-target.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ComparedSide } from './compared-side.js';

/** Templates that a Sigil server adds to those of every plugin; only their URI identifies them. */
const ownTemplates: ReadonlySet<string> = new Set([
  'cid://{cid}',
  'cid://{cid}/{part}',
  'server://{server}/{+path}',
  'variable://{name}',
]);

/**
 * Removes the server's own templates when the other side is a plugin, unless the plugin has the same.
 *
 * @returns any other side unchanged
 */
export function withoutOwnTemplates(side: ComparedSide, other: ComparedSide): ComparedSide {
  if (!isOfServer(side) || isOfServer(other)) return side;
  const ofPlugin = new Set(other.manifest.resourceTemplates.map(({ uriTemplate }) => uriTemplate));
  const resourceTemplates = side.manifest.resourceTemplates.filter(
    ({ uriTemplate }) => ofPlugin.has(uriTemplate) || !ownTemplates.has(uriTemplate),
  );
  return { ...side, manifest: { ...side.manifest, resourceTemplates } };
}

/** Returns whether the side is a server: only a manifest has classes. */
function isOfServer({ manifest }: ComparedSide): boolean {
  return manifest.classes === undefined;
}

/** @throws CommandError when there is no MCP server at the URL */
export async function readServerSide(request: TargetRequest, terminal: Terminal): Promise<ComparedSide> {
  const { server, ...lists } = await withTarget(request, terminal, (target) => target.list());
  // Sound: the client has validated the lists against the protocol's schemas, which definitions follow.
  const offer = lists as unknown as Omit<ComparableManifest, 'plugin'>;
  return { manifest: { ...offer, plugin: server }, from: request.name };
}
