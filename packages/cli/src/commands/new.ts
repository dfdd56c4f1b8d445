/**
 * `sigil new`: creates the same folders as `npm create @sigil`.
 */
import { addCreateOptions } from '@sigil/create';
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';

const examples = [
  ['sigil new weather', 'write a plugin with one tool into the folder "weather"'],
  ['sigil new weather --template full', 'with a resource and a prompt too'],
  ['sigil new dice --view', 'write a plugin whose result a view shows'],
  ['sigil new --view board', 'write a view for the plugin in this folder'],
  ['sigil new --skill refunds', 'write a skill for the plugin in this folder'],
  ['sigil new weather --ci github', 'with a workflow for GitHub; without a name for the plugin in this folder'],
  ['sigil new --server', 'write a server for the plugins of many teams'],
  ['sigil new weather --directory plugins/weather', 'into another folder'],
] as const;

export function addNewCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('new')
    .summary('write a new plugin, a skill, a view or a workflow for one, or a server for plugins')
    .description(
      'Write a new plugin: package.json, tsconfig.json, a class, its tests, a README and notes for coding agents. Nothing is overwritten.',
    )
    .addHelpText('after', formatExamples(examples));
  addCreateOptions(command, terminal);
}
