/**
 * `sigil manifest`: prints the manifest that a build would write, and writes nothing.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';

const examples = [
  ['sigil manifest', 'print what this plugin publishes, as JSON'],
  ['sigil manifest plugins/date | jq .tools', 'pick a part of it'],
] as const;

export function addManifestCommand(program: Command, terminal: Terminal): void {
  program
    .command('manifest')
    .summary("print a plugin's manifest as JSON")
    .description('Print the manifest that a build would write. Nothing is written; problems go to standard error.')
    .argument('[dir]', 'plugin folder', '.')
    .option('-t, --target <list>', 'clients, with commas, that schemas are rewritten for (see: sigil check)')
    .addHelpText('after', formatExamples(examples))
    .action(async (dir: string, { target }: { target?: string }) => {
      const { readManifestOf } = await import('../building/build-plugins.js');
      const { readBuildOptions } = await import('../checking/read-client-targets.js');
      const manifest = await readManifestOf(resolve(terminal.cwd, dir), terminal, readBuildOptions(target));
      terminal.out.line(JSON.stringify(manifest, undefined, 2));
    });
}
