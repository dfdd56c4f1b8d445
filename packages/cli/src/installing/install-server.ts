/**
 * Adds a server to the files of clients: shows what changes, then writes it.
 */
import { clientConfiguration, writeEntry, type ClientId, type WrittenEntry } from '@sigil/contracts/clients';
import * as clack from '@clack/prompts';
import { findUserState } from '@sigil/server/user-folders';
import { promptStreams } from '../asking/prompts.js';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { applyChange, changesFile } from './apply-change.js';
import { chooseServer } from './choose-server.js';
import type { ServerRequest } from './chosen-server.js';
import { readClientFile } from './client-file.js';
import { findClientFile, type Scope, type Surroundings } from './find-client-file.js';
import { invocation } from './invocation.js';
import { readInstalled } from './installed-entries.js';
import { planInstall, type PlannedChange } from './plan-change.js';
import { reportFindings } from './report-findings.js';
import { showChange } from './show-change.js';

/** The server, its target clients, and the options. */
export interface InstallRequest extends ServerRequest {
  readonly clients: readonly ClientId[];
  /** The entry's name; the server's own by default. */
  readonly name: string | undefined;
  readonly isDryRun: boolean;
  readonly isForced: boolean;
  /** Whether values may be written into a file whose client follows no reference. */
  readonly mayWriteSecrets: boolean;
}

interface Planned {
  readonly change: PlannedChange;
  readonly entry: WrittenEntry;
}

/** @throws CommandError when one of the files cannot be changed; none is changed then */
export async function installServer(request: InstallRequest, terminal: Terminal): Promise<void> {
  const surroundings: Surroundings = { platform: process.platform, env: terminal.env, cwd: terminal.cwd };
  // A client without a project file is refused before anything is built or requested.
  for (const client of request.clients) findClientFile(client, request.scope, surroundings);

  const chosen = await chooseServer(request, terminal);
  const name = request.name ?? nameFrom(chosen.name ?? lastSegment(request.source));
  const state = findUserState(surroundings.platform, surroundings.env);
  const known = await readInstalled(state);
  const plans: Planned[] = [];
  for (const client of request.clients) {
    const isWindows = process.platform === 'win32';
    const entry = writeEntry(client, { name, server: chosen.server, values: terminal.env, isWindows });
    const file = await readClientFile(findClientFile(client, request.scope, surroundings));
    const { isForced } = request;
    plans.push({ entry, change: planInstall(entry, { client, file, known: known[file.target], isForced }) });
  }

  reportFindings(chosen, name, request.clients, terminal);
  for (const plan of plans) show(plan, name, terminal);
  await allowSecrets(plans, request, terminal);
  if (request.isDryRun) {
    terminal.out.line(terminal.out.paint.dim('Nothing was written: --dry-run.'));
    return;
  }
  for (const { change } of plans) {
    await applyChange(change, state);
    tell(change, { name, scope: request.scope }, terminal);
  }
}

/** Reduces a name to letters, digits, "_" and "-", which every client accepts. */
function nameFrom(name: string): string {
  return (
    name
      .replace(/^@/, '')
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 64) || 'server'
  );
}

function lastSegment(source: string): string {
  const { pathname, hostname } = URL.canParse(source) ? new URL(source) : { pathname: source, hostname: source };
  const segments = pathname.split('/').filter((it) => it !== '' && it !== 'mcp');
  return segments.at(-1) ?? hostname;
}

function show({ change, entry }: Planned, name: string, { out, env }: Terminal): void {
  const { title } = clientConfiguration(change.client);
  const { path, text } = change.file;
  if (!changesFile(change)) {
    out.line(`${title}: "${name}" is installed already, in ${path}`);
    return;
  }
  out.line(`${out.paint.bold(title)}  ${path}${text === undefined ? out.paint.dim(' (new)') : ''}`);
  const secrets = entry.exposed.map((variable) => env[variable] ?? '');
  out.line(showChange(text, change.after, secrets, out.paint));
}

/** @throws UsageError when values of variables would be written into a file and that was not allowed */
async function allowSecrets(plans: readonly Planned[], request: InstallRequest, terminal: Terminal): Promise<void> {
  const exposing = plans.filter(({ entry, change }) => entry.exposed.length > 0 && changesFile(change));
  if (exposing.length === 0) return;
  const variables = [...new Set(exposing.flatMap(({ entry }) => entry.exposed))];
  const unset = variables.find((variable) => !terminal.env[variable]);
  if (unset !== undefined) {
    throw new UsageError(`$${unset} is not set, and its value is needed: not every client can look it up itself`);
  }
  const where = exposing
    .map(({ change }) => `${clientConfiguration(change.client).title} (${change.file.path})`)
    .join(', ');
  const what = `the value of ${variables.map((it) => `$${it}`).join(', ')} will stand in the file of ${where}, which follows no reference`;
  if (request.mayWriteSecrets || request.isDryRun) {
    terminal.err.line(`${terminal.err.paint.yellow('warning:')} ${what}`);
    return;
  }
  const isPersonThere = terminal.err.columns !== undefined && Reflect.get(terminal.stdin, 'isTTY') === true;
  if (!isPersonThere) throw new UsageError(`${what}; --write-secrets allows it`);
  const message = `${what[0]!.toUpperCase()}${what.slice(1)}. Write it?`;
  const answer = await clack.confirm({ message, initialValue: false, ...promptStreams(terminal) });
  if (answer !== true) throw new UsageError('nothing was written');
}

function tell(change: PlannedChange, { name, scope }: { name: string; scope: Scope }, terminal: Terminal): void {
  if (!changesFile(change)) return;
  const { out } = terminal;
  const { title, afterwards, note, projectNote } = clientConfiguration(change.client);
  const notes = [afterwards, note, scope === 'project' ? projectNote : undefined].filter((it) => it !== undefined);
  const place = scope === 'project' ? ' --scope project' : '';
  out.line(`${out.paint.green('Installed')} "${name}" for ${title}. ${notes.join(' ')}`);
  out.line(out.paint.dim(`Undo: ${invocation(terminal)} uninstall ${name} --client ${change.client}${place}`));
}
