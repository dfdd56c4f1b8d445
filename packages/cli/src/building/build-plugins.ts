/**
 * Builds plugins for the commands that need them built, and shows the results.
 */
import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import {
  buildModule,
  buildPlugin,
  countBySeverity,
  readPlugin,
  type BuildOptions,
  type BuildResult,
} from '@sigil/codegen/building';
import type { Manifest } from '@sigil/core/building';
import { CommandError, InterruptedError } from '../failures/command-error.js';
import { countNoun } from '../terminal/count-noun.js';
import { showStep } from '../terminal/show-step.js';
import type { Output, Terminal } from '../terminal/terminal.js';
import { describeBuild } from './describe-build.js';
import { openReport, type Report, type ReportFormat } from './report.js';
import { requireFolder } from './require-folder.js';

/** The build options of several plugins, and the format of the report on them. */
export interface EachOptions extends BuildOptions {
  /** `text` by default. */
  readonly format?: ReportFormat;
}

/**
 * Builds one after the other; a broken plugin does not keep the others from being built.
 *
 * @throws CommandError when any was not built; the diagnostics have been shown
 * @throws InterruptedError when the command was asked to end meanwhile; the current folder is still built
 */
export async function buildEach(
  folders: readonly string[],
  terminal: Terminal,
  { format = 'text', ...options }: EachOptions = {},
): Promise<void> {
  const report = openReport(format, terminal);
  const broken: CommandError[] = [];
  let built = 0;
  for (const folder of folders) {
    if (terminal.interrupted.aborted) break;
    try {
      if (await isModule(folder)) await buildModuleInto(report, folder, terminal);
      else await buildInto(report, { folder, terminal, options });
      built += 1;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (folders.length > 1) terminal.err.line(`${error.message}\n`);
      broken.push(error);
    }
  }
  report.close();
  if (terminal.interrupted.aborted)
    throw new InterruptedError(`interrupted: ${built} of ${countNoun(folders.length, 'plugin')} built`);
  if (folders.length === 1 && broken[0]) throw broken[0];
  if (broken.length > 0) throw new CommandError(`${broken.length} of ${countNoun(folders.length, 'plugin')} not built`);
}

/** @throws CommandError when it was not built; the diagnostics have been shown */
export async function buildOne(folder: string, terminal: Terminal, say: Output): Promise<Manifest> {
  const report = { ...openReport('text', terminal), progress: say };
  return buildInto(report, { folder, terminal, options: {} });
}

/** @throws CommandError when the source has errors; they have been shown */
export async function readManifestOf(
  folder: string,
  terminal: Terminal,
  options: BuildOptions = {},
): Promise<Manifest> {
  await requireFolder(folder);
  const step = `Reading ${relative(terminal.cwd, folder) || basename(folder)}`;
  const result = await showStep(step, terminal, () => readPlugin(folder, options));
  return requireManifest(result, openReport('text', terminal), terminal.cwd);
}

interface BuildRequest {
  readonly folder: string;
  readonly terminal: Terminal;
  readonly options: BuildOptions;
}

async function buildInto(report: Report, { folder, terminal, options }: BuildRequest): Promise<Manifest> {
  const { cwd } = terminal;
  await requireFolder(folder);
  const step = `Building ${relative(cwd, folder) || basename(folder)}`;
  const { whileBlocked = (work) => work() } = terminal;
  const building = whileBlocked(() => showStep(step, terminal, () => buildPlugin(folder, options)));
  const result = await building.catch((cause: unknown) => {
    throw isOfSystem(cause) ? notBuilt(folder, cwd, cause) : cause;
  });
  const manifest = requireManifest(result, report, cwd);
  if (result.diagnostics.length > 0) report.add(result);
  report.progress.line(describeBuild(result, manifest, cwd));
  return manifest;
}

/** Returns whether a path names a TypeScript module, which is built by itself, and no folder. */
export async function isModule(path: string): Promise<boolean> {
  return /\.[cm]?tsx?$/.test(path) && (await stat(path).catch(() => undefined))?.isFile() === true;
}

/** @throws CommandError when it was not built; the diagnostics have been shown */
async function buildModuleInto(report: Report, file: string, { cwd }: Terminal): Promise<void> {
  const begun = performance.now();
  const name = relative(cwd, file);
  const result = await buildModule(file).catch((cause: unknown) => {
    throw cause instanceof Error ? new CommandError(`"${name}" was not built: ${cause.message}`, { cause }) : cause;
  });
  if (result.diagnostics.length > 0) report.add(result);
  if (!result.output) throw new CommandError(`"${name}" was not built: it has errors, ${report.place}`);
  const tookMs = Math.round(performance.now() - begun);
  report.progress.line(`${name} -> ${relative(cwd, result.output)} (${tookMs} ms)`);
}

/** Returns whether the folder cannot be read or written: not the builder's fault, and no reason to skip the other folders. */
function isOfSystem(cause: unknown): cause is NodeJS.ErrnoException {
  return cause instanceof Error && 'syscall' in cause;
}

function notBuilt(folder: string, cwd: string, cause: Error): CommandError {
  return new CommandError(`the plugin in "${relative(cwd, folder) || '.'}" was not built: ${cause.message}`, { cause });
}

function requireManifest(result: BuildResult, report: Report, cwd: string): Manifest {
  if (result.manifest) return result.manifest;
  report.add(result);
  const where = relative(cwd, result.folder) || '.';
  const found = countBySeverity(result.diagnostics);
  throw new CommandError(`the plugin in "${where}" was not built: it has ${found}, ${report.place}`);
}
