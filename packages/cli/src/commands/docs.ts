/**
 * `sigil docs`: writes the documentation of a plugin or a server.
 */
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption, headerOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface DocsFlags {
  readonly out: string;
  readonly format: 'markdown' | 'html';
  readonly since?: string;
  readonly check?: boolean;
  readonly header?: readonly string[];
}

const examples = [
  ['sigil docs', 'Markdown pages of the plugin in this folder, in docs/'],
  ['sigil docs . --format html --out site', 'a static site: open site/index.html'],
  ['sigil docs . --since v1.2.0', 'with a page of what changed since that tag'],
  ['sigil docs --check', 'for CI: fail when the pages are out of date'],
] as const;

export function addDocsCommand(program: Command, terminal: Terminal): void {
  program
    .command('docs')
    .summary('write the documentation of a plugin or a server')
    .description(
      'Write a page for every tool and prompt, and pages of resources, configuration and changes, as Markdown or as a static ' +
        "site, from the manifest alone. A plugin's code is not run for it.",
    )
    .argument('[source]', 'plugin folder, manifest, http(s) URL of an MCP endpoint, or npm:<name>[@version]', '.')
    .option('-o, --out <folder>', 'write into this folder; other files there are left alone', 'docs')
    .addOption(formatOption('how to write it', ['markdown', 'html']))
    .option('--since <ref>', 'add what changed since a git ref, or since npm:<name>[@version]')
    .option('--check', 'write nothing, and end with 1 when a page is not what would be written')
    .addOption(headerOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (source: string, { out, format, since, check = false, header = [] }: DocsFlags) => {
      const { documentPlugin } = await import('../documenting/document-plugin.js');
      const given = since === undefined ? {} : { since };
      await documentPlugin({ source, headers: header, out, format, isCheck: check, ...given }, terminal);
    });
}
