/**
 * `sigil call`: calls one tool of a plugin or of a running server.
 */
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { collect } from './collect.js';
import { formatOption, olderJsonOption } from './common-options.js';
import { formatExamples } from './format-examples.js';
import { addTargetArgument, type TargetOptions } from './target-options.js';

interface CallOptions extends TargetOptions {
  readonly arg?: readonly string[];
  readonly format: 'text' | 'json';
  readonly answer?: readonly string[];
}

const examples = [
  [`sigil call . echo '{"message":"hi"}'`, 'with the arguments as JSON'],
  ['sigil call . echo --arg message=hi', 'one argument at a time'],
  ['sigil call . echo - < arguments.json', 'with the arguments from standard input'],
  [`sigil call . order --answer '{"copies":2}'`, 'with the answer to what the tool asks on its way'],
  ['sigil call http://127.0.0.1:3000/mcp echo --arg message=hi', 'on a running server'],
] as const;

export function addCallCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('call')
    .summary('call a tool of a plugin or a server')
    .description(
      'Call one tool and print its result. A folder is built when its build is stale, and runs in this process. ' +
        'Progress and errors go to standard error. What the tool asks on its way (forms, visits to pages, a message of a language ' +
        'model) is asked at the terminal, or answered with --answer.',
    );
  addTargetArgument(command)
    .argument('<tool>', 'name of the tool')
    .argument('[json]', 'arguments as a JSON object; "-" reads them from standard input')
    .option('-a, --arg <key=value>', 'one argument; may be repeated', collect)
    .option(
      '--answer <text>',
      'answer to what the tool asks: a JSON object for a form, a text for a language model, or accept, decline, cancel; ' +
        'may be repeated, in the order of the questions',
      collect,
    )
    .addOption(formatOption('how to show the result; JSON is the whole result'))
    .addOption(olderJsonOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (name: string, tool: string, ...[json, options]: [string | undefined, CallOptions]) => {
      const { callTool } = await import('../calling/call-tool.js');
      const target = { name, headers: options.header ?? [], configFile: options.config };
      await callTool(
        {
          target,
          tool,
          json,
          pairs: options.arg ?? [],
          isRaw: options.format === 'json',
          answers: options.answer ?? [],
        },
        terminal,
      );
    });
}
