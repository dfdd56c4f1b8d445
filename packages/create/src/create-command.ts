/**
 * The command line that creates a plugin or a server, shared by `npm create @sigil` and `sigil new`.
 */
import { relative, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import {
  findDescriptionProblem,
  findNameProblem,
  renderPlugin,
  type RenderedFile,
  type TemplateName,
} from '../templates/render-plugin.mjs';
import { askMissing, canAsk } from './ask-missing.js';
import { createWorkflow } from './ci/create-workflow.js';
import { CreateUsageError } from './create-error.js';
import { createFolder } from './create-folder.js';
import { createSkill } from './create-skill.js';
import { createView, requireViewName } from './create-view.js';
import type { CreateTerminal } from './create-terminal.js';
import { findWorkspace, type Workspace } from './find-workspace.js';
import { describeNextSteps, describeServedSteps, type CreatedKind } from './next-steps.js';
import { packageVersion } from './package-version.js';
import { findPackageManager, type PackageManager } from './package-manager.js';
import { renderServer } from './render-server.js';

interface CreateFlags {
  readonly server?: boolean;
  readonly skill?: string;
  /** True for a view without a name of its own. */
  readonly view?: string | true;
  readonly ci?: 'github';
  readonly template?: TemplateName;
  readonly directory?: string;
  readonly description?: string;
}

/** Default name of a server: its plugins have names of their own. */
const serverName = 'mcp-server';

const templates: readonly TemplateName[] = ['tool', 'full', 'view'];

/** Adds the argument, the options and the action to a command; the action rejects with a `CreateError`. */
export function addCreateOptions(command: Command, terminal: CreateTerminal): Command {
  return command
    .argument('[name]', 'name of the plugin, such as "weather"; asked for when it is left out')
    .addOption(
      new Option('--server', `a server for the plugins of many teams (default name: "${serverName}")`).conflicts(
        'template',
      ),
    )
    .addOption(new Option('-t, --template <name>', 'what the plugin has (default: "tool")').choices(templates))
    .addOption(
      new Option('--skill <name>', 'a skill for the plugin in this folder, or in --directory').conflicts([
        'server',
        'template',
      ]),
    )
    .addOption(
      new Option(
        '--view [name]',
        'a page that hosts of MCP Apps show: with the new plugin, or without a name of one, for the plugin in this folder, or in --directory',
      ).conflicts(['server', 'template', 'skill']),
    )
    .addOption(
      new Option('--ci <host>', 'a workflow that checks the new plugin, or the one in this folder without a name')
        .choices(['github'])
        .conflicts(['server', 'skill']),
    )
    .option('-d, --directory <path>', 'folder to write it into; by default one with its name')
    .option('--description <text>', 'what it is for, in one line')
    .action(async (name: string | undefined, flags: CreateFlags) => {
      const { skill, view, ci, description, directory } = flags;
      if (skill !== undefined) return createSkill({ name: skill, description, directory }, terminal);
      if (name === undefined && (view ?? ci) !== undefined) {
        if (view !== undefined) await addView(view, directory, terminal);
        if (ci !== undefined) await createWorkflow(directory ?? '.', terminal);
        return;
      }
      return flags.server ? createServer(name, flags, terminal) : createPlugin(name, flags, terminal);
    });
}

async function addView(view: string | true, directory: string | undefined, terminal: CreateTerminal): Promise<void> {
  if (view === true)
    throw new CreateUsageError('expected a name for the view, such as "board", or a name for a new plugin with one');
  return createView({ name: view, directory }, terminal);
}

async function createPlugin(
  name: string | undefined,
  { template: given, view, directory, description, ci }: CreateFlags,
  terminal: CreateTerminal,
): Promise<void> {
  requireNo(description === undefined ? undefined : findDescriptionProblem(description));
  if (name !== undefined) requireNo(findNameProblem(name));
  const template = view === undefined ? given : 'view';
  if (typeof view === 'string') requireViewName(view);
  const chosen = await completeChoice(name, template, terminal);
  const packageManager = findPackageManager(terminal.env['npm_config_user_agent']);
  const folder = resolve(terminal.cwd, directory ?? chosen.name);
  const workspace = findWorkspace(folder);
  const home = {
    version: packageVersion(),
    packageManager,
    isMember: workspace !== undefined,
    isServed: workspace?.isServer ?? false,
  };
  const named = typeof view === 'string' ? { view } : {};
  const files = renderPlugin({ ...chosen, ...named, description, home });
  await createFolder(folder, files);
  if (ci !== undefined) await createWorkflow(folder, terminal);
  report({ kind: 'plugin', folder, files, packageManager, workspace }, terminal);
}

async function createServer(
  name = serverName,
  { directory = name, description }: CreateFlags,
  terminal: CreateTerminal,
): Promise<void> {
  requireNo(findNameProblem(name));
  requireNo(description === undefined ? undefined : findDescriptionProblem(description));
  const packageManager = findPackageManager(terminal.env['npm_config_user_agent']);
  const folder = resolve(terminal.cwd, directory);
  const files = renderServer({ name, description, version: packageVersion(), packageManager });
  await createFolder(folder, files);
  report({ kind: 'server', folder, files, packageManager }, terminal);
}

interface Created {
  readonly kind: CreatedKind;
  readonly folder: string;
  readonly files: readonly RenderedFile[];
  readonly packageManager: PackageManager;
  readonly workspace?: Workspace | undefined;
}

function report({ kind, folder, files, packageManager, workspace }: Created, terminal: CreateTerminal): void {
  const path = relative(terminal.cwd, folder);
  const names = files.map((file) => file.path).join(', ');
  terminal.out.line(`Created ${path || `the ${kind} here`} with ${files.length} files: ${names}`);
  const steps = workspace?.isServer
    ? describeServedSteps(relative(terminal.cwd, workspace.root), packageManager)
    : describeNextSteps(kind, path, packageManager);
  for (const line of steps) terminal.out.line(line);
}

function requireNo(problem: string | undefined): void {
  if (problem !== undefined) throw new CreateUsageError(problem);
}

interface Choice {
  readonly name: string;
  readonly template: TemplateName;
}

/** Asks for missing values only if the name is missing: a complete command line never prompts. */
async function completeChoice(
  name: string | undefined,
  template: TemplateName | undefined,
  terminal: CreateTerminal,
): Promise<Choice> {
  if (name !== undefined) return { name, template: template ?? 'tool' };
  if (!canAsk(terminal)) throw new CreateUsageError('expected a name for the plugin, such as "weather"');
  const askName = { text: 'Name of the plugin, such as "weather"', findProblem: findNameProblem };
  if (template) {
    const [answer = ''] = await askMissing([askName], terminal);
    return { name: answer, template };
  }
  const [answer = '', kind = ''] = await askMissing([askName, askTemplate], terminal);
  return { name: answer, template: readTemplate(kind) };
}

const askTemplate = {
  text: 'What it has to begin with: "tool" for one tool, "full" for a resource and a prompt too, "view" for a page that shows the result',
  fallback: 'tool',
  findProblem: (answer: string) =>
    templates.some((template) => template === answer)
      ? undefined
      : `expected "tool", "full" or "view", got "${answer}"`,
};

function readTemplate(text: string): TemplateName {
  return templates.find((template) => template === text) ?? 'tool';
}
