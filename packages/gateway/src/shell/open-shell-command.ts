/**
 * Publishes a command of the server's machine as one tool.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isJsonObject, type Context, type JsonObject, type JsonValue } from '@sigil/core';
import { fillVariables, readVariable } from '@sigil/core/building';
import { carrierOf, type Components, type PublishedTool } from '@sigil/core/catalog';
import type { StreamCarrier, ToolResult } from '@sigil/core/catalog';
import { chooseCommandForm } from './command-form.js';
import { findCommandProblem } from './find-command.js';
import { runCommand, type CommandRun, type OutputReader } from './run-command.js';
import {
  defaultShellLimits,
  readShellConfiguration,
  ShellConfigurationError,
  type ShellConfiguration,
} from './shell-configuration.js';
import { ShownLines, WholeLines } from './output-lines.js';
import { streamSchema, writeExit, writeStreamEnd } from './stream-events.js';
import { writeOutcome } from './write-outcome.js';

/** Options of a command. */
export interface ShellOptions {
  /** The server's name, used for the tool when the configuration gives none. */
  readonly name: string;
  /** The folder that a relative `cwd` starts from; by default the process's own. */
  readonly folder?: string;
  /** The environment from which the command sees the allowed variables; by default the process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Called with each problem that makes calls fail, such as a missing program or folder. */
  readonly onProblem?: (why: string) => void;
  /** Called with possible improvements, such as arguments without a description. */
  readonly onNote?: (why: string) => void;
}

/**
 * @param configuration the members of docs/operate/shell-servers.md
 * @throws ShellConfigurationError when the configuration does not fit, or names a variable that is not set
 */
export function openShellCommand(configuration: JsonObject, options: ShellOptions): Components {
  const read = readShellConfiguration(configuration, options.name);
  const form = chooseCommandForm(read);
  const how = prepareRun(read, options);
  const problem = findCommandProblem({
    command: read.shell ? '/bin/sh' : read.command,
    cwd: how.cwd,
    path: how.environment['PATH'],
  });
  if (problem !== undefined) options.onProblem?.(problem);
  const undescribed = argumentsWithoutDescription(form.inputSchema);
  if (undescribed.length > 0) {
    options.onNote?.(
      `"shell": no "description" in "arguments" for ${undescribed.join(', ')}: models have the name alone`,
    );
  }

  const tool: PublishedTool = {
    definition: {
      name: read.name,
      ...(read.title === undefined ? {} : { title: read.title }),
      description: read.description,
      inputSchema: form.inputSchema,
      ...(read.readOnly ? { annotations: { readOnlyHint: true } } : {}),
    },
    streamSchema,
    limits: {
      // The command's own timeout comes first, so that its output is returned.
      timeoutMs: read.timeoutMs + read.killGraceMs + 1_000,
      maxConcurrentCalls: defaultShellLimits.maxConcurrentCalls,
    },
    async run(input, context) {
      const line = form.read(input);
      if ('problems' in line) return { kind: 'bad-arguments', problems: line.problems };
      return runForCaller({ ...how, line }, read, context);
    },
  };
  return { tools: [tool], resources: [], resourceTemplates: [], prompts: [] };
}

function argumentsWithoutDescription({ properties }: JsonObject): string[] {
  const all = Object.entries(isJsonObject(properties) ? properties : {});
  return all.filter(([, schema]) => !isJsonObject(schema) || !schema['description']).map(([name]) => `"${name}"`);
}

async function runForCaller(run: CommandRun, { name }: ShellConfiguration, context: Context): Promise<ToolResult> {
  const carrier = carrierOf(context);
  if (carrier?.delivery.asEvents) return runAsStream(run, name, carrier);
  const outcome = await runCommand(run, context.signal, progressReader(context));
  return writeOutcome(outcome, name, run.timeoutMs);
}

/** @returns `undefined` for a caller that does not ask for progress */
function progressReader(context: Context): OutputReader | undefined {
  if (context.meta['progressToken'] === undefined) return undefined;
  let lines = 0;
  const tell = (line: string): Promise<void> => context.reportProgress(++lines, undefined, line);
  return { lines: new ShownLines(), tell, isStream: false };
}

/** Emits each line of output as an event without keeping it, and the exit as the last one. */
async function runAsStream(run: CommandRun, name: string, carrier: StreamCarrier): Promise<ToolResult> {
  await carrier.emit({ type: 'start' });
  const tell = (data: string): Promise<void> => carrier.emit({ type: 'content', content: { type: 'stdout', data } });
  const reader = { lines: new WholeLines(), tell, isStream: true };
  const outcome = await runCommand(run, carrier.signal, reader);
  await carrier.emit({ type: 'content', content: writeExit(outcome.end) });
  return writeStreamEnd(outcome, name, run.timeoutMs);
}

function prepareRun(read: ShellConfiguration, options: ShellOptions): Omit<CommandRun, 'line'> {
  const { folder = process.cwd(), environment = process.env } = options;
  const seen: Record<string, string> = {};
  for (const variable of read.env) {
    const value = environment[variable];
    if (value !== undefined) seen[variable] = value;
  }
  const fill = <Value extends JsonValue>(value: Value, key: string): Value =>
    fillVariables(value, {
      where: 'shell',
      key,
      read: (name) => readVariable(name, environment, (file) => readFileSync(file, 'utf8')),
      fail: (message) => new ShellConfigurationError(message),
    });
  return {
    cwd: read.cwd === undefined ? undefined : resolve(folder, fill(read.cwd, 'cwd')),
    environment: { ...seen, ...fill(read.setEnv, 'set_env') },
    timeoutMs: read.timeoutMs,
    killGraceMs: read.killGraceMs,
    maxOutputBytes: read.maxOutputBytes,
  };
}
