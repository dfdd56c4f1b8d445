/**
 * Chooses how a plugin's code is reached, by the name of the kind.
 */
import { openInlineLink } from './inline-link.js';
import type { LinkKind, OpenLink } from './plugin-link.js';
import { openRemoteLink } from './remote-link.js';
import { spawnProcess } from './spawn-process.js';
import { spawnWorker } from './spawn-worker.js';

const links: Readonly<Record<LinkKind, OpenLink>> = {
  inline: openInlineLink,
  worker: openRemoteLink({ kind: 'worker', spawn: spawnWorker }),
  process: openRemoteLink({ kind: 'process', spawn: spawnProcess }),
};

/** The function that opens links of this kind. */
export function openLink(kind: LinkKind): OpenLink {
  return links[kind];
}
