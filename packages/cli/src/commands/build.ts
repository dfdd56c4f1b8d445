/**
 * `sigil build`: builds plugins, once or after every change.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';

interface BuildOptions {
  readonly watch?: boolean;
}

const examples = [
  ['sigil build', 'build the plugin in this folder'],
  ['sigil build plugins/*', 'build several'],
  ['sigil build --watch', 'build again after each change, until Ctrl+C'],
] as const;

export function addBuildCommand(program: Command, terminal: Terminal): void {
  program
    .command('build')
    .summary('write the manifest and the code of plugins')
    .description('Read the decorated classes of each plugin and write dist/manifest.json and its code.')
    .argument('[dirs...]', 'plugin folders', ['.'])
    .option('-w, --watch', 'build again after each change')
    .addHelpText('after', formatExamples(examples))
    .action(async (dirs: readonly string[], { watch }: BuildOptions) => {
      const { buildEach, watchEach } = await import('../building/build-plugins.js');
      const folders = dirs.map((dir) => resolve(terminal.cwd, dir));
      await (watch ? watchEach(folders, terminal) : buildEach(folders, terminal));
    });
}
