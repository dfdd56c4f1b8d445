import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';
import { runSigil } from '../run-sigil.js';

const dice = `import { Tool } from '@sigil/core';

/** Rolls dice. */
export class Dice {
  constructor(private readonly config: { url: string; retries: number; kind: 'fair' | 'loaded'; note?: string }) {}

  /** Roll a die. */
  @Tool()
  roll(kind: 'small' | 'large', sides = 6): string {
    if (sides > 10) this.fail(sides);
    return this.config.url + kind;
  }

  private fail(sides: number): never {
    throw new TypeError(\`no die has \${sides} sides\`);
  }

  /** Read the rules. */
  @Tool()
  rule(): string {
    return JSON.parse('{');
  }
}
`;
const good = { url: 'https://dice.example', retries: 1, kind: 'fair' };

let plugin: PluginFolder;

beforeAll(() => {
  plugin = makePlugin(dice);
  plugin.write('good.json', JSON.stringify(good));
  plugin.write('bad.json', JSON.stringify({ ...good, kind: 'fare' }));
});
afterAll(() => plugin.remove());

const sigil = (...args: string[]) => run(args, { cwd: plugin.path });

describe('a plugin that needs a configuration', () => {
  const missing = [
    'plugin "greeter": configuration of Dice: "url" must be a string, got nothing, without which it cannot be constructed; ' +
      'configuration of Dice: "retries" must be a number, got nothing, without which it cannot be constructed; ' +
      'configuration of Dice: "kind" must be one of "fair", "loaded", got nothing, without which it cannot be constructed',
    'Its configuration is given with --config <file>, which holds JSON, for example:',
    '  {"url":"…","retries":0,"kind":"fair"}',
    '',
  ].join('\n');

  test('is listed without a configuration', async () => {
    const { exitCode, stdout } = await sigil('list', '.');

    expect(stdout).toContain('roll  kind: "small" | "large", sides?: number  Roll a die.');
    expect(exitCode).toBe(0);
  });

  test('has the same listing with a configuration', async () => {
    expect((await sigil('list', '.', '--config', 'good.json')).stdout).toBe((await sigil('list', '.')).stdout);
  });

  test.each([
    ['call', '.', 'roll', '--arg', 'kind=small'],
    ['serve', '--port', '0'],
  ])('fails with an error that names --config and shows an example: %s', async (...args) => {
    const { exitCode, stderr } = await sigil(...args);

    expect(stderr).toBe(`error: ${missing}`);
    expect(exitCode).toBe(1);
  });

  test('reports the invalid value of its configuration', async () => {
    const { stderr } = await sigil('call', '.', 'roll', '--arg', 'kind=small', '--config', 'bad.json');

    expect(stderr).toMatch(
      /^error: plugin "greeter": configuration of Dice: "kind" must be one of "fair", "loaded", got a string\nIts configuration is given with --config/,
    );
  });

  test('makes sigil dev show the hint about --config and wait for a change', async () => {
    const captured = new CapturedTerminal({ cwd: plugin.path });
    const ended = runSigil(['dev', '--port', '0'], captured.terminal);
    onTestFinished(async () => {
      captured.interrupt();
      await ended;
    });

    await captured.err.has(
      / not swapped in; waiting for a change: plugin "greeter": [^\n]*\nIts configuration is given with --config <file>/,
    );
  });

  test('ends the output of sigil inspect with a hint about --config', async () => {
    expect((await sigil('inspect', '.')).stderr).toMatch(/\nIts configuration is given with --config <file>[^\n]*\n$/);
  });
});

test('a plugin that takes no configuration gets no hint about --config', async () => {
  const other = makePlugin();
  onTestFinished(() => other.remove());
  other.write('x.json', '{"url":"a"}');

  const { exitCode, stderr } = await run(['call', '.', 'greet', '-a', 'name=x', '-c', 'x.json'], { cwd: other.path });

  expect(stderr).toMatch(/error: plugin "greeter": none of its classes takes a configuration\n$/);
  expect(exitCode).toBe(1);
});

describe('a tool that throws', () => {
  const call = ['call', '.', 'roll', '--arg', 'kind=small', '--arg', 'sides=12', '--config', 'good.json'];

  test('is reported with its source line, while the error for the client names only the incident', async () => {
    const { stderr } = await sigil(...call);

    const incident = /incident ([0-9a-f]+)/.exec(stderr)?.[1];
    expect(stderr).toBe(
      [
        `fault in tool "roll" (incident ${incident}): no die has 12 sides`,
        `    at Dice.fail (${plugin.path}/src/greeter.ts:15:11)`,
        `error: tool "roll" failed because of an internal error (incident ${incident})`,
        '',
      ].join('\n'),
    );
  });

  test('is reported with its source line when what it calls threw', async () => {
    const { stderr } = await sigil('call', '.', 'rule', '--config', 'good.json');

    expect(stderr).toContain(`\n    at Dice.rule (${plugin.path}/src/greeter.ts:21:`);
    expect(stderr).not.toContain('at JSON.parse');
  });

  test('is reported with the full source stack when --verbose is given', async () => {
    const { stderr } = await sigil(...call, '--verbose');

    expect(stderr).toContain(`    at Dice.fail (${plugin.path}/src/greeter.ts:15:11)\n`);
    expect(stderr).toContain(`    at Dice.roll (${plugin.path}/src/greeter.ts:10:`);
    expect(stderr).not.toContain('plugin.cjs:');
  });
});

test('a terminal shows that the plugin is being built, and a pipe does not', async () => {
  const other = makePlugin(dice);
  onTestFinished(() => other.remove());

  const { stderr } = await run(['build'], { cwd: other.path, columns: 100, env: { NO_COLOR: '1' } });

  expect(stderr).toBe(`Building ${basename(other.path)} …\r\u001b[2K`);
  expect((await run(['build'], { cwd: other.path })).stderr).toBe('');
});
