/**
 * Reads the configuration of a shell server. An error names the member that is wrong.
 *
 * The members' names are those of docs/operate/shell-servers.md.
 */
import type { JsonObject } from '@sigil/core';
import { suggestNames } from '@sigil/core/building';
import { flag, object, text, texts, textsByName, type Form } from '../member-forms.js';

/** The operator's configuration of a command is wrong. */
export class ShellConfigurationError extends Error {
  override readonly name = 'ShellConfigurationError';
}

/** A command and its limits, with every default filled in. */
export interface ShellConfiguration {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** A program, or, with `shell`, text for the shell. */
  readonly command: string;
  readonly args: readonly string[];
  /** JSON Schemas by name; without them, the arguments are the places, or one free text. */
  readonly arguments?: JsonObject;
  readonly required?: readonly string[];
  readonly shell: boolean;
  readonly cwd?: string;
  /** Names of the server's environment variables that the command sees. */
  readonly env: readonly string[];
  readonly setEnv: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly allowOptions: boolean;
  readonly readOnly: boolean;
  readonly timeoutMs: number;
  readonly killGraceMs: number;
  /** Limit of standard output and of standard error, each. */
  readonly maxOutputBytes: number;
}

/** The server's environment variables that a command sees by default; none holds a secret. */
const defaultEnvironment = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

/** The limits of a command whose configuration sets none. */
export const defaultShellLimits = {
  timeoutMs: 30_000,
  killGraceMs: 2_000,
  maxOutputBytes: 1024 * 1024,
  maxConcurrentCalls: 16,
};

const count: Form<number> = {
  expected: 'a whole number of at least 1',
  fits: (value): value is number => Number.isSafeInteger(value) && Number(value) >= 1,
};
const variables: Form<readonly string[]> = {
  expected: 'a list of names of variables; values stand in "set_env"',
  fits: (value): value is string[] => texts.fits(value) && value.every((it) => it !== '' && !it.includes('=')),
};

const memberNames = [
  'command',
  'args',
  'arguments',
  'required',
  'shell',
  'cwd',
  'env',
  'set_env',
  'stdin',
  'allow_options',
  'read_only',
  'timeoutMs',
  'killGraceMs',
  'maxOutputBytes',
  'name',
  'title',
  'description',
];
const toolName = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * @param name the tool's name where the configuration gives none
 * @throws ShellConfigurationError naming the member, what was expected and what came
 */
export function readShellConfiguration(given: JsonObject, name: string): ShellConfiguration {
  for (const member of Object.keys(given)) {
    if (!memberNames.includes(member)) throw problem(`there is no "${member}"${suggestNames(member, memberNames)}`);
  }
  const read = <Value>(member: string, form: Form<Value>): Value | undefined => readMember(given, member, form);
  const command = read('command', text);
  if (command === undefined) throw problem('"command" is missing');
  const shell = read('shell', flag) ?? false;
  return {
    name: readName(read('name', text) ?? name),
    description: read('description', text) ?? describeCommand(command, shell),
    command,
    args: read('args', texts) ?? [],
    shell,
    env: read('env', variables) ?? defaultEnvironment,
    setEnv: read('set_env', textsByName) ?? {},
    allowOptions: read('allow_options', flag) ?? false,
    readOnly: read('read_only', flag) ?? false,
    timeoutMs: read('timeoutMs', count) ?? defaultShellLimits.timeoutMs,
    killGraceMs: read('killGraceMs', count) ?? defaultShellLimits.killGraceMs,
    maxOutputBytes: read('maxOutputBytes', count) ?? defaultShellLimits.maxOutputBytes,
    ...present('title', read('title', text)),
    ...present('arguments', read('arguments', object)),
    ...present('required', read('required', texts)),
    ...present('cwd', read('cwd', text)),
    ...present('stdin', read('stdin', text)),
  };
}

/** Hides the folder and the text for the shell, which may hold secrets: every caller sees the description. */
function describeCommand(command: string, shell: boolean): string {
  return shell ? 'Runs a command of the shell.' : `Runs the command "${command.slice(command.lastIndexOf('/') + 1)}".`;
}

/** @param why the problem, naming the member */
export function problem(why: string): ShellConfigurationError {
  return new ShellConfigurationError(`shell: ${why}`);
}

function readMember<Value>(given: JsonObject, member: string, form: Form<Value>): Value | undefined {
  const value = Object.hasOwn(given, member) ? given[member] : undefined;
  if (value === undefined) return undefined;
  if (form.fits(value)) return value;
  throw problem(`"${member}" must be ${form.expected}`);
}

function readName(name: string): string {
  if (toolName.test(name)) return name;
  throw problem(`"name" must be 1 to 64 of A-Z a-z 0-9 _ . -, got "${name.slice(0, 128)}"`);
}

function present<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  // The compiler widens a computed name to `string`.
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}
