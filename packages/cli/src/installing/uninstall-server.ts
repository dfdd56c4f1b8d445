/**
 * Removes a server from the files of clients, which then have their previous content.
 */
import { clientConfiguration, type ClientId } from '@sigil/contracts/clients';
import { findUserState } from '@sigil/server/user-folders';
import type { Terminal } from '../terminal/terminal.js';
import { applyChange, changesFile } from './apply-change.js';
import { readClientFile } from './client-file.js';
import { findClientFile, type Scope, type Surroundings } from './find-client-file.js';
import { readInstalled } from './installed-entries.js';
import { planUninstall, type PlannedChange } from './plan-change.js';
import { showChange } from './show-change.js';

/** The entry to remove, and its clients. */
export interface UninstallRequest {
  readonly name: string;
  readonly clients: readonly ClientId[];
  readonly scope: Scope;
  readonly isDryRun: boolean;
  readonly isForced: boolean;
}

/** @throws CommandError when an entry is not ours or was changed since; no file is changed then */
export async function uninstallServer(request: UninstallRequest, terminal: Terminal): Promise<void> {
  const { name, clients, scope, isDryRun, isForced } = request;
  const { out } = terminal;
  const surroundings: Surroundings = { platform: process.platform, env: terminal.env, cwd: terminal.cwd };
  const state = findUserState(surroundings.platform, surroundings.env);
  const known = await readInstalled(state);
  const plans: PlannedChange[] = [];
  for (const client of clients) {
    const file = await readClientFile(findClientFile(client, scope, surroundings));
    const path = [...clientConfiguration(client).keyPath, name];
    plans.push(planUninstall(path, { client, file, known: known[file.target], isForced }));
  }
  for (const plan of plans) show(plan, name, terminal);
  if (isDryRun) {
    out.line(out.paint.dim('Nothing was written: --dry-run.'));
    return;
  }
  for (const plan of plans) await applyChange(plan, state);
}

function show(change: PlannedChange, name: string, { out }: Terminal): void {
  const { title } = clientConfiguration(change.client);
  const { path, text } = change.file;
  if (!changesFile(change)) {
    out.line(`${title}: "${name}" is not installed in ${path}`);
    return;
  }
  out.line(`${out.paint.bold(title)}  ${path}${change.after === undefined ? out.paint.dim(' (goes)') : ''}`);
  out.line(showChange(text, change.after, [], out.paint));
}
