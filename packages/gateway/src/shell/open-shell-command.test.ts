import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openShellCommand } from './open-shell-command.js';
import { callShell, contextOf, textsOf, toolOf } from './shell.test-support.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigil-shell-')));
afterAll(() => rmSync(folder, { recursive: true }));

/** Prints each of its arguments in brackets. */
const brackets = { command: 'printf', args: ['[%s]'] };

const hostile = [
  '; rm -rf /',
  '$(id)',
  '`id`',
  'a\nb',
  '&& id',
  '| cat',
  '> /tmp/x',
  '*',
  '~',
  '$HOME',
  '\\',
  "'",
  '"',
  `'"; id #`,
  '😀é',
];

test('arguments without a description are reported to the operator, and described ones are not', () => {
  const notes: string[] = [];
  const onNote = (why: string): void => void notes.push(why);
  const named = { ...brackets, args: ['{a}', '{b}'] };

  openShellCommand(named, { name: 'bare', onNote });
  openShellCommand({ ...named, arguments: { a: { description: 'The first' }, b: {} } }, { name: 'half', onNote });
  openShellCommand(
    { ...named, arguments: { a: { description: '1' }, b: { description: '2' } } },
    { name: 'all', onNote },
  );
  openShellCommand({ command: 'date' }, { name: 'free', onNote });

  expect(notes).toEqual([
    '"shell": no "description" in "arguments" for "a", "b": models have the name alone',
    '"shell": no "description" in "arguments" for "b": models have the name alone',
  ]);
});

describe('T11.2 the tool of a shell server', () => {
  test('has the name of the server and takes its arguments as one text', () => {
    const { definition } = toolOf({ command: 'date' }, { name: 'clock' });

    expect(definition).toEqual({
      name: 'clock',
      description: 'Runs the command "date".',
      inputSchema: {
        type: 'object',
        properties: { args: { type: 'string', description: 'Command arguments' } },
        additionalProperties: false,
      },
    });
  });

  test.each([
    [{ command: '/opt/our/bin/date' }, 'Runs the command "date".'],
    [{ command: 'TOKEN=hidden curl -s https://h/?key=hidden', shell: true }, 'Runs a command of the shell.'],
  ])('is described without paths and texts of the operator: %j', (configuration, description) => {
    const { definition } = toolOf(configuration);

    expect(definition.description).toBe(description);
  });

  test.each(['args', 'command_args'])('appends the words in "%s" to the configured arguments', async (name) => {
    const outcome = await callShell(brackets, { [name]: `one 'two three' "$(id)"` });

    expect(textsOf(outcome)).toEqual(['[one][two three][$(id)]']);
  });

  test('runs without arguments', async () => {
    expect(textsOf(await callShell({ command: 'echo', args: ['hello'] }, {}))).toEqual(['hello']);
  });

  test.each([
    [{ args: "'open" }, 'args', "a text with a ' that is not closed"],
    [{ args: 'a\0b' }, 'args', 'one with NUL'],
    [{ args: 1 }, 'args', 'another number'],
    [{ word: 'a' }, 'word', 'something'],
  ])('rejects %j', async (input, path, received) => {
    expect(await callShell(brackets, input)).toMatchObject({ kind: 'bad-arguments', problems: [{ path, received }] });
  });
});

describe('named arguments', () => {
  const named = { command: 'printf', args: ['[%s]', '{text}', 'x={text}'] };

  test('come from the placeholders in the configuration, each a required text', () => {
    expect(toolOf({ command: 'jq', args: ['-c', '{filter}'], stdin: '{input}' }).definition.inputSchema).toEqual({
      type: 'object',
      properties: { filter: { type: 'string' }, input: { type: 'string' } },
      required: ['filter', 'input'],
      additionalProperties: false,
    });
  });

  test.each(hostile)('%j is passed as one argument', async (text) => {
    expect(textsOf(await callShell(named, { text }))).toEqual([`[${text}][x=${text}]`]);
  });

  test('an empty text is passed as an empty argument', async () => {
    expect(textsOf(await callShell(named, { text: '' }))).toEqual(['[][x=]']);
  });

  test('NUL is rejected', async () => {
    expect(await callShell(named, { text: 'a\0b' })).toMatchObject({ problems: [{ path: 'text' }] });
  });

  test.each(['-rf', '--output=/etc/passwd', '-'])('%s is rejected unless the operator allows options', async (text) => {
    expect(await callShell(named, { text })).toEqual({
      kind: 'bad-arguments',
      problems: [{ path: 'text', expected: 'a text that does not begin with "-"', received: 'one that does' }],
    });
    expect(textsOf(await callShell({ ...named, allow_options: true }, { text }))).toEqual([`[${text}][x=${text}]`]);
  });

  test('a value after configured text may begin with a dash', async () => {
    const outcome = await callShell({ command: 'printf', args: ['%s', 'x={text}'] }, { text: '-rf' });

    expect(textsOf(outcome)).toEqual(['x=-rf']);
  });

  test('are checked against their schemas and converted to the declared types', async () => {
    const configuration = {
      ...brackets,
      args: ['[%s]', 'n={count}', 'f={flag}', '{word}', 'u={unit}'],
      arguments: {
        count: { type: 'integer', minimum: 1, maximum: 9 },
        flag: { type: 'boolean', default: false },
        word: { type: 'string', pattern: '^[a-z]+$', maxLength: 3 },
        unit: { enum: ['c', 'f'], default: 'c' },
      },
    };

    expect(textsOf(await callShell(configuration, { count: '5', flag: 'true', word: 'abc' }))).toEqual([
      '[n=5][f=true][abc][u=c]',
    ]);
    expect(await callShell(configuration, { count: 10, flag: 'maybe', word: 'ABC', unit: 'k', extra: 1 })).toEqual({
      kind: 'bad-arguments',
      problems: [
        { path: 'extra', expected: 'left out', received: 'another number', unknown: '' },
        { path: 'count', expected: 'at most 9', received: '10' },
        { path: 'flag', expected: 'true or false', received: 'another string' },
        { path: 'word', expected: 'a text like ^[a-z]+$', received: 'another string' },
        { path: 'unit', expected: 'one of "c", "f"', received: 'another string' },
      ],
    });
    expect(await callShell(configuration, {})).toMatchObject({
      problems: [
        { path: 'count', expected: 'a whole number', received: 'nothing' },
        { path: 'word', received: 'nothing' },
      ],
    });
  });

  test('an omitted optional argument drops its placeholder', async () => {
    const configuration = { ...brackets, args: ['[%s]', 'a', '{b}'], arguments: { b: {} }, required: [] };

    expect(textsOf(await callShell(configuration, {}))).toEqual(['[a]']);
  });

  test('an empty declaration allows no arguments', () => {
    expect(toolOf({ command: 'date', arguments: {} }).definition.inputSchema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  test('"__proto__" is rejected as an argument', async () => {
    const input = JSON.parse('{"text":"a","__proto__":"b"}');

    expect(await callShell(named, input)).toMatchObject({ problems: [{ path: '__proto__' }] });
  });
});

describe('standard input', () => {
  test('is filled from the arguments as configured', async () => {
    expect(textsOf(await callShell({ command: 'cat', stdin: '<{text}>' }, { text: 'é\n$(id)' }))).toEqual([
      '<é\n$(id)>',
    ]);
  });

  test('is empty unless it is configured', async () => {
    expect(await callShell({ command: 'cat' }, {})).toMatchObject({ content: [], isError: false });
  });

  test('may be left unread by the command', async () => {
    const input = { text: 'x'.repeat(1_000_000) };

    expect(await callShell({ command: 'true', stdin: '{text}' }, input)).toMatchObject({ isError: false });
  });
});

describe('a command with "shell": true', () => {
  test('is run by the shell', async () => {
    const configuration = { command: 'printf "%s\\n" b a | sort', shell: true };

    expect(textsOf(await callShell(configuration, {}))).toEqual(['a\nb']);
  });

  test.each(hostile)('gets the argument %j as one word that the shell does not interpret', async (text) => {
    const named = { command: `printf '[%s]' {text} | cat`, shell: true };
    const free = { command: `cat | printf '[%s]'`, shell: true };

    expect(textsOf(await callShell(named, { text }))).toEqual([`[${text}]`]);
    expect(textsOf(await callShell(free, { args: `'${text.replaceAll("'", `'\\''`)}'` }))).toEqual([`[${text}]`]);
  });

  test('rejects a placeholder in quotes', () => {
    expect(() => toolOf({ command: 'echo "{text}"', shell: true })).toThrow('{text} stands in quotes');
    expect(() => toolOf({ command: "echo '{text}'", shell: true })).toThrow('{text} stands in quotes');
  });

  test('rejects options and NUL', async () => {
    const configuration = { command: 'echo {text}', shell: true };

    expect(await callShell(configuration, { text: '-n' })).toMatchObject({ problems: [{ path: 'text' }] });
    expect(await callShell(configuration, { text: 'a\0' })).toMatchObject({ problems: [{ path: 'text' }] });
  });
});

describe('the environment of a command', () => {
  const environment = { PATH: process.env['PATH'], HOME: '/home/x', SECRET: 's', EXTRA: 'e' };
  const seen = async (configuration: object) => {
    const tool = toolOf({ command: 'env', ...configuration }, { environment });
    return textsOf(await tool.run({}, contextOf()))
      .join('')
      .split('\n')
      .toSorted();
  };

  test('has only the variables that every program needs', async () => {
    expect(await seen({})).toEqual(['HOME=/home/x', `PATH=${environment.PATH}`]);
  });

  test('has values from variables in "set_env" and "cwd"', async () => {
    const told = await seen({ env: [], set_env: { KEY: 'x-${SECRET}', TEXT: '$${SECRET}' } });

    expect(told).toEqual(['KEY=x-s', 'TEXT=${SECRET}']);
    expect(() => toolOf({ command: 'env', set_env: { KEY: '${GONE}' } }, { environment })).toThrow(
      'shell: "set_env.KEY" names the variable GONE, which is not set',
    );
    expect(() => toolOf({ command: 'env', cwd: '/${GONE}' }, { environment })).toThrow('"cwd" names the variable GONE');
  });

  test('has the variables that the operator allows and sets', async () => {
    expect(await seen({ env: ['PATH', 'EXTRA'], set_env: { MODE: 'quiet' } })).toEqual([
      'EXTRA=e',
      'MODE=quiet',
      `PATH=${environment.PATH}`,
    ]);
  });

  test('has a working directory relative to the folder of the configuration', async () => {
    const tool = toolOf({ command: 'pwd', cwd: '.' }, { folder });

    expect(textsOf(await tool.run({}, contextOf()))).toEqual([folder]);
  });
});

describe('the configuration of a command', () => {
  test.each([
    [{}, 'shell: "command" is missing'],
    [{ command: 1 }, 'shell: "command" must be a text'],
    [{ command: 'a\0' }, 'shell: "command" must be a text without NUL'],
    [{ command: 'a', timeoutms: 1 }, 'shell: there is no "timeoutms". Did you mean "timeoutMs"?'],
    [{ command: 'a', timeoutMs: 0 }, 'shell: "timeoutMs" must be a whole number of at least 1'],
    [{ command: 'a', shell: 'yes' }, 'shell: "shell" must be true or false'],
    [{ command: 'a', args: 'b' }, 'shell: "args" must be a list of texts'],
    [{ command: 'a', set_env: { A: 1 } }, 'shell: "set_env" must be an object of texts'],
    [{ command: 'a', env: ['A=1'] }, 'shell: "env" must be a list of names of variables; values stand in "set_env"'],
    [{ command: 'a', name: 'a b' }, 'shell: "name" must be 1 to 64 of'],
    [
      { command: 'a', args: ['{b}'], arguments: {} },
      'shell: {b} is no argument; declare it in "arguments", or write {{b}}',
    ],
    [{ command: 'a', arguments: { b: {} } }, 'shell: the argument "b" is used nowhere'],
    [{ command: 'a', args: ['{b}'], required: ['c'] }, 'shell: "required" names "c"'],
    [{ command: 'a', args: ['{b}'], arguments: { b: 1 } }, 'the schema of the argument "b" must be an object'],
    [{ command: 'a', args: ['{b}'], arguments: { b: { type: 'array' } } }, 'the "type" of the argument "b" must be'],
    [{ command: 'a', args: ['{b}'], arguments: { b: { format: 'x' } } }, 'the argument "b" has "format"; there are'],
    [{ command: 'a', args: ['{b}'], arguments: { b: { pattern: '(' } } }, 'must be a regular expression'],
    [{ command: 'a', args: ['{b}'], arguments: { b: { default: 1 } } }, 'the "default" of the argument "b" must be a'],
  ])('rejects %j', (configuration, message) => {
    expect(() => toolOf(configuration)).toThrow(message);
  });

  test('reports a missing command or folder at once', () => {
    const problems: string[] = [];
    const onProblem = (why: string) => problems.push(why);

    toolOf({ command: 'no-such-command-here' }, { onProblem });
    toolOf({ command: './no-such-file' }, { onProblem });
    toolOf({ command: 'cat', cwd: 'no-such-folder' }, { onProblem, folder });
    toolOf({ command: 'cat' }, { onProblem });
    toolOf({ command: 'no such | pipe', shell: true }, { onProblem });

    expect(problems).toEqual([
      'shell: the command "no-such-command-here" is not there, or may not be run',
      'shell: the command "./no-such-file" is not there, or may not be run',
      `shell: the folder "${join(folder, 'no-such-folder')}" of the command "cat" is not there`,
    ]);
  });

  test('sets the name, title, description and read-only hint of the tool', () => {
    const more = { name: 'now', title: 'Clock', description: 'The time.', read_only: true };

    expect(toolOf({ command: 'date', ...more }).definition).toMatchObject({
      name: 'now',
      title: 'Clock',
      description: 'The time.',
      annotations: { readOnlyHint: true },
    });
  });
});
