/**
 * Migrates a server's folder, and reports what was written and what was left.
 */
import { relative, resolve } from 'node:path';
import { MigrateError, migrateFolder, type MigrationReport } from '@sigil/migrate';
import { CommandError } from '../failures/command-error.js';
import { packageVersion } from '../package-version.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';

/** The folders, and the form of the report. */
export interface MigrationRequest {
  readonly folder: string;
  readonly out: string;
  readonly isJson: boolean;
}

/** @throws CommandError for folders that cannot be migrated; nothing has then been written */
export async function migrateServer({ folder, out, isJson }: MigrationRequest, terminal: Terminal): Promise<void> {
  const report = await refuseWithMessage(() =>
    migrateFolder({
      folder: resolve(terminal.cwd, folder),
      out: resolve(terminal.cwd, out),
      version: packageVersion(),
    }),
  );
  if (isJson) terminal.out.line(JSON.stringify({ findings: report.findings }, undefined, 2));
  else for (const line of describeFindings(report)) terminal.err.line(printable(line));
  for (const line of describeResult(report, terminal)) terminal.err.line(printable(line));
  const left = report.findings.filter(({ severity }) => severity !== 'note').length;
  if (left > 0) throw new CommandError(`${left} ${left === 1 ? 'place needs' : 'places need'} a look, as listed above`);
}

async function refuseWithMessage(work: () => Promise<MigrationReport>): Promise<MigrationReport> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MigrateError) throw new CommandError(printable(error.message), { cause: error });
    throw error;
  }
}

function describeFindings({ findings }: MigrationReport): string[] {
  return findings.map(({ file, line, name, severity, message }) => {
    const subject = name === undefined ? '' : `${name}: `;
    return `${file}:${line} - ${severity}: ${subject}${message}`;
  });
}

function describeResult({ folder, published }: MigrationReport, { cwd, err }: Terminal): string[] {
  const { tools, resources, prompts } = published;
  const counts = [
    [tools, 'tool'],
    [resources, 'resource'],
    [prompts, 'prompt'],
  ] as const;
  const listed = counts.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`]));
  return [
    `${err.paint.green('wrote')} ${relative(cwd, folder) || '.'}: ${listed.join(', ') || 'nothing to publish'}`,
    listed.length === 0
      ? 'A build refuses it until a method has @Tool, @Resource or @Prompt: the old registrations are in comments with the word sigil-migrate.'
      : 'Arguments that a schema does not name are refused now; the old server dropped them.',
  ];
}
