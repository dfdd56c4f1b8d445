/**
 * Opens the target that a name on the command line means: a plugin's folder, or the URL of an MCP endpoint.
 */
import { resolve } from 'node:path';
import type { Questions } from '../asking/questions.js';
import { readConfiguration } from '../configuring/read-configuration.js';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { openPluginTarget } from './open-plugin-target.js';
import { openUrlTarget } from './open-url-target.js';
import type { Target } from './target.js';

const scheme = /^([a-z][a-z0-9+.-]*):\/\//i;

/** The command line's options for a target. */
export interface TargetRequest {
  /** A folder or a URL. */
  readonly name: string;
  /** Headers as `Name: value`; sent with every request to a URL. */
  readonly headers: readonly string[];
  /** The file with the configuration of the plugin in a folder. */
  readonly configFile?: string | undefined;
  /** Answers the target's questions; without it, no capability to answer is declared. */
  readonly questions?: Questions | undefined;
}

/** Opens the target for as long as `use` runs. */
export async function withTarget<Result>(
  request: TargetRequest,
  terminal: Terminal,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const target = await openTarget(request, terminal);
  try {
    return await use(target);
  } finally {
    await target.close();
  }
}

async function openTarget(
  { name, headers, configFile, questions }: TargetRequest,
  terminal: Terminal,
): Promise<Target> {
  const [, protocol] = scheme.exec(name) ?? [];
  if (protocol === undefined) {
    if (headers.length > 0) throw new UsageError('--header means nothing for a plugin folder: leave it out');
    const configuration = await readConfiguration(configFile, terminal);
    return openPluginTarget(resolve(terminal.cwd, name), configuration, terminal, questions);
  }
  if (!/^https?$/i.test(protocol) || !URL.canParse(name)) {
    throw new UsageError(`expected a plugin folder or an http(s) URL, got "${name}"`);
  }
  if (configFile !== undefined) throw new UsageError('--config means nothing for a URL: leave it out');
  return openUrlTarget(new URL(name), readHeaders(headers), terminal, questions);
}

/** @param lines each as `Name: value` @throws UsageError for an invalid one, without showing it */
export function readHeaders(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value] = /^([^\s:]+):\s*(.+)$/.exec(line) ?? [];
    // The line itself stays out of the message: it may be a secret.
    if (name === undefined || value === undefined) throw new UsageError('expected --header "Name: value"');
    headers.append(name, value);
  }
  return headers;
}
