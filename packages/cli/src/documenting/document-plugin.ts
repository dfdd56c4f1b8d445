/**
 * Writes the documentation of a plugin or a server into a folder, or checks that the existing one is current.
 */
import { readFile, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { buildReport } from '../comparing/diff-report.js';
import { formatMarkdown } from '../comparing/format-markdown.js';
import type { ComparedSide } from '../comparing/compared-side.js';
import { readSide, readSides } from '../comparing/read-sides.js';
import { CommandError } from '../failures/command-error.js';
import { saveFile } from '../files/save-file.js';
import { countNoun } from '../terminal/count-noun.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';
import { buildPages } from './build-pages.js';
import type { Page } from './page.js';

interface DocsRequest {
  /** A source as `sigil diff` accepts it: a folder, a manifest, a URL, `npm:name`. */
  readonly source: string;
  readonly headers: readonly string[];
  readonly out: string;
  readonly format: 'markdown' | 'html';
  /** The older version for the page of changes: a git ref or `npm:name@version`. */
  readonly since?: string;
  /** Whether to write nothing, and fail when a file is out of date. */
  readonly isCheck: boolean;
}

/** Lists the files of a run, so that the next one removes pages of removed components and touches nothing else. */
const listFile = '.sigil-docs.json';

/**
 * @throws CommandError when there is nothing to read from, when a file cannot be written, or, for a check, when one is out of date
 */
export async function documentPlugin(request: DocsRequest, terminal: Terminal): Promise<void> {
  const { side, changes } = await readDocumented(request, terminal);
  const files = await filesOf(buildPages(side.manifest, changes), request.format);
  const folder = resolve(terminal.cwd, request.out);
  const former = await readFormer(folder);
  const gone = former.filter((path) => !files.has(path));
  const changed = await changedFiles(folder, files);
  if (request.isCheck) return refuseOutdated(request.out, [...changed, ...gone]);

  for (const path of changed) await saveFile(join(folder, path), files.get(path) ?? '');
  for (const path of gone) await rm(join(folder, path), { force: true });
  await saveFile(join(folder, listFile), `${JSON.stringify([...files.keys()].sort(), undefined, 2)}\n`);
  const { paint } = terminal.err;
  const shown = relative(terminal.cwd, folder) || '.';
  const what = `${printable(side.manifest.plugin.name)} ${printable(side.manifest.plugin.version)}`;
  const removed = gone.length === 0 ? '' : `, ${countNoun(gone.length, 'file')} removed`;
  const done = changed.length + gone.length === 0 ? `${shown} is up to date` : `${paint.green('wrote')} ${shown}`;
  terminal.err.line(`${done}: ${what}, ${countNoun(files.size, 'file')} (${changed.length} new or changed${removed})`);
}

async function readDocumented(
  { source, headers, since }: DocsRequest,
  terminal: Terminal,
): Promise<{ readonly side: ComparedSide; readonly changes?: string }> {
  if (since === undefined) return { side: await readSide(source, headers, terminal) };
  const { before, after } = await readSides({ names: [source], against: since, headers }, terminal);
  return { side: after, changes: `# Changes\n\n${formatMarkdown(await buildReport(before, after))}\n` };
}

async function filesOf(pages: readonly Page[], format: DocsRequest['format']): Promise<ReadonlyMap<string, string>> {
  if (format === 'markdown') return new Map(pages.map(({ path, markdown }) => [`${path}.md`, markdown]));
  const { writeSite } = await import('./write-site.js');
  return writeSite(pages);
}

/** @returns the files written by the previous run */
async function readFormer(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, listFile), 'utf8').catch(() => '[]');
  try {
    const paths: unknown = JSON.parse(text);
    // A manipulated list must not lead out of the folder.
    const isOurs = (path: unknown): path is string => typeof path === 'string' && !path.split(/[\\/]/).includes('..');
    return Array.isArray(paths) ? paths.filter(isOurs) : [];
  } catch {
    return [];
  }
}

async function changedFiles(folder: string, files: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const changed = [];
  for (const [path, text] of files) {
    const existing = await readFile(join(folder, path), 'utf8').catch(() => undefined);
    if (existing?.replaceAll('\r\n', '\n') !== text) changed.push(path);
  }
  return changed;
}

function refuseOutdated(out: string, paths: readonly string[]): void {
  const [first] = paths;
  if (first === undefined) return;
  const others = paths.length === 1 ? '' : ` and ${countNoun(paths.length - 1, 'other file')}`;
  throw new CommandError(`"${join(out, first)}"${others} out of date; run the command without --check to write them`);
}
