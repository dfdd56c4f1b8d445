/**
 * Rolls a server back to an earlier build, and reports it.
 */
import { rollback, type Rollback } from '@sigil/plugin-host';
import { printable } from '../terminal/printable.js';
import type { Palette } from '../terminal/palette.js';
import type { Terminal } from '../terminal/terminal.js';
import { requireHistory } from './require-history.js';
import { shortCid } from './short-cid.js';

/** The server, and the build to serve instead. */
export interface RollbackRequest {
  readonly server: string;
  /** An absolute path. */
  readonly stateFolder: string;
  /** A CID or its prefix; by default the build before the current one. */
  readonly to?: string | undefined;
  readonly format: 'text' | 'json';
}

/**
 * @throws CommandError when there is no history of the server
 * @throws PluginError when it has no such build, or its bytes are missing
 */
export async function rollBack(request: RollbackRequest, { out }: Terminal): Promise<void> {
  const { server, stateFolder, to, format } = request;
  const done = await rollback(await requireHistory(stateFolder, server), server, to);
  out.line(format === 'json' ? JSON.stringify({ server, ...done }, undefined, 2) : describe(server, done, out.paint));
}

function describe(server: string, { from, to, isPinned }: Rollback, paint: Palette): string {
  const [old, now] = [from, to].map((it) => `${printable(it.version)} (${shortCid(it.manifestCid)})`);
  const name = paint.bold(server);
  if (from.manifestCid === to.manifestCid) return `${name}: ${now} is what serves already`;
  if (!isPinned) return `${name}: ${now} serves again instead of ${old}`;
  return `${name}: ${now} serves instead of ${old}, until there is a newer build`;
}
