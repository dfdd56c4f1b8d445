/**
 * Writes a typed client, or a Code Mode declaration file, to a file or standard output, or checks that an existing one is current.
 */
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { writeClientModule, writeCodeMode, type ClientOffer } from '@sigil/contracts';
import { CommandError, UsageError } from '../failures/command-error.js';
import { saveFile } from '../files/save-file.js';
import { summarizeOffer } from '../listing/summarize-offer.js';
import { printable } from '../terminal/printable.js';
import type { NamedSource } from '../targets/named-source.js';
import type { Terminal } from '../terminal/terminal.js';
import { readOffer } from './read-offer.js';

/** The server to write types for, and the target file. */
export interface TypesRequest extends NamedSource {
  readonly form: 'client' | 'code-mode';
  /** Replaces the server's own name. */
  readonly name?: string;
  /** A file; without one the text goes to standard output. */
  readonly out?: string;
  /** Whether to write nothing, and fail when the file is out of date. */
  readonly isCheck: boolean;
}

/**
 * @throws CommandError when there is nothing to read from, or, for a check, when the file is out of date
 * @throws UsageError for a check without a file
 */
export async function writeTypes(request: TypesRequest, terminal: Terminal): Promise<void> {
  const { out, isCheck } = request;
  if (isCheck && out === undefined) throw new UsageError('--check needs --out <file>: the file to check');
  const offer = await readOffer(request, terminal);
  const text = textOf(offer, request);
  if (out === undefined) return terminal.out.line(text.trimEnd());

  const file = resolve(terminal.cwd, out);
  const shown = relative(terminal.cwd, file);
  const existing = await readFile(file, 'utf8').catch(() => undefined);
  const isCurrent = existing !== undefined && linesOf(existing).join('\n') === text;
  if (isCheck && !isCurrent) throw new CommandError(describeDifference(shown, existing, text));
  if (!isCurrent) await saveFile(file, text);
  const { paint } = terminal.err;
  const done = isCurrent ? `${shown} is up to date` : `${paint.green('wrote')} ${shown}`;
  terminal.err.line(`${done}: ${printable(offer.server)}, ${summarizeOffer(offer)}`);
}

function textOf(offer: ClientOffer, { form, name }: TypesRequest): string {
  return form === 'client' ? writeClientModule(offer, name) : writeCodeMode(offer, name);
}

function describeDifference(file: string, existing: string | undefined, wanted: string): string {
  const remedy = 'run the command without --check to write it';
  if (existing === undefined) return `there is no file "${file}"; ${remedy}`;
  const [lines, wantedLines] = [linesOf(existing), linesOf(wanted)];
  const at = wantedLines.findIndex((line, index) => line !== lines[index]);
  const index = at < 0 ? wantedLines.length : at;
  const show = (line: string | undefined): string => (line === undefined ? 'nothing' : JSON.stringify(line.trim()));
  const where = `line ${index + 1} is ${show(lines[index])}, not ${show(wantedLines[index])}`;
  return `"${file}" is out of date: ${where}; ${remedy}`;
}

/** Splits into lines: a checkout may have converted line ends for its system. */
function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}
