/**
 * `sigil top`: shows the activity of a running server, as its dashboard does.
 */
import { Option, type Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption, headerOption, olderJsonOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface TopFlags {
  readonly header?: readonly string[];
  readonly format: 'text' | 'json';
  readonly once?: boolean;
  readonly sort: 'calls' | 'failures' | 'p95' | 'name';
}

const examples = [
  ['sigil top', 'of the server at http://127.0.0.1:3000, until q or Ctrl+C'],
  ['sigil top https://mcp.example.com -H "Authorization: Bearer …"', 'of another one'],
  ['sigil top --sort p95 --once', 'one table, the slowest first'],
  ['sigil top --format json', 'the numbers once, for a program'],
] as const;

export function addTopCommand(program: Command, terminal: Terminal): void {
  program
    .command('top')
    .summary('watch the calls of a running server')
    .description(
      'Show the calls of the last hour of a running server by server and component, with failures and times, what runs, and its remote ' +
        'servers; again every two seconds. Keys: c, f, p and n sort by calls, failures, p95 and name, q ends. To a file or another program ' +
        'it writes one table.',
    )
    .argument('[url]', 'http(s) URL of a Sigil server', 'http://127.0.0.1:3000')
    .addOption(headerOption())
    .addOption(
      new Option('--sort <by>', 'what comes first').choices(['calls', 'failures', 'p95', 'name']).default('calls'),
    )
    .option('--once', 'write one table and end')
    .addOption(formatOption('how to show it; JSON is written once'))
    .addOption(olderJsonOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (url: string, { header = [], format, once = false, sort }: TopFlags) => {
      const { watchServer } = await import('../watching/watch-server.js');
      await watchServer({ url, headers: header, isJson: format === 'json', isOnce: once, sort }, terminal);
    });
}
