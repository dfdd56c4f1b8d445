/**
 * `sigil new`: writes a new plugin that builds, tests and serves as it is.
 */
import { relative, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { findDescriptionProblem, findNameProblem, type TemplateName } from '../../templates/render-plugin.mjs';
import { UsageError } from '../failures/command-error.js';
import { counted } from '../terminal/counted.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';

interface NewFlags {
  readonly template?: TemplateName;
  readonly directory?: string;
  readonly description?: string;
}

const templates: readonly TemplateName[] = ['tool', 'full'];

const examples = [
  ['sigil new weather', 'write a plugin with one tool into the folder "weather"'],
  ['sigil new weather --template full', 'with a resource and a prompt too'],
  ['sigil new weather --directory plugins/weather', 'into another folder'],
] as const;

export function addNewCommand(program: Command, terminal: Terminal): void {
  program
    .command('new')
    .summary('write a new plugin that builds, tests and serves')
    .description(
      'Write a new plugin: package.json, tsconfig.json, a class, its test and a README. Nothing is overwritten.',
    )
    .argument('[name]', 'name of the plugin, such as "weather"; asked for when it is left out')
    .addOption(new Option('-t, --template <name>', 'what the plugin has (default: "tool")').choices(templates))
    .option('-d, --directory <path>', 'folder to write it into; by default one with its name')
    .option('--description <text>', 'what the plugin is for, in one line')
    .addHelpText('after', formatExamples(examples))
    .action(async (name: string | undefined, flags: NewFlags) => {
      const { description } = flags;
      requireNo(description === undefined ? undefined : findDescriptionProblem(description));
      if (name !== undefined) requireNo(findNameProblem(name));
      const chosen = await completeChoice(name, flags.template, terminal);
      const folder = resolve(terminal.cwd, flags.directory ?? chosen.name);

      const { createPlugin } = await import('../creating/create-plugin.js');
      const files = await createPlugin({ ...chosen, description, folder });

      const path = relative(terminal.cwd, folder);
      terminal.out.line(
        `Created ${path || 'the plugin here'} with ${counted(files.length, 'file')}: ${files.join(', ')}`,
      );
      for (const line of nextSteps(path)) terminal.out.line(line);
    });
}

function requireNo(problem: string | undefined): void {
  if (problem !== undefined) throw new UsageError(problem);
}

interface Choice {
  readonly name: string;
  readonly template: TemplateName;
}

/** Asks only for what is missing, and only when the name is: a whole command line never waits for anybody. */
async function completeChoice(
  name: string | undefined,
  template: TemplateName | undefined,
  terminal: Terminal,
): Promise<Choice> {
  if (name !== undefined) return { name, template: template ?? 'tool' };
  const { askMissing, canAsk } = await import('../creating/ask-missing.js');
  if (!canAsk(terminal)) throw new UsageError('expected a name for the plugin: sigil new <name>');
  const askName = { text: 'Name of the plugin, such as "weather"', findProblem: findNameProblem };
  if (template) {
    const [answer = ''] = await askMissing([askName], terminal);
    return { name: answer, template };
  }
  const [answer = '', kind = ''] = await askMissing([askName, askTemplate], terminal);
  return { name: answer, template: readTemplate(kind) };
}

const askTemplate = {
  text: 'What it has to begin with: "tool" for one tool, "full" for a resource and a prompt too',
  fallback: 'tool',
  findProblem: (answer: string) =>
    templates.some((template) => template === answer) ? undefined : `expected "tool" or "full", got "${answer}"`,
};

function readTemplate(text: string): TemplateName {
  return templates.find((template) => template === text) ?? 'tool';
}

function nextSteps(path: string): string[] {
  return [
    '',
    'Next:',
    ...(path ? [`  cd ${path}`] : []),
    '  npm install',
    '  npm run dev   # serves it on http://127.0.0.1:3000/mcp, and again after each save',
    '  npm test',
  ];
}
