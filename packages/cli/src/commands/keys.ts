/**
 * `sigil keys`: creates, lists and revokes the API keys of a server.
 */
import { InvalidArgumentError, type Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption } from './common-options.js';
import { formatExamples } from './format-examples.js';
import { finishGroup } from './help.js';

interface CreateFlags {
  readonly scope: readonly string[];
  readonly expires?: number;
  readonly file: string;
}

const standardFile = 'keys.json';
const maxDays = 36_500;

const examples = [
  ['sigil keys create ci --scope orders:read --expires 90', 'make a key; it is shown once'],
  ['sigil keys list', 'names, scopes and ends'],
  ['sigil keys revoke ci', 'a running server refuses it within seconds'],
] as const;

export function addKeysCommand(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .summary('make, list and revoke API keys')
    .description(
      'Make, list and revoke the API keys that "auth.keys" of a server names. The file has hashes only: a key is shown once, ' +
        'when it is made.',
    )
    .addHelpText('after', formatExamples(examples));
  keys
    .command('create')
    .description('make a key and show it')
    .argument('<name>', 'who presents it', readName)
    .option('--scope <scope>', 'a scope that it has; may be given several times', collectScope, [])
    .option('--expires <days>', 'days that it is good for; for ever when left out', readDays)
    .option('--file <path>', 'the file of keys', standardFile)
    .action(async (name: string, { scope, expires, file }: CreateFlags) => {
      const { createKey } = await import('../keys/manage-keys.js');
      await createKey({ name, scopes: scope, days: expires, file }, terminal);
    });
  keys
    .command('list')
    .description('list the keys')
    .option('--file <path>', 'the file of keys', standardFile)
    .addOption(formatOption())
    .action(async ({ file, format }: { file: string; format: 'text' | 'json' }) => {
      const { listKeys } = await import('../keys/manage-keys.js');
      await listKeys(file, format, terminal);
    });
  keys
    .command('revoke')
    .description('take a key away')
    .argument('<name>', 'who presented it')
    .option('--file <path>', 'the file of keys', standardFile)
    .action(async (name: string, { file }: { file: string }) => {
      const { revokeKey } = await import('../keys/manage-keys.js');
      await revokeKey(file, name, terminal);
    });
  finishGroup(keys);
}

function readName(text: string): string {
  if (/^[A-Za-z0-9._@-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Such a name is 1 to 64 of A-Z a-z 0-9 . _ @ -.');
}

function collectScope(text: string, before: readonly string[]): readonly string[] {
  // The grammar of RFC 6749 §3.3.
  if (/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)) return [...before, text];
  throw new InvalidArgumentError('A scope has no spaces, quotes or backslashes.');
}

function readDays(text: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (days >= 1 && days <= maxDays) return days;
  throw new InvalidArgumentError(`It must be a whole number of days from 1 to ${maxDays}.`);
}
