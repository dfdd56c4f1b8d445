/**
 * Creates a view in a plugin: its source, the configuration of its types, and the packages that it imports.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { renderView, withViewPackages } from '../templates/render-plugin.mjs';
import { CreateError, CreateUsageError } from './create-error.js';
import type { CreateTerminal } from './create-terminal.js';
import { findPackageManager } from './package-manager.js';
import { packageVersion } from './package-version.js';

/** The view to create. */
export interface ViewRequest {
  readonly name: string;
  /** The plugin's folder; by default the working one. */
  readonly directory: string | undefined;
}

/** @throws CreateError when the name cannot be one, there is no plugin with a built tool, or there is such a view */
export async function createView({ name, directory = '.' }: ViewRequest, terminal: CreateTerminal): Promise<void> {
  requireViewName(name);
  const folder = resolve(terminal.cwd, directory);
  const packageFile = await readPackage(folder, directory);
  const { plugin, tool } = await readBuilt(folder, directory);
  const taken = (await readdir(join(folder, 'views')).catch(() => [])).find((file) => file.startsWith(`${name}.`));
  if (taken !== undefined) throw new CreateUsageError(`there is a view of that name: "views/${taken}"`);

  const written = renderView({ name, tool }).filter(({ path }) => !existsSync(join(folder, path)));
  for (const { path, text } of written) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
  const { text } = withViewPackages({ path: 'package.json', text: packageFile }, packageVersion());
  if (text !== packageFile) await writeFile(join(folder, 'package.json'), text);

  const { line } = terminal.out;
  const manager = findPackageManager(terminal.env['npm_config_user_agent']);
  const paths = written.map(({ path }) => relative(terminal.cwd, join(folder, path)));
  line(`Created ${paths.join(' and ')}.`);
  line(`\nDeclare it on a class, and name it in the tool whose result it shows:`);
  line(`  @View('ui://${plugin}/${name}')`);
  line(`  @Tool({ view: 'ui://${plugin}/${name}' })`);
  line(`Then:\n  ${manager} install`);
}

/** @throws CreateUsageError for a name that would not be the last part of an address */
export function requireViewName(name: string): void {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64) return;
  throw new CreateUsageError(
    `a view's name has 1 to 64 of a-z, 0-9 and single hyphens between them, got ${JSON.stringify(name)}`,
  );
}

async function readPackage(folder: string, directory: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) throw new CreateUsageError(`"${directory}" is no folder of a plugin: it has no package.json`);
  try {
    JSON.parse(text);
    return text;
  } catch (cause) {
    throw new CreateError(`the package.json of "${directory}" is no JSON`, { cause });
  }
}

/** Finds a tool of the built plugin, with a result of data if there is one, whose constant has the tool's own name. */
async function readBuilt(
  folder: string,
  directory: string,
): Promise<{ readonly plugin: string; readonly tool: string }> {
  const text = await readFile(join(folder, 'dist', 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new CreateUsageError(`"${directory}" was not built yet, so that its tools are unknown: run "sigil build"`);
  // Sound: a build has written the file.
  const { plugin, tools } = JSON.parse(text) as {
    readonly plugin: { readonly name: string };
    readonly tools: readonly { readonly name: string; readonly outputSchema?: object }[];
  };
  const named = tools.filter(({ name }) => /^[A-Za-z]\w*$/.test(name));
  const tool = named.find(({ outputSchema }) => outputSchema !== undefined) ?? named[0];
  if (!tool) throw new CreateUsageError(`"${directory}" has no tool whose result a view could show`);
  return { plugin: plugin.name, tool: tool.name };
}
