/**
 * Imports an OpenAPI document into a plugin's folder, and reports what was written, what differs and what is gone.
 */
import { relative } from 'node:path';
import { ImportError, importOpenApi, type ImportReport } from '@sigil/openapi';
import { CommandError } from '../failures/command-error.js';
import { packageVersion } from '../package-version.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatDifference } from './format-difference.js';

/** The document and the folder. */
export interface ImportRequest {
  readonly document: string;
  readonly out: string;
  readonly name: string;
  readonly only: readonly string[];
  readonly all: boolean;
  readonly isSearched: boolean;
  readonly isDryRun: boolean;
  readonly writesConflicts: boolean;
}

/** @throws CommandError for a document, a choice or a folder that cannot be imported; nothing has then been written */
export async function importDocument(request: ImportRequest, terminal: Terminal): Promise<void> {
  const { document, ...options } = request;
  const report = await refuseWithMessage(() =>
    importOpenApi({ ...options, source: document, folder: terminal.cwd, version: packageVersion() }),
  );
  const lines = [
    ...describeChanges(report, request, terminal),
    ...describeGone(report),
    ...describeConflicts(report, request),
    ...describeNotices(report),
  ];
  for (const line of lines) terminal.err.line(printable(line));
}

async function refuseWithMessage(work: () => Promise<ImportReport>): Promise<ImportReport> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportError) throw new CommandError(printable(error.message), { cause: error });
    throw error;
  }
}

function describeChanges(report: ImportReport, { isDryRun }: ImportRequest, { cwd, err }: Terminal): string[] {
  const { paint } = err;
  const folder = relative(cwd, report.folder) || '.';
  const shown = report.changes.filter(({ change }) => change !== 'same');
  const files = shown.map(
    ({ path, change }) => `  ${change === 'deleted-by-you' ? 'left out, as you deleted it' : change}  ${path}`,
  );
  const verb = isDryRun ? 'would write' : paint.green('wrote');
  const count = `${report.tools.length} ${report.tools.length === 1 ? 'tool' : 'tools'} of ${report.title}`;
  if (report.isFirst) return [`${verb} ${folder}: ${count}, ${report.changes.length} files`];
  return shown.length === 0 ? [`${folder} is up to date: ${count}`] : [`${verb} ${folder}: ${count}`, ...files];
}

function describeGone({ gone }: ImportReport): string[] {
  if (gone.length === 0) return [];
  const lines = gone.map(
    ({ component, path, says, level }) => `  ${level}: ${component}${path === undefined ? '' : `, ${path}`}: ${says}`,
  );
  return ['Gone from the document:', ...lines];
}

function describeConflicts({ conflicts }: ImportReport, { writesConflicts, isDryRun }: ImportRequest): string[] {
  if (conflicts.length === 0) return [];
  const parts = conflicts.flatMap(({ path, part, kind, yours, incoming }) => {
    const says = {
      changed: 'you edited it and the document changed it',
      gone: 'you edited it and it is gone from the document',
      own: 'you wrote it and the document has one too',
    };
    return [
      `  ${path}, ${part}: ${says[kind]}; yours stays`,
      ...formatDifference(yours, incoming).map((line) => `    ${line}`),
    ];
  });
  const hint = writesConflicts || isDryRun ? [] : ['Write them beside the files with --write-conflicts.'];
  return ['Differences to what you edited:', ...parts, ...hint];
}

function describeNotices({ notices }: ImportReport): string[] {
  if (notices.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { code } of notices) counts.set(code, (counts.get(code) ?? 0) + 1);
  const listed = [...counts].map(([code, count]) => `${count} ${code}`).join(', ');
  return [`import.json lists ${notices.length} differences to the document: ${listed}`];
}
