/**
 * Calls one tool of a target and prints the result.
 */
import { text as readText } from 'node:stream/consumers';
import { ServerError, type Progress, type ToolResult } from '@sigil/client';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { suggestNames } from '@sigil/core/building';
import { openQuestions } from '../asking/questions.js';
import { CommandError } from '../failures/command-error.js';
import { printable } from '../terminal/printable.js';
import type { Output, Terminal } from '../terminal/terminal.js';
import { withTarget, type TargetRequest } from '../targets/open-target.js';
import type { Target } from '../targets/target.js';
import { formatContent } from '../content/format-content.js';
import { readJsonArguments, readPairValue, splitPair } from './read-arguments.js';

/** Most names of tools in a message. */
const mostNames = 20;

/** The call that the command line asks for. */
export interface CallRequest {
  readonly target: TargetRequest;
  readonly tool: string;
  /** `-` means standard input. */
  readonly json: string | undefined;
  readonly pairs: readonly string[];
  /** Whether to print the whole result instead of its content. */
  readonly isRaw: boolean;
  /** The answers to the tool's questions, in their order. */
  readonly answers: readonly string[];
}

/**
 * @throws UsageError when the arguments cannot be read, or nobody can answer the tool's questions
 * @throws CommandError when the tool failed, with its message
 */
export async function callTool(request: CallRequest, terminal: Terminal): Promise<void> {
  const { json, isRaw } = request;
  const given = json === undefined ? {} : readJsonArguments(json === '-' ? await readText(terminal.stdin) : json);
  const pairs = request.pairs.map(splitPair);

  const questions = openQuestions(request.answers, terminal);
  const result = await withTarget({ ...request.target, questions }, terminal, async (target) => {
    const input = { ...given, ...(await readPairs(pairs, request.tool, target)) };
    const calling = target.call(request.tool, input, (progress) => printProgress(progress, terminal.err));
    return calling.catch((refusal: unknown) => explainRefusal(refusal, request.tool, target));
  });
  for (const answer of questions.unused) tellOfUnused(answer, terminal.err);
  if (isRaw) terminal.out.line(JSON.stringify(result.raw, undefined, 2));
  else if (!result.isError) printResult(result, terminal.out);
  if (result.isError) throw new CommandError(describeToolError(result, request.tool));
}

/** Fetches the tool's schema only when there are pairs to read with it. */
async function readPairs(
  pairs: readonly (readonly [string, string])[],
  tool: string,
  target: Target,
): Promise<JsonObject> {
  if (pairs.length === 0) return {};
  const { tools } = await target.list();
  const properties = tools.find(({ name }) => name === tool)?.inputSchema['properties'];
  const schemas = isJsonObject(properties) ? properties : {};
  return Object.fromEntries(pairs.map(([key, text]) => [key, readPairValue(text, schemas[key])]));
}

/** Lists the available tools if the requested one does not exist and no name is similar. */
async function explainRefusal(refusal: unknown, tool: string, target: Target): Promise<never> {
  if (!(refusal instanceof ServerError) || refusal.message.includes('Did you mean')) throw refusal;
  // The server's refusal of the call matters more than a failure to list its tools.
  const names = await listNames(target).catch(() => [tool]);
  if (names.includes(tool)) throw refusal;
  const known = suggestNames(tool, names) || describeTools(names);
  throw new CommandError(printable(`${refusal.message}${known}`), { cause: refusal });
}

async function listNames(target: Target): Promise<string[]> {
  return (await target.list()).tools.map(({ name }) => name);
}

function describeTools(names: readonly string[]): string {
  if (names.length === 0) return '; there are no tools';
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `; there ${names.length === 1 ? 'is' : 'are'} ${names.slice(0, mostNames).join(', ')}${more}`;
}

function printResult({ structuredContent, content }: ToolResult, out: Output): void {
  if (structuredContent !== undefined) out.line(JSON.stringify(structuredContent, undefined, 2));
  else for (const block of content) out.line(forOutput(formatContent(block), out));
}

/** Makes text safe for a window, where it must not move the cursor; a file or a program gets it unchanged. */
function forOutput(text: string, { columns }: Output): string {
  return columns === undefined ? text : printable(text);
}

function describeToolError({ content }: ToolResult, tool: string): string {
  const text = content.map(formatContent).join('\n');
  return printable(text === '' ? `the tool "${tool}" failed and did not say why` : text);
}

function tellOfUnused(answer: string, { line, paint }: Output): void {
  line(`${paint.yellow('warning:')} the tool did not ask for --answer ${JSON.stringify(answer)}`);
}

function printProgress({ progress, total, message }: Progress, { line, paint }: Output): void {
  const count = total === undefined ? String(progress) : `${progress}/${total}`;
  line(paint.dim(message === undefined ? count : `${count} ${printable(message)}`));
}
