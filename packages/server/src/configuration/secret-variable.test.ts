import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfiguration } from './configuration.js';
import { forgetOwnSecrets, readSecret } from './secret-variable.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
}

describe('a secret', () => {
  test.each([
    ['with a newline at its end', 's3cret\n', 's3cret'],
    ['with a newline of Windows', 's3cret\r\n', 's3cret'],
    ['with no newline', 's3cret', 's3cret'],
    ['with spaces around it', '  s3cret ', '  s3cret '],
    ['with two newlines, of which one is its own', 's3cret\n\n', 's3cret\n'],
  ])('is read from a file %s', (_what, text, secret) => {
    expect(readSecret('TOKEN', { TOKEN_FILE: fileOf(text) })).toBe(secret);
  });

  test('is read from the variable when no file is named', () => {
    expect(readSecret('TOKEN', { TOKEN: 's3cret' })).toBe('s3cret');
    expect(readSecret('TOKEN', { TOKEN: 's3cret', TOKEN_FILE: '' })).toBe('s3cret');
    expect(readSecret('TOKEN', {})).toBeUndefined();
  });

  test('is read from the file when the variable is empty', () => {
    expect(readSecret('TOKEN', { TOKEN: '', TOKEN_FILE: fileOf('s3cret') })).toBe('s3cret');
  });

  test.each([
    ['both are set', () => ({ TOKEN: 'a', TOKEN_FILE: fileOf('b') }), 'TOKEN and TOKEN_FILE are both set'],
    ['the file is not there', () => ({ TOKEN_FILE: join(folder, 'none') }), 'cannot be read (ENOENT)'],
    ['the file is a folder', () => ({ TOKEN_FILE: folder }), 'cannot be read (EISDIR)'],
    ['the file is empty', () => ({ TOKEN_FILE: fileOf('') }), 'is empty'],
    ['the file has a newline alone', () => ({ TOKEN_FILE: fileOf('\n') }), 'is empty'],
  ])('is rejected, naming the variable, when %s', (_what, environment, words) => {
    const read = (): unknown => readSecret('TOKEN', environment());

    expect(read).toThrow(expect.objectContaining({ name: 'ConfigurationError' }));
    expect(read).toThrow('TOKEN_FILE');
    expect(read).toThrow(words);
  });
});

describe('the configuration', () => {
  const read = (environment: NodeJS.ProcessEnv, content: object = {}) => {
    const file = join(folder, 'sigil.config.json');
    writeFileSync(file, JSON.stringify(content));
    return readConfiguration({ config: file }, environment, '/bundled/plugins');
  };

  test('reads the admin token and the request state key from files', () => {
    const key = Buffer.alloc(32, 7);
    mkdirSync(join(folder, 'keys'));
    writeFileSync(join(folder, 'keys', 'state'), `${key.toString('base64')}\n`);

    const { adminToken, requestStateKeys } = read({
      MCP_ADMIN_TOKEN_FILE: fileOf('a token of admins\n'),
      MCP_REQUEST_STATE_KEY_FILE: join(folder, 'keys', 'state'),
    });

    expect(adminToken).toBe('a token of admins');
    expect(requestStateKeys?.map((it) => Buffer.from(it))).toEqual([key]);
  });

  test('reads variables used in plugin settings from files', () => {
    const { plugins } = read(
      { WEATHER_KEY_FILE: fileOf('s3cret\n') },
      { plugins: { weather: { configuration: { key: '${WEATHER_KEY}' }, environment: { KEY: 'k-${WEATHER_KEY}' } } } },
    );

    expect(plugins.get('weather')).toMatchObject({
      configuration: { key: 's3cret' },
      environment: { KEY: 'k-s3cret' },
    });
  });

  test('does not repeat a rejected secret in the error', () => {
    expect(() => read({ MCP_ADMIN_TOKEN_FILE: fileOf('short') })).toThrow(
      /^MCP_ADMIN_TOKEN must have at least 16 characters$/,
    );
  });
});

test('forgetOwnSecrets removes the server’s own secrets from the environment', () => {
  const environment: NodeJS.ProcessEnv = { PATH: '/bin', WEATHER_KEY: 'e' };
  const own = ['MCP_ADMIN_TOKEN', 'MCP_ADMIN_TOKEN_FILE', 'MCP_REQUEST_STATE_KEY', 'MCP_REQUEST_STATE_KEY_FILE'];
  for (const name of own) environment[name] = 'secret';

  forgetOwnSecrets(environment);

  expect(environment).toEqual({ PATH: '/bin', WEATHER_KEY: 'e' });
});
