/**
 * `sigil import openapi`: writes an OpenAPI document as a plugin's sources, or merges a newer one into them.
 */
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { collect } from './collect.js';
import { formatExamples } from './format-examples.js';
import { finishGroup } from './help.js';

interface ImportFlags {
  readonly out: string;
  readonly name: string;
  readonly only: readonly string[];
  readonly all?: boolean;
  readonly search?: boolean;
  readonly dryRun?: boolean;
  readonly writeConflicts?: boolean;
}

const examples = [
  ['sigil import openapi api.yaml --out trains --name trains', 'write a plugin with a tool for each operation'],
  [
    'sigil import openapi https://api.example/openapi.json --out shop --name shop --only tag=orders',
    'only some of them',
  ],
  ['sigil import openapi github.json --out github --name github --search', 'all of them, found by a search'],
  ['sigil import openapi api-v2.yaml --out trains --name trains --dry-run', 'show what a newer document changes'],
] as const;

export function addImportCommand(program: Command, terminal: Terminal): void {
  const group = program
    .command('import')
    .summary('write the description of an API as a plugin')
    .description('Write the description of an API as the sources of a plugin, which are yours to edit.')
    .addHelpText('after', formatExamples(examples));
  group
    .command('openapi')
    .description(
      'Write an OpenAPI document (2.0, 3.0 or 3.1, JSON or YAML) as a plugin: a class for each tag, a method for each operation. ' +
        'The same command with a newer document merges: edited parts stay, and their differences are shown.',
    )
    .argument('<document>', 'file, or http(s) URL')
    .requiredOption('-o, --out <folder>', "the plugin's folder")
    .requiredOption('-n, --name <name>', "the plugin's name")
    .option('--only <choice>', 'tag=NAME, path=/PREFIX or operation=ID; may be given several times', collect, [])
    .option('--all', 'every operation, also if there are more than 40')
    .option('--search', 'servers list a search for the tools in place of all of them; package.json says so')
    .option('--dry-run', 'write nothing, and show what would be written')
    .option(
      '--write-conflicts',
      'write what the document has for edited parts beside them, into files named *.incoming',
    )
    .addHelpText('after', formatExamples(examples))
    .action(async (document: string, flags: ImportFlags) => {
      const { importDocument } = await import('../importing/import-document.js');
      const { out, name, only, all = false, search = false, dryRun = false, writeConflicts = false } = flags;
      await importDocument(
        { document, out, name, only, all, isSearched: search, isDryRun: dryRun, writesConflicts: writeConflicts },
        terminal,
      );
    });
  finishGroup(group);
}
