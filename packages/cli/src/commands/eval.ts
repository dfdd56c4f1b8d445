/**
 * `sigil eval`: finds words that lead models astray, and counts the right choices of a judge.
 */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { EvaluationFormat } from '../evaluating/evaluate-source.js';
import type { Terminal } from '../terminal/terminal.js';
import { collect } from './collect.js';
import { formatOption, headerOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface EvalFlags {
  readonly cases?: readonly string[];
  readonly model?: string;
  readonly modelTimeout: number;
  readonly replay?: string;
  readonly record?: string;
  readonly against?: string;
  readonly min: number;
  readonly format: EvaluationFormat;
  readonly out?: string;
  readonly header?: readonly string[];
  readonly fromRecord?: string;
}

const examples = [
  ['sigil eval', 'find mistakes in the words of the tools here, and judge the cases in evals/ by search'],
  ['sigil eval --against main', 'with the points that tools gained or lost since'],
  ['sigil eval --model "node ask.mjs" --record evals/runs.jsonl', 'let a program choose, and keep its choices'],
  ['sigil eval --replay evals/runs.jsonl --min 90', 'judge the kept choices, without a key'],
  ['sigil eval --format html --out eval.html', 'write a page with the table of confusions'],
  ['sigil eval --from-record searches.jsonl --out evals/asked.eval.ts', 'turn what users searched into cases'],
] as const;

export function addEvalCommand(program: Command, terminal: Terminal): void {
  program
    .command('eval')
    .summary('say which words lead models astray')
    .description(
      'Find mistakes in the words of tools, and count how often a judge chooses the right one: the search of a server, a ' +
        'recorded transcript, or any program that asks a model. Ends with 1 when there are findings.',
    )
    .argument('[source]', 'plugin folder, path of a manifest.json, or the http(s) URL of an MCP endpoint', '.')
    .addOption(
      new Option(
        '-c, --cases <path>',
        'file or folder with *.eval.ts files; may be repeated (default: "evals" of the plugin)',
      ).argParser(collect),
    )
    .option(
      '-m, --model <command>',
      'judge: a program that reads {"words","tools"} and writes {"tool","arguments"}, a line each',
    )
    .addOption(
      new Option('--model-timeout <seconds>', 'longest time for one answer of the model')
        .default(60)
        .argParser(readSeconds),
    )
    .option('--record <file>', 'write what the model chose, for --replay')
    .option('--replay <file>', 'judge: the choices in this file; those made with other definitions do not count')
    .option('--against <ref>', 'compare with the plugin at a git ref, or with npm:<name>[@version]')
    .addOption(
      new Option('--min <percent>', 'least share of right choices of a model or transcript')
        .default(100)
        .argParser(readPercent),
    )
    .option('--from-record <file>', 'write cases for the searches that a server recorded, to be labelled')
    .addOption(formatOption('how to report', ['text', 'json', 'github', 'html']))
    .option('-o, --out <file>', 'write the report to a file')
    .addOption(headerOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (source: string, flags: EvalFlags) => {
      const { fromRecord, out, header = [], modelTimeout, min, cases, model, replay, record, against, format } = flags;
      if (fromRecord !== undefined) {
        const { writeRecordedCases } = await import('../evaluating/write-recorded-cases.js');
        return writeRecordedCases(fromRecord, out, terminal);
      }
      const { evaluateSource } = await import('../evaluating/evaluate-source.js');
      await evaluateSource(
        {
          source,
          headers: header,
          format,
          leastAccuracy: min / 100,
          modelTimeoutMs: modelTimeout * 1_000,
          ...(cases && { cases }),
          ...(model !== undefined && { model }),
          ...(replay !== undefined && { replay }),
          ...(record !== undefined && { record }),
          ...(against !== undefined && { against }),
          ...(out !== undefined && { out }),
        },
        terminal,
      );
    });
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3_600))
    throw new InvalidArgumentError('Expected seconds, more than 0 and at most 3600.');
  return seconds;
}

function readPercent(text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 100))
    throw new InvalidArgumentError('Expected a percentage from 0 to 100.');
  return share;
}
