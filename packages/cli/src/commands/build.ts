/**
 * `sigil build`: builds plugins, once or after every change.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ReportFormat } from '../building/report.js';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface BuildFlags {
  readonly watch?: boolean;
  readonly target?: string;
  readonly format: ReportFormat;
  readonly typeCheck: boolean;
  readonly strict?: boolean;
}

const formats: readonly ReportFormat[] = ['text', 'json', 'sarif'];

const examples = [
  ['sigil build', 'build the plugin in this folder'],
  ['sigil build plugins/*', 'build several'],
  ['sigil build src/audit-trail.ts', 'write dist/audit-trail.mjs, an extension with schemas of its types'],
  ['sigil build --watch', 'build again after each change, until Ctrl+C'],
  ['sigil build --format sarif > sigil.sarif', 'report what is wrong to a code host'],
  ['sigil build --target gemini,cursor', 'rewrite schemas for clients that refuse some of JSON Schema'],
] as const;

export function addBuildCommand(program: Command, terminal: Terminal): void {
  program
    .command('build')
    .summary('write the manifest and the code of plugins')
    .description(
      'Read the decorated classes of each plugin and write dist/manifest.json and its code. Of a module, write dist/NAME.mjs.',
    )
    .argument('[dirs...]', 'plugin folders, or modules such as extensions', ['.'])
    .option('-w, --watch', 'build again after each change')
    .option('-t, --target <list>', 'clients, with commas, that schemas are rewritten for (see: sigil check)')
    .option(
      '--no-type-check',
      'leave type errors in bodies of methods to tsc; what schemas are made of is always checked',
    )
    .option('--strict', 'refuse properties without a description')
    .addOption(formatOption('how to report what is wrong', formats))
    .addHelpText('after', formatExamples(examples))
    .action(async (dirs: readonly string[], { watch, target, format, typeCheck, strict }: BuildFlags) => {
      if (watch && format !== 'text') {
        throw new UsageError(`--format ${format} means nothing with --watch: leave one out`);
      }
      const { readBuildOptions } = await import('../checking/read-client-targets.js');
      const folders = dirs.map((dir) => resolve(terminal.cwd, dir));
      const options = { ...readBuildOptions(target), typeCheck, ...(strict && { strict }) };
      if (watch) {
        const { isModule } = await import('../building/build-plugins.js');
        for (const folder of folders)
          if (await isModule(folder)) throw new UsageError(`--watch builds folders, and "${folder}" is a file`);
        const { watchEach } = await import('../builder/watch-plugins.js');
        return watchEach(folders, terminal, options);
      }
      const { buildEach } = await import('../building/build-plugins.js');
      await buildEach(folders, terminal, { ...options, format });
    });
}
