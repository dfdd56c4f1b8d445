/**
 * The two forms in which a command takes a caller's arguments: named ones that fill places, or one text of words.
 *
 * A program gets a caller's text as whole words only: no word is an option unless allowed, and no shell parses the text.
 */
import type { JsonObject } from '@sigil/core';
import type { ArgumentProblem } from '@sigil/core/building';
import { readNamedArguments } from './named-arguments.js';
import { problem, type ShellConfiguration } from './shell-configuration.js';
import { splitWords } from './split-words.js';
import { fillTemplate, parseTemplate, placesOf, type Template } from './template.js';

/** The program to run and its words. */
export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  /** The standard input of the command; absent when it gets none. */
  readonly stdin?: string;
}

export interface CommandForm {
  readonly inputSchema: JsonObject;
  read(input: JsonObject): CommandLine | { readonly problems: readonly ArgumentProblem[] };
}

const shellProgram = '/bin/sh';

/** @throws ShellConfigurationError when arguments and places do not go together */
export function chooseCommandForm(configuration: ShellConfiguration): CommandForm {
  const { command, args, stdin, shell } = configuration;
  const templates = [...(shell ? [command] : []), ...args, ...(stdin === undefined ? [] : [stdin])].map(parseTemplate);
  const places = placesOf(templates);
  if (configuration.arguments === undefined && places.size === 0) return freeForm(configuration);
  return namedForm(configuration, places);
}

/** Takes one text of words, which follow the configured arguments. */
function freeForm({ command, args, shell, stdin, name }: ShellConfiguration): CommandForm {
  const input = stdin === undefined ? {} : { stdin };
  const script = `${[command, ...args].join(' ')} "$@"`;
  return {
    inputSchema: {
      type: 'object',
      properties: { args: { type: 'string', description: 'Command arguments' } },
      additionalProperties: false,
    },
    read(given) {
      const read = readFreeText(given);
      if ('problems' in read) return read;
      if (shell) return { file: shellProgram, args: ['-c', script, name, ...read.words], ...input };
      return { file: command, args: [...args, ...read.words], ...input };
    },
  };
}

// `args` is the published name of the one argument; `command_args` is accepted too.
const freeNames = ['args', 'command_args'];

function readFreeText(
  given: JsonObject,
): { readonly words: readonly string[] } | { readonly problems: readonly ArgumentProblem[] } {
  const unknown = Object.keys(given).find((name) => !freeNames.includes(name));
  if (unknown !== undefined) {
    const problem = { path: unknown, expected: 'left out', received: 'something' };
    return { problems: [{ ...problem, unknown: 'the only one is "args"' }] };
  }
  const name = freeNames.find((it) => Object.hasOwn(given, it)) ?? 'args';
  const text = given[name] ?? '';
  if (typeof text !== 'string') return refuse(name, 'a string', `another ${typeof text}`);
  if (text.includes('\0')) return refuse(name, 'a text without NUL', 'one with NUL');
  const split = splitWords(text);
  return 'problem' in split ? refuse(name, 'words', split.problem) : split;
}

function refuse(path: string, expected: string, received: string): { readonly problems: readonly ArgumentProblem[] } {
  return { problems: [{ path, expected, received }] };
}

function namedForm(configuration: ShellConfiguration, places: ReadonlySet<string>): CommandForm {
  const named = readNamedArguments(configuration, places);
  const stdin = configuration.stdin === undefined ? undefined : parseTemplate(configuration.stdin);
  const build = configuration.shell ? shellLine(configuration) : programLine(configuration);
  return {
    inputSchema: named.inputSchema,
    read(given) {
      const { values, problems } = named.read(given);
      if (problems.length > 0) return { problems };
      const line = build(values);
      const input = stdin && fillTemplate(stdin, values);
      return 'problems' in line || input === undefined ? line : { ...line, stdin: input };
    },
  };
}

type BuildLine = (
  values: ReadonlyMap<string, string>,
) => CommandLine | { readonly problems: readonly ArgumentProblem[] };

/** Turns each configured argument into one word; leaves it out when a place in it has no value. */
function programLine({ command, args, allowOptions }: ShellConfiguration): BuildLine {
  const templates = args.map(parseTemplate);
  return (values) => {
    const filled: string[] = [];
    for (const template of templates) {
      const word = fillTemplate(template, values);
      if (word === undefined) continue;
      const problems = problemsIn(template, word, allowOptions);
      if (problems.length > 0) return { problems };
      filled.push(word);
    }
    return { file: command, args: filled };
  };
}

function problemsIn(template: Template, word: string, allowOptions: boolean): readonly ArgumentProblem[] {
  const [first] = template;
  const places = [...placesOf([template])];
  const path = places[0];
  if (path === undefined) return [];
  if (word.includes('\0')) return [{ path, expected: 'a text without NUL', received: 'one with NUL' }];
  const isOption = first !== undefined && 'place' in first && word.startsWith('-');
  return isOption && !allowOptions ? [notAnOption(path)] : [];
}

/** Passes values as positional parameters, so that the shell does not parse them. */
function shellLine({ command, args, name, allowOptions }: ShellConfiguration): BuildLine {
  const template = parseTemplate([command, ...args].join(' '));
  const order = [...placesOf([template])];
  const script = template.map((part, index) => writePart(template, index, order)).join('');
  return (values) => {
    const params = order.map((place) => values.get(place) ?? '');
    const withNul = order.find((_, index) => params[index]?.includes('\0'));
    if (withNul !== undefined) return refuse(withNul, 'a text without NUL', 'one with NUL');
    const option = allowOptions ? undefined : order.find((_, index) => params[index]?.startsWith('-'));
    if (option !== undefined) return { problems: [notAnOption(option)] };
    return { file: shellProgram, args: ['-c', script, name, ...params] };
  };
}

function writePart(template: Template, index: number, order: readonly string[]): string {
  const part = template[index];
  if (!part) return '';
  if ('text' in part) return part.text;
  const [before, after] = [template[index - 1], template[index + 1]];
  const isQuoted =
    (before && 'text' in before && /['"]$/.test(before.text)) || (after && 'text' in after && /^['"]/.test(after.text));
  if (isQuoted) throw problem(`{${part.place}} stands in quotes; it is one word already, so leave them out`);
  return `"\${${order.indexOf(part.place) + 1}}"`;
}

function notAnOption(path: string): ArgumentProblem {
  return { path, expected: 'a text that does not begin with "-"', received: 'one that does' };
}
