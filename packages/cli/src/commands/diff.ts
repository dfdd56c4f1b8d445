/**
 * `sigil diff`: reports the changes between two plugins that clients notice.
 */
import { Option, type Command } from 'commander';
import type { FailingLevel } from '../comparing/diff-report.js';
import { CommandError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption, headerOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface DiffOptions {
  readonly against?: string;
  readonly format: 'text' | 'markdown' | 'json';
  readonly failOn: FailingLevel;
  readonly header?: readonly string[];
}

const examples = [
  ['sigil diff --against main', 'the plugin here with itself on another branch'],
  ['sigil diff plugins/date --against npm:@acme/date', 'with what is published'],
  ['sigil diff https://mcp.example.com/mcp .', 'a running server with the plugin here'],
  ['sigil diff old/manifest.json dist/manifest.json --format markdown', 'as a comment for a pull request'],
] as const;

export function addDiffCommand(program: Command, terminal: Terminal): void {
  program
    .command('diff')
    .summary('say what clients notice of changes')
    .description(
      'Compare two plugins and say what is breaking, minor or a patch. Each is a folder, a manifest, the http(s) URL of an ' +
        'MCP endpoint, or npm:<name>[@version].',
    )
    .argument('[old]', 'what clients know; with --against the new plugin (default: ".")')
    .argument('[new]', 'what they get instead')
    .option('--against <ref>', 'compare with the plugin at a git ref, or with npm:<name>[@version]')
    .addOption(formatOption('how to show it', ['text', 'markdown', 'json']))
    .addOption(
      new Option('--fail-on <level>', 'exit with 1 from this level on')
        .choices(['breaking', 'minor', 'patch', 'never'])
        .default('breaking'),
    )
    .addOption(headerOption())
    .addHelpText('after', formatExamples(examples))
    .action((older: string | undefined, newer: string | undefined, options: DiffOptions) => {
      const names = [older, newer].filter((name) => name !== undefined);
      return showDifferences(names, options, terminal);
    });
}

async function showDifferences(names: readonly string[], options: DiffOptions, terminal: Terminal): Promise<void> {
  const { against, format, failOn, header = [] } = options;
  const { readSides } = await import('../comparing/read-sides.js');
  const { before, after } = await readSides(
    { names, headers: header, ...(against === undefined ? {} : { against }) },
    terminal,
  );
  const { buildReport, failureOf } = await import('../comparing/diff-report.js');
  const { showReport } = await import('../comparing/show-report.js');
  const report = await buildReport(before, after);
  terminal.out.line(showReport(report, format, terminal.out));
  const failure = failureOf(report, failOn);
  if (failure !== undefined) throw new CommandError(failure);
}
