import { Argument, Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { writeCommand } from './write-options.ts';

test('an options table shows choices and defaults and escapes bars in cells', () => {
  const command = new Command('x')
    .addArgument(new Argument('<what>', 'what to do').choices(['a', 'b']))
    .argument('<a|b>', 'either')
    .argument('[dirs...]', 'folders')
    .addOption(new Option('-f, --format <format>', 'how').choices(['text', 'json']).default('text'))
    .option('--proxy <url|command>', 'served', 'x')
    .option('--scope <scope>', 'may be repeated', (text: string, all: string[]) => [...all, text], [])
    .option('--all', 'all', false);

  expect(writeCommand(command).split('\n').slice(2)).toEqual([
    '| `<what>` | what to do; one of `a`, `b` |',
    '| `<a\\|b>` | either |',
    '| `[dirs...]` | folders |',
    '| `-f, --format <format>` | how; one of `text`, `json`; default `text` |',
    '| `--proxy <url\\|command>` | served; default `x` |',
    '| `--scope <scope>` | may be repeated |',
    '| `--all` | all |',
  ]);
});
