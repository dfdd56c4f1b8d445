/**
 * Writes the outcome of a command as the result of its tool.
 *
 * Output that is UTF-8 becomes text, other output a blob. An exit code other than 0 is a failed call, with the last lines that the
 * command wrote about it.
 */
import type { ContentBlock } from '@sigil/core';
import type { ToolResult } from '@sigil/core/catalog';
import type { Output } from './collect-output.js';
import type { CommandEnd, CommandOutcome } from './run-command.js';

const mostErrorLines = 20;

/** @param name of the tool, for messages */
export function writeOutcome({ end, stdout, stderr }: CommandOutcome, name: string, timeoutMs: number): ToolResult {
  const failure = describeEnd(end, name, timeoutMs);
  if (failure === undefined) return writeOutput(stdout, name);
  const said = lastLines(stderr);
  const about: ContentBlock = { type: 'text', text: said === '' ? failure : `${failure}\n${said}` };
  return { kind: 'result', content: [about, ...writeOutput(stdout, name).content], isError: true };
}

function describeEnd(end: CommandEnd, name: string, timeoutMs: number): string | undefined {
  switch (end.kind) {
    case 'exited':
      return end.code === 0 ? undefined : `command "${name}" ended with exit code ${end.code}`;
    case 'killed':
      return `command "${name}" was ended by the signal ${end.signal}`;
    case 'timed-out':
      return `command "${name}" was stopped: it took longer than ${timeoutMs} ms (limit timeoutMs)`;
    case 'not-started':
      return `command "${name}" could not be started: ${startProblems.get(end.code) ?? `the system refused it (${end.code})`}`;
  }
}

const startProblems: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'its program or its working directory is not on this server'],
  ['ENOTDIR', 'its working directory is none'],
  ['EACCES', 'this server may not run its program'],
  ['E2BIG', 'its arguments are too long'],
  ['ECANCELED', 'its call was cancelled'],
  ['EAGAIN', 'this server runs too many processes; try again later'],
  ['ENOMEM', 'this server has no memory left; try again later'],
  ['EMFILE', 'this server has too many files open; try again later'],
]);

function writeOutput(stdout: Output, name: string): ToolResult {
  if (stdout.totalBytes === 0) return { kind: 'result', content: [], isError: false };
  const isCut = stdout.totalBytes > stdout.bytes.length;
  const text = readText(stdout);
  if (text !== undefined) {
    const shown = isCut ? `${text}\n${describeCut(stdout, 'output')}` : text.replace(/\n$/, '');
    return { kind: 'result', content: [{ type: 'text', text: shown }], isError: false };
  }
  if (isCut) {
    const why = `command "${name}" wrote ${stdout.totalBytes} bytes that are no text, more than ${stdout.bytes.length} (limit maxOutputBytes)`;
    return { kind: 'result', content: [{ type: 'text', text: why }], isError: true };
  }
  const blob = Buffer.from(stdout.bytes).toString('base64');
  const resource = { uri: `shell://${name}/stdout`, mimeType: 'application/octet-stream', blob };
  return { kind: 'result', content: [{ type: 'resource', resource }], isError: false };
}

/** @returns `undefined` for bytes that are not UTF-8, or that hold NUL, which text does not */
function readText({ bytes, totalBytes }: Output): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    // If the output was cut, its last character may be cut too; it is left out.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: totalBytes > bytes.length });
  } catch {
    return undefined;
  }
}

function lastLines(stderr: Output): string {
  const isCut = stderr.totalBytes > stderr.bytes.length;
  const lines = new TextDecoder().decode(stderr.bytes).replaceAll('\0', '').trimEnd().split('\n');
  const last = lines.slice(-mostErrorLines).join('\n');
  return isCut ? `${last}\n${describeCut(stderr, 'what it said of errors')}` : last;
}

function describeCut({ bytes, totalBytes }: Output, of: string): string {
  const [kept, all] = [bytes.length, totalBytes].map((count) => count.toLocaleString('en-US'));
  return `… cut: ${kept} of ${all} bytes of ${of} (limit maxOutputBytes)`;
}
