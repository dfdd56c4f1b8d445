/**
 * Determines the server that a name on the command line means: a plugin's folder, a URL, or a server running on this machine.
 */
import { readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { variablesIn, type InstallableServer } from '@sigil/contracts/clients';
import type { CheckedTool } from '@sigil/contracts/targets';
import type { JsonObject } from '@sigil/core';
import { readManifest } from '@sigil/core/catalog';
import { ensureFresh } from '../building/ensure-built.js';
import { CommandError, UsageError } from '../failures/command-error.js';
import { describeFailure } from '../failures/describe-failure.js';
import { packageVersion } from '../package-version.js';
import { findInstalled, stdioCommandFor } from '../serving/stdio-command.js';
import { withTarget } from '../targets/open-target.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ChosenServer, ServerRequest } from './chosen-server.js';
import { readServerFolder } from './read-server-folder.js';

/** @throws CommandError when nothing has that name, or the plugin does not build */
export async function chooseServer(request: ServerRequest, terminal: Terminal): Promise<ChosenServer> {
  const { source, origin, headers } = request;
  if (source.includes('://')) return readUrl(source, request, terminal);

  const folder = resolve(terminal.cwd, source);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) {
    if (Object.keys(headers).length > 0)
      throw new UsageError('--header means nothing for a plugin folder: leave it out');
    return readFolder(folder, request, terminal);
  }
  if (found || /[/\\.]/.test(source)) throw new CommandError(`there is no plugin folder "${folder}"`);
  const url = `${origin.replace(/\/$/, '')}/mcp/${source}`;
  const chosen = await readUrl(url, request, terminal);
  if (chosen.tools !== undefined || chosen.name !== undefined) return chosen;
  throw new CommandError(
    `there is neither a folder "${source}" nor a server at ${url}: ${chosen.unchecked ?? 'no answer'}`,
  );
}

async function readUrl(url: string, request: ServerRequest, terminal: Terminal): Promise<ChosenServer> {
  const { headers, env, configFile } = request;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UsageError(`expected a plugin folder, an http(s) URL or the name of a server, got "${url}"`);
  }
  if (new URL(url).username !== '')
    throw new UsageError('a URL with a password in it would stand in the file; use --header');
  if (Object.keys(env).length > 0) throw new UsageError('--env means nothing for a URL: leave it out');
  if (configFile !== undefined) throw new UsageError('--config means nothing for a URL: leave it out');
  const server: InstallableServer = { kind: 'http', url, headers };
  const unset = Object.values(headers)
    .flatMap(variablesIn)
    .filter((name) => !terminal.env[name]);
  if (unset.length > 0) {
    return { name: undefined, server, tools: undefined, unchecked: `$${unset[0]} is not set here` };
  }
  try {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${fillIn(value, terminal)}`);
    const listed = await withTarget({ name: url, headers: lines }, terminal, (target) => target.list());
    return { name: listed.server.name, server, tools: listed.tools.map(checkedTool) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return {
      name: undefined,
      server,
      tools: undefined,
      unchecked: describeFailure(error, { ...terminal, isVerbose: false }),
    };
  }
}

function fillIn(value: string, { env }: Terminal): string {
  return variablesIn(value).reduce((text, name) => text.replaceAll(`\${${name}}`, env[name] ?? ''), value);
}

function checkedTool(tool: {
  name: string;
  description?: string | undefined;
  inputSchema: object;
  outputSchema?: object | undefined;
}): CheckedTool {
  // Sound: the client parsed both from JSON.
  const { name, description, inputSchema, outputSchema } = tool;
  return {
    name,
    description,
    inputSchema: inputSchema as JsonObject,
    outputSchema: outputSchema as JsonObject | undefined,
  };
}

async function readFolder(folder: string, request: ServerRequest, terminal: Terminal): Promise<ChosenServer> {
  const served = readServerFolder(folder, request, terminal);
  if (served !== undefined) return served;
  await requirePlugin(folder);
  // A client that starts it should not have to wait for a build.
  await ensureFresh(folder, terminal);
  const path = join(folder, 'dist', 'manifest.json');
  const { plugin, tools, classes } = readManifest(JSON.parse(await readFile(path, 'utf8')), path);
  const needing = classes.find(({ configRequired }) => configRequired === true);
  if (needing !== undefined && request.configFile === undefined) {
    throw new UsageError(
      `the plugin "${plugin.name}" cannot start without its configuration: name a JSON file with --config`,
    );
  }
  const { env } = request;
  return { name: plugin.name, tools, server: { kind: 'stdio', ...launchOf(folder, request, terminal), env } };
}

async function requirePlugin(folder: string): Promise<void> {
  const isThere = (file: string): Promise<boolean> =>
    stat(join(folder, file)).then(
      () => true,
      () => false,
    );
  if ((await isThere('tsconfig.json')) || (await isThere('dist/manifest.json'))) return;
  throw new CommandError(
    `the folder ${folder} holds neither a plugin nor a server: it has no tsconfig.json, no dist/manifest.json and no sigil.config.json`,
  );
}

/**
 * Chooses the command. In a project, npx finds it by its package, even before it is installed, and the paths are valid in
 * every checkout. For a user, the path of the plugin's own copy needs neither npx nor a network.
 */
function launchOf(
  folder: string,
  { scope, configFile, environmentFiles }: ServerRequest,
  { cwd }: Terminal,
): { command: string; args: string[] } {
  const isShared = scope === 'project';
  const place = (path: string): string => (isShared ? relative(cwd, path).replaceAll('\\', '/') || '.' : path);
  const settings = [
    ...(configFile === undefined ? [] : ['--config', place(resolve(cwd, configFile))]),
    ...environmentFiles.flatMap((file) => ['--env-file', place(resolve(cwd, file))]),
  ];
  if (!isShared) {
    const { command, args } = stdioCommandFor(folder);
    return { command, args: [...args, ...settings] };
  }
  const args = ['serve', place(folder), '--stdio', ...settings];
  const isHere = findInstalled(cwd) !== undefined;
  return { command: 'npx', args: ['-y', isHere ? '@sigil/cli' : `@sigil/cli@${packageVersion()}`, ...args] };
}
