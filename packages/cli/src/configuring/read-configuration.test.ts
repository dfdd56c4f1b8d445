import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';

let plugin: PluginFolder;

const source = `import { Tool } from '@sigil/core';

/** Greets people in a tone. */
export class Greeter {
  readonly #tone: string;
  constructor(configuration: { tone: string; loudness?: number }) {
    this.#tone = configuration.tone.repeat(configuration.loudness ?? 1);
  }

  /** Greet somebody. */
  @Tool()
  greet(name: string): string {
    return name + this.#tone;
  }
}
`;

beforeAll(async () => {
  plugin = makePlugin(source);
  plugin.write('good.json', '\uFEFF{"tone":"!","loudness":3}');
  plugin.write('wrong.json', '{"tone":"!","loudnes":3}');
  plugin.write('named.json', '{"tone":"${SIGIL_TEST_TONE}$${TONE}"}');
  plugin.write('list.json', '["hunter2"]');
  plugin.write('broken.json', '{"tone": hunter2}');
  await run(['build', plugin.path]);
});
afterAll(() => plugin.remove());

const call = (...args: string[]): ReturnType<typeof run> =>
  run(['call', plugin.path, 'greet', '{"name":"Ada"}', ...args]);

test('a plugin is called with the configuration in the file, which may begin with a byte order mark', async () => {
  expect(await call('--config', join(plugin.path, 'good.json'))).toEqual({
    exitCode: 0,
    stdout: 'Ada!!!\n',
    stderr: '',
  });
});

test('a variable in the file is filled from the environment, or from a file', async () => {
  const named = ['--config', join(plugin.path, 'named.json')];
  plugin.write('tone.txt', '!\n');
  const withEnv = (env: NodeJS.ProcessEnv): ReturnType<typeof run> =>
    run(['call', plugin.path, 'greet', '{"name":"Ada"}', ...named], { env: { ...process.env, ...env } });

  expect((await withEnv({ SIGIL_TEST_TONE: '?' })).stdout).toBe('Ada?${TONE}\n');
  expect((await withEnv({ SIGIL_TEST_TONE_FILE: join(plugin.path, 'tone.txt') })).stdout).toBe('Ada!${TONE}\n');
});

test('a variable is filled from a file of variables, unless it is set', async () => {
  const named = ['--config', join(plugin.path, 'named.json')];
  const greet = (env: NodeJS.ProcessEnv, ...files: string[]): ReturnType<typeof run> => {
    const options = files.flatMap((file) => ['--env-file', join(plugin.path, file)]);
    return run(['call', plugin.path, 'greet', '{"name":"Ada"}', ...named, ...options], {
      env: { ...process.env, ...env },
    });
  };
  plugin.write('.env', 'SIGIL_TEST_TONE="!?" # hunter2\n');
  plugin.write('.env.local', 'SIGIL_TEST_TONE=...\n');

  expect((await greet({}, '.env')).stdout).toBe('Ada!?${TONE}\n');
  expect((await greet({}, '.env', '.env.local')).stdout).toBe('Ada...${TONE}\n');
  expect((await greet({ SIGIL_TEST_TONE: '!' }, '.env')).stdout).toBe('Ada!${TONE}\n');
  expect(await greet({}, '.env', '.env.missing')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^error: --env-file ".*\.env\.missing": there is no such file\n$/),
  });
});

test('a variable that is not set is named with the file and the key', async () => {
  const file = join(plugin.path, 'named.json');

  expect(await call('--config', file)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`--config "${file}": "tone" names the variable SIGIL_TEST_TONE, which is not set`),
  });
});

test('a bundle, which runs elsewhere, refuses a variable', async () => {
  const { exitCode, stderr } = await run(['bundle', 'mcpb', plugin.path, '--config', join(plugin.path, 'named.json')]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain('"tone": a bundle has no variables: leave the member out');
});

test('a plugin is listed with the configuration in the file', async () => {
  const { exitCode, stdout } = await run(['list', plugin.path, '-c', join(plugin.path, 'good.json')]);

  expect([exitCode, stdout.includes('greet')]).toEqual([0, true]);
});

test('a plugin without its configuration reports the missing value', async () => {
  const { exitCode, stderr } = await call();

  expect(exitCode).toBe(1);
  expect(stderr).toContain('configuration of Greeter: "tone" must be a string, got nothing');
});

test('an unknown member is rejected with the nearest known name', async () => {
  const { exitCode, stderr } = await call('--config', join(plugin.path, 'wrong.json'));

  expect(exitCode).toBe(1);
  expect(stderr).toContain('"loudnes". Did you mean "loudness"?');
});

describe('a file without a valid configuration', () => {
  test.each([
    ['missing.json', 'there is no such file'],
    ['list.json', 'expected a JSON object, got JSON of another kind'],
    ['broken.json', 'expected a JSON object, got something that is not JSON'],
    ['.', 'it cannot be read'],
  ])('is named in the error without its content, %s: %s', async (file, why) => {
    const { exitCode, stderr } = await call('--verbose', '--config', join(plugin.path, file));

    expect(exitCode).toBe(2);
    expect(stderr).toContain(`"${join(plugin.path, file)}": ${why}`);
    expect(stderr).not.toContain('hunter2');
  });
});

test('--config is rejected for a server at a URL', async () => {
  const { exitCode, stderr } = await run(['list', 'http://127.0.0.1:9/mcp', '--config', 'x.json']);

  expect(exitCode).toBe(2);
  expect(stderr).toContain('--config means nothing for a URL');
});
