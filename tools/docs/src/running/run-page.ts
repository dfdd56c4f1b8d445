/**
 * Executes the fences of one page in order: writes files, runs programs, sends requests, compares outputs.
 */
import { posix } from 'node:path';
import type { Problem } from '@sigil/checks/problem';
import type { Fence } from '../fences/mark.ts';
import { compareOutput } from './compare-output.ts';
import { PageWorkspace, type Printed } from './page-workspace.ts';
import { checkServers } from './check-servers.ts';
import { sendRequest } from './send-request.ts';

/** The state of a page between two fences. */
interface PageRun {
  readonly workspace: PageWorkspace;
  printed: Printed | undefined;
}

type Step = (fence: Fence, run: PageRun) => Promise<string | undefined> | string | undefined;

/** Steps by language and verb. */
const steps: Readonly<Record<string, Step>> = {
  'sh run': runCommands,
  'sh serve': serveCommand,
  'text output': compare,
  'json output': compare,
  'http answer': compare,
  'http send': async ({ block }, run) => {
    const text = await sendRequest(run.workspace.real(block.text));
    run.printed = { text, stdout: text, exitCode: 0 };
    return undefined;
  },
  'json call': callTool,
  'json servers': checkServers,
  'js check': async ({ block }, { workspace }) => {
    workspace.write('shown.mjs', block.text);
    return failureOf(await workspace.run('node --check shown.mjs'));
  },
};

/** Returns whether a fence takes part when its page is run. */
export function isRun({ block, mark }: Fence): boolean {
  return `${block.language} ${mark.verb}` in steps || mark.verb === 'file' || mark.options.has('file');
}

/** @returns the problems, each at its fence; a failed command ends the run of the page */
export async function runPage(fences: readonly Fence[]): Promise<Problem[]> {
  const workspace = await PageWorkspace.open();
  const run: PageRun = { workspace, printed: undefined };
  try {
    for (const fence of fences.filter(isRun)) {
      const file = fence.mark.options.get('file');
      if (file !== undefined) workspace.write(file, fence.block.text);
      const message = await steps[`${fence.block.language} ${fence.mark.verb}`]?.(fence, run);
      if (message !== undefined) return [{ file: fence.document, line: fence.block.line, message }];
    }
    return [];
  } finally {
    await workspace.close();
  }
}

async function runCommands({ block, mark }: Fence, run: PageRun): Promise<string | undefined> {
  run.printed = await run.workspace.run(block.text, folderOf(mark.options, run.workspace));
  return failureOf(run.printed, Number(mark.options.get('exit') ?? 0));
}

async function serveCommand({ block, mark }: Fence, run: PageRun): Promise<string | undefined> {
  run.printed = await run.workspace.serve(block.text, folderOf(mark.options, run.workspace));
  return failureOf(run.printed);
}

/** Returns the folder: `in=apps/server/plugins/echo` is a copied folder of the workspace, `at=dice` one of the page. */
function folderOf(options: ReadonlyMap<string, string>, workspace: PageWorkspace): string {
  const copied = options.get('in');
  return copied === undefined ? (options.get('at') ?? '.') : workspace.copy(copied);
}

function compare({ block }: Fence, { printed }: PageRun): string | undefined {
  if (!printed) return 'an output follows what prints it';
  const difference = compareOutput(block.text, printed.text);
  return difference && compareOutput(block.text, printed.stdout) && difference;
}

/** Makes the call that a plugin's README shows. */
async function callTool({ block, document, mark }: Fence, { workspace }: PageRun): Promise<string | undefined> {
  const { name, arguments: args } = JSON.parse(block.text) as { readonly name: string; readonly arguments: object };
  workspace.write('arguments.json', JSON.stringify(args));
  const folder = workspace.copy(mark.options.get('in') ?? posix.dirname(document));
  return failureOf(await workspace.run(`sigil call ${folder} ${name} - < arguments.json`));
}

function failureOf({ text, exitCode }: Printed, expected = 0): string | undefined {
  return exitCode === expected ? undefined : `expected the exit code ${expected}, got ${exitCode}:\n${text}`;
}
