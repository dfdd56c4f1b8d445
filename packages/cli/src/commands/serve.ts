/**
 * `sigil serve`: serves a built plugin and swaps in what later builds write.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfiguration } from '../configuring/read-configuration.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';
import { addServingOptions, readCarrier, type ServingOptions } from './serving-options.js';

interface ServeOptions extends ServingOptions {
  readonly build?: boolean;
}

const examples = [
  ['sigil serve', 'serve the plugin here at http://127.0.0.1:3000/mcp'],
  ['sigil serve plugins/date --port 0 --build', 'build it first, take any free port'],
  ['sigil serve --stdio', 'for clients that start their servers themselves'],
  ['sigil serve --stdio --native', 'each tool a method whose events follow as notifications'],
] as const;

export function addServeCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('serve')
    .summary('serve a built plugin')
    .description('Serve a built plugin, and swap in what later builds write. A plugin without a build is built first.')
    .argument('[dir]', 'plugin folder', '.');
  addServingOptions(command)
    .option('-b, --build', 'build before serving')
    .addHelpText('after', formatExamples(examples))
    .action(async (dir: string, options: ServeOptions) => {
      const carrier = readCarrier(options);
      const { servePlugin } = await import('../serving/serve-plugin.js');
      const configuration = await readConfiguration(options.config, terminal);
      const folder = resolve(terminal.cwd, dir);
      await servePlugin({ folder, carrier, buildFirst: options.build ?? false, configuration }, terminal);
    });
}
