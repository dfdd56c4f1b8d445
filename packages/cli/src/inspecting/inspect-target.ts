/**
 * Inspects the target that a name on the command line means, shows it, and fails when a plugin does not serve.
 */
import { resolve } from 'node:path';
import { configurationHint } from '../configuring/explain-configuration.js';
import { readConfiguration } from '../configuring/read-configuration.js';
import { CommandError, UsageError } from '../failures/command-error.js';
import { readHeaders } from '../targets/open-target.js';
import type { Terminal } from '../terminal/terminal.js';
import { describeFailedBoot, formatInspection } from './format-inspection.js';
import { inspectFolder } from './inspect-folder.js';
import { inspectServer } from './inspect-server.js';
import type { InspectedPlugin } from './inspection.js';

/** The target to inspect, and the format of the output. */
export interface InspectRequest {
  /** A folder, or the URL of a server. */
  readonly name: string;
  /** Headers as `Name: value`; for a URL. */
  readonly headers: readonly string[];
  /** The file with the configuration of the plugin in a folder. */
  readonly configFile: string | undefined;
  readonly format: 'text' | 'json';
}

/** @throws CommandError when a plugin does not serve, or none is found */
export async function inspectTarget(request: InspectRequest, terminal: Terminal): Promise<void> {
  const plugins = await inspect(request, terminal);
  const { out } = terminal;
  out.line(request.format === 'json' ? JSON.stringify({ plugins }, undefined, 2) : formatInspection(plugins, out));
  const failed = plugins.filter(({ state }) => state === 'failed');
  if (failed[0] && failed.length === 1) throw new CommandError(describeFailure(failed[0], request));
  if (failed.length > 1) throw new CommandError(`${failed.length} of ${plugins.length} plugins do not serve`);
}

/** Adds the hint about configuration only for a folder: a remote server is configured elsewhere. */
function describeFailure(plugin: InspectedPlugin, { name }: InspectRequest): string {
  const isHere = !/^https?:/i.test(name) && plugin.reason === 'configuration-invalid';
  return `${plugin.name}: ${describeFailedBoot(plugin)}${isHere ? `\n${configurationHint}` : ''}`;
}

async function inspect(request: InspectRequest, terminal: Terminal): Promise<readonly InspectedPlugin[]> {
  const { name, headers, configFile } = request;
  if (/^https?:\/\//i.test(name)) {
    if (configFile !== undefined) throw new UsageError('--config means nothing for a URL: leave it out');
    if (!URL.canParse(name)) throw new UsageError(`expected a plugin folder or an http(s) URL, got "${name}"`);
    return inspectServer(new URL(name), readHeaders(headers), terminal);
  }
  if (headers.length > 0) throw new UsageError('--header means nothing for a plugin folder: leave it out');
  const configuration = await readConfiguration(configFile, terminal);
  return [await inspectFolder(resolve(terminal.cwd, name), configuration, terminal)];
}
