/**
 * `sigil check`: reports which tools clients refuse or interpret differently.
 */
import { InvalidArgumentError, type Command } from 'commander';
import type { ReportFormat } from '../building/report.js';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption, headerOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface CheckFlags {
  readonly target?: string;
  readonly server?: string;
  readonly strict?: boolean;
  readonly all?: boolean;
  readonly budget?: number;
  readonly format: ReportFormat | 'github';
  readonly header?: readonly string[];
}

const examples = [
  ['sigil check', 'check the plugin in this folder for every client'],
  ['sigil check --target claude,cursor', 'for some of them'],
  ['sigil check --strict', 'as a gate: warnings count, types of installed packages do not'],
  ['sigil check --budget 4000', 'count the tokens of its definitions, and end with 1 if there are more'],
  ['sigil check dist/manifest.json', 'check what was built'],
  ['sigil check http://127.0.0.1:3000/mcp', 'check what a running server lists'],
] as const;

export function addCheckCommand(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .summary('say what clients refuse of a plugin')
    .description('Report what Claude, OpenAI, Gemini, VS Code and Cursor refuse of the tools, or read otherwise.')
    .argument('[source]', 'plugin folder, path of a manifest.json, or the http(s) URL of an MCP endpoint', '.')
    .option(
      '-t, --target <list>',
      'clients, with commas: claude, openai, gemini, vscode, cursor (default: "sigil.targets" of the package.json, else all)',
    )
    .option('--server <name>', "the server's name in the clients' configuration (default: the plugin's)")
    .option('--strict', 'end with 1 for warnings too')
    .option('--all', 'list each finding, and each property of types in installed packages as a warning')
    .option(
      '--budget <tokens>',
      'only count the tokens of the definitions, and end with 1 if there are more',
      readBudget,
    )
    .addOption(formatOption('how to report', ['text', 'json', 'sarif', 'github']))
    .addOption(headerOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (source: string, flags: CheckFlags) => {
      if (flags.budget !== undefined) return countTokens(source, flags, flags.budget, terminal);
      if (flags.format === 'github')
        throw new UsageError('--format github needs --budget: add it, or take --format sarif');
      const { checkSource } = await import('../checking/check-source.js');
      const { readClientTargets } = await import('../checking/read-client-targets.js');
      const { target, server, strict = false, all = false, header = [] } = flags;
      const { format } = flags;
      const targets = target === undefined ? {} : { targets: readClientTargets(target) };
      const named = server === undefined ? {} : { server };
      const counting = { isStrict: strict, listsAll: all };
      await checkSource({ source, ...targets, ...named, ...counting, format, headers: header }, terminal);
    });
}

/** The options that say which clients to check for, and what to make of the findings. */
const checkingOptions = ['target', 'server', 'strict', 'all'] as const;

async function countTokens(source: string, flags: CheckFlags, budget: number, terminal: Terminal): Promise<void> {
  const { format, header: headers = [] } = flags;
  const idle = checkingOptions.find((name) => flags[name] !== undefined);
  if (idle) throw new UsageError(`--${idle} means nothing with --budget: leave one out`);
  if (format === 'sarif') throw new UsageError('--budget has no --format sarif: take text, json or github');
  const { checkBudget } = await import('../budget/check-budget.js');
  await checkBudget({ source, headers, budget, format }, terminal);
}

function readBudget(text: string): number {
  const budget = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(budget) && budget > 0) return budget;
  throw new InvalidArgumentError('Expected a whole number of tokens, from 1.');
}
