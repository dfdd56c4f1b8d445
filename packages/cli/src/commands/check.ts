/**
 * `sigil check`: reports which tools clients refuse or interpret differently.
 */
import type { Command } from 'commander';
import type { ReportFormat } from '../building/report.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption, headerOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface CheckFlags {
  readonly target?: string;
  readonly server?: string;
  readonly strict?: boolean;
  readonly all?: boolean;
  readonly format: ReportFormat;
  readonly header?: readonly string[];
}

const examples = [
  ['sigil check', 'check the plugin in this folder for every client'],
  ['sigil check --target claude,cursor', 'for some of them'],
  ['sigil check --strict', 'as a gate: warnings count, types of installed packages do not'],
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
    .addOption(formatOption('how to report', ['text', 'json', 'sarif']))
    .addOption(headerOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (source: string, flags: CheckFlags) => {
      const { checkSource } = await import('../checking/check-source.js');
      const { readClientTargets } = await import('../checking/read-client-targets.js');
      const { target, server, strict = false, all = false, format, header = [] } = flags;
      const targets = target === undefined ? {} : { targets: readClientTargets(target) };
      const named = server === undefined ? {} : { server };
      const counting = { isStrict: strict, listsAll: all };
      await checkSource({ source, ...targets, ...named, ...counting, format, headers: header }, terminal);
    });
}
