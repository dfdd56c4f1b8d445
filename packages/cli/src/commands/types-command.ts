/**
 * `sigil types`: writes a typed client of a plugin or a server.
 */
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { headerOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface TypesFlags {
  readonly out?: string;
  readonly codeMode?: boolean;
  readonly name?: string;
  readonly check?: boolean;
  readonly header?: readonly string[];
}

const examples = [
  ['sigil types . --out src/weather-client.ts', 'a client of the plugin in this folder'],
  ['sigil types dist/manifest.json -o client.ts --check', 'for CI: fail when the client is out of date'],
  ['sigil types http://127.0.0.1:3000/mcp -o client.ts', 'a client of any running server'],
  ['sigil types . --code-mode --out tools.d.ts', 'what a model reads that writes code'],
] as const;

export function addTypesCommand(program: Command, terminal: Terminal): void {
  program
    .command('types')
    .summary('write a typed client of a plugin or a server')
    .description(
      'Write a TypeScript module with a documented, typed method for every tool, resource and prompt, or, for Code Mode, ' +
        "a declaration file with every tool as a function. A plugin's code is not run for it.",
    )
    .argument('[source]', 'plugin folder, path of a manifest.json, or the http(s) URL of an MCP endpoint', '.')
    .option('-o, --out <file>', 'write to this file (default: standard output)')
    .option('--code-mode', 'write a declaration file of the tools, for a model that calls them by writing code')
    .option('-n, --name <name>', "what the client is called (default: the server's name)")
    .option('--check', 'write nothing, and end with 1 when the file is not what would be written')
    .addOption(headerOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (source: string, { out, codeMode, name, check = false, header = [] }: TypesFlags) => {
      const { writeTypes } = await import('../typing/write-types.js');
      const form = codeMode ? 'code-mode' : 'client';
      const given = { ...(out === undefined ? {} : { out }), ...(name === undefined ? {} : { name }) };
      await writeTypes({ source, headers: header, form, isCheck: check, ...given }, terminal);
    });
}
